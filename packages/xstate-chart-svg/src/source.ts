import type { AnyStateMachine, AnyStateNode } from 'xstate';

import { actionName, callsOf, guardName, isTimers, stateNodes } from './chart.ts';

type Config = Record<string, unknown>;

const WIDTH = 100;
/** Fields of a state that hold data as it is. */
const PLAIN = ['id', 'type', 'history', 'target', 'description', 'tags'] as const;

const isPlain = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const keyOf = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : `'${key}'`);
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
/** A list of one as the one, and no list as nothing. */
const shortest = (list: unknown[]): unknown => (list.length > 1 ? list : list[0]);
const withoutNothing = (fields: Config): Config =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A value on one line. */
function line(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  if (Array.isArray(value)) return `[${value.map(line).join(', ')}]`;
  if (!isPlain(value)) return String(value);
  const fields = Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${line(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** A value as it is written in a source: on one line where it fits. @param taken width that is not free on its first line */
function written(value: unknown, indent: string, taken: number): string {
  const flat = line(value);
  if (typeof value !== 'object' || value === null || taken + flat.length < WIDTH) return flat;
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([key, one]: [string, unknown]) => {
    const head = inner + (Array.isArray(value) ? '' : `${keyOf(key)}: `);
    return `${head}${written(one, inner, head.length)},\n`;
  });
  return Array.isArray(value) ? `[\n${parts.join('')}${indent}]` : `{\n${parts.join('')}${indent}}`;
}

/** The name of an action or a guard, and what the chart itself hands to it; a function that reads an event is left out. */
function named(value: unknown, nameOf: (value: unknown) => unknown): unknown {
  const params = isPlain(value) && isPlain(value['params']) ? value['params'] : undefined;
  return params ? { type: nameOf(value), params } : nameOf(value);
}

/** The name under which an action is implemented, without what the chart hands to it. */
const implementationOf = (action: unknown): string => (isPlain(action) ? String(action['type']) : actionName(action));

const actionsOf = (value: unknown): unknown => shortest(listOf(value).map((action) => named(action, implementationOf)));

function transitionsOf(value: unknown): unknown {
  const all = listOf(value).map((one) => {
    if (!isPlain(one)) return one;
    const { target, guard, actions, reenter } = one;
    return withoutNothing({
      guard: guard === undefined ? undefined : named(guard, guardName),
      target,
      reenter,
      actions: actionsOf(actions),
    });
  });
  return shortest(all);
}

const eachOf = (value: unknown, make: (value: unknown) => unknown): Config | undefined =>
  isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, make(one)])) : undefined;

function invokesOf(value: unknown, node: AnyStateNode): unknown {
  const calls = callsOf(node);
  const all = listOf(value).map((one, at) => {
    const { id, systemId, onDone, onError, onSnapshot } = one as Config;
    return withoutNothing({
      id,
      systemId,
      src: calls[at]?.src,
      onDone: transitionsOf(onDone),
      onError: transitionsOf(onError),
      onSnapshot: transitionsOf(onSnapshot),
    });
  });
  return shortest(all);
}

/** A state as plain data: its states, transitions and names. @param node a state of a machine */
export function plainState(node: AnyStateNode): Config {
  const config = node.config as Config;
  const states = Object.values(node.states);
  return withoutNothing({
    ...Object.fromEntries(PLAIN.map((key) => [key, config[key]])),
    initial: isPlain(config['initial']) ? transitionsOf(config['initial']) : config['initial'],
    entry: actionsOf(config['entry']),
    exit: actionsOf(config['exit']),
    invoke: invokesOf(config['invoke'], node),
    on: eachOf(config['on'], transitionsOf),
    after: eachOf(config['after'], transitionsOf),
    always: transitionsOf(config['always']),
    onDone: transitionsOf(config['onDone']),
    states: states.length === 0 ? undefined : Object.fromEntries(states.map((child) => [child.key, plainState(child)])),
  });
}

/** Names that a chart uses without an implementation of its own: of logic written on the chart, or provided later. */
function usedNames(machine: AnyStateMachine): { actors: string[]; actions: string[]; guards: string[] } {
  const nodes = stateNodes(machine);
  const transitions = nodes.flatMap((node) => [...node.transitions.values(), node.always ?? []].flat());
  const actions = [
    ...nodes.flatMap(({ entry, exit, initial }) => [...entry, ...exit, ...(initial?.actions ?? [])]),
    ...transitions.flatMap((one) => one.actions),
  ];
  return {
    actors: nodes.flatMap((node) => callsOf(node).map(({ src }) => src)),
    actions: actions.filter((action) => !isTimers(action)).map(implementationOf),
    guards: transitions.map(({ guard }) => guardName(guard)).filter((name) => name !== null),
  };
}

/** Delays that a chart names. */
const usedDelays = (machine: AnyStateMachine): string[] =>
  stateNodes(machine)
    .flatMap((node) => Object.keys((node.config as { after?: object }).after ?? {}))
    .filter((delay) => !/^\d+$/.test(delay));

/** The lines that give each name of a kind the same stub. */
const stubs = (kind: string, names: readonly string[], stubOf: (name: string) => string): string =>
  names.length === 0
    ? ''
    : `  ${kind}: {\n${names.map((name) => `    ${keyOf(name)}: ${stubOf(name)},\n`).join('')}  },\n`;

/**
 * A chart as one source that needs nothing but XState, for Stately's editor: the states and transitions of the running machine, with stubs for its actors,
 * actions and guards. Functions that read the context or an event are left out.
 * @param machine any machine
 * @returns TypeScript: `setup({ … }).createMachine({ … })`
 */
export function flatSource(machine: AnyStateMachine): string {
  const { actors, actions, guards, delays } = machine.implementations;
  const name =
    machine.id.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase()).replace(/^\d/, '_$&') || 'the';
  const chart = { id: machine.id, context: {}, ...plainState(machine.root) };
  const used = usedNames(machine);
  const all = (known: object, more: readonly string[]): string[] => [...new Set([...Object.keys(known), ...more])];
  const milliseconds = (delayName: string): string => {
    const delay: unknown = delays[delayName];
    return typeof delay === 'number' ? String(delay) : '() => 0';
  };
  const calls = all(actors, used.actors);
  return [
    `import { type AnyEventObject,${calls.length > 0 ? ' fromPromise,' : ''} setup } from 'xstate';\n\n`,
    `export const ${name}Machine = setup({\n`,
    '  types: {} as { context: object; events: AnyEventObject },\n',
    stubs('actors', calls, () => 'fromPromise<any, any>(async () => undefined)'),
    stubs('actions', all(actions, used.actions), () => '(_: unknown, _params: any) => {}'),
    stubs('guards', all(guards, used.guards), () => '(_: unknown, _params: any) => true'),
    stubs('delays', all(delays, usedDelays(machine)), milliseconds),
    `}).createMachine(${written(chart, '', WIDTH)});\n`,
  ].join('');
}
