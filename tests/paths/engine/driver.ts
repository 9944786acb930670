import type { EventObject } from 'xstate';
import type { Edge } from './explore.ts';
import type { Outcome } from './model.ts';
import type { Choice, Moment } from './moment.ts';

/** Something that can be walked: a machine by itself, its screens in jsdom, or in a browser. */
export type Walker = {
  /** A person, or another source outside of the machine, does something. */
  act(label: string, events: readonly EventObject[]): Promise<void>;
  /** The host answers the call that waits. */
  answer(invoke: string, outcome: Outcome, label: string): Promise<void>;
  /** Time passes. */
  wait(milliseconds: number): Promise<void>;
  /** What shows now, as data that can be compared: for a screen, what a person sees and what the host received. */
  look(): Promise<unknown>;
  /** Compares what shows with what has to, after the step of this label; null at the start. Throws with the difference. */
  expect(moment: Moment, label: string | null): Promise<void>;
  end(): Promise<void>;
};

/** Begins a walk at one of the model's starts. */
export type Driver = (start: { label: string; input: unknown; moment: Moment }) => Promise<Walker>;

/**
 * Takes one step of a path. Time goes to the last millisecond before, where nothing may have changed, and then one further.
 * @param walker what walks
 * @param step the edge to take
 * @throws when what shows then is not what has to
 */
export async function takeStep(walker: Walker, step: Edge): Promise<void> {
  const { choice, moment } = step;
  await perform(walker, choice);
  await walker.expect(moment, choice.label);
}

async function perform(walker: Walker, choice: Choice): Promise<void> {
  if (choice.kind === 'user') return walker.act(choice.label, choice.events);
  if (choice.kind === 'outcome') {
    if (choice.invoke === null || choice.outcome === null) throw new Error(`'${choice.label}' answers no call.`);
    return walker.answer(choice.invoke, choice.outcome, choice.label);
  }
  const before = JSON.stringify(await walker.look());
  await walker.wait(choice.wait - 1);
  const late = JSON.stringify(await walker.look());
  if (late !== before) {
    throw new Error(`Something changed before ${choice.wait} ms were over.\n  before: ${before}\n  after:  ${late}`);
  }
  return walker.wait(1);
}
