import type { AnyStateMachine } from 'xstate';

/** A chart that the application runs, the one that starts it (null for none), and the trail by which it was found. */
export type Running = { trail: string; machine: AnyStateMachine; parent: AnyStateMachine | null };

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'implementations' in logic;

/**
 * @param machine a chart
 * @param trail how it was reached
 * @returns it and every chart that it invokes, at any depth
 */
export function runningMachines(
  machine: AnyStateMachine,
  trail: string,
  parent: AnyStateMachine | null = null,
): Running[] {
  const children = Object.entries(machine.implementations.actors).flatMap(([name, logic]: [string, unknown]) =>
    isMachine(logic) ? runningMachines(logic, `${trail} > ${name}`, machine) : [],
  );
  return [{ trail, machine, parent }, ...children];
}

/** True if an action of a chart's setup is a placeholder for an implementation: a function that does nothing. */
const isPlaceholder = (action: unknown): boolean =>
  typeof action === 'function' && !('type' in action) && /\{\s*\}$/.test(String(action));

/**
 * Implementations that are missing: an actor without one ends in `onError` and looks like a failing network, an action without one does
 * nothing at all.
 * @param running a chart as it runs
 * @param written the same chart as its file exports it
 * @returns a sentence for each thing that is still as it was written
 */
export function unprovided({ trail, machine }: Running, written: AnyStateMachine): string[] {
  const actors = Object.entries(machine.implementations.actors)
    .filter(([name, logic]: [string, unknown]) => !isMachine(logic) && logic === written.implementations.actors[name])
    .map(([name]) => `${trail}: the actor '${name}' has no implementation`);
  const actions = Object.entries(machine.implementations.actions)
    .filter(([name, action]: [string, unknown]) => {
      return isPlaceholder(action) && action === written.implementations.actions[name];
    })
    .map(([name]) => `${trail}: the action '${name}' has no implementation`);
  return [...actors, ...actions];
}
