import { type AnyStateMachine, type AnyStateNode, not, StateMachine } from 'xstate';

import { guardName, shortName, stateNodes } from 'xstate-chart-svg/chart';

/**
 * One change of a chart, by which its tests are tested. `state`, `event`: its place in the chart; `id`: the same as
 * long as the chart's code is.
 */
export type ChartFault = { id: string; kind: string; state: string; event: string; what: string };

type Config = Record<string, unknown>;
type Key = string | number;
type Mutation = ChartFault & { change: (config: Config, implementations: Config) => void };

const isPlain = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Copies plain data; functions and other objects stay the same. */
function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as T;
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
/** The text of a part of a chart, functions included, by which two parts are compared; a browser runs this file too. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'function' ? String(part) : part)) ?? '';
const nameOf = (value: unknown): string => (isPlain(value) ? String(value['type']) : String(value));

function partOf(config: Config, path: readonly Key[]): Config {
  let found: unknown = config;
  for (const key of path) found = (found as Record<Key, unknown>)[key];
  return found as Config;
}

function put(config: Config, path: readonly Key[], value: unknown): void {
  partOf(config, path.slice(0, -1))[path.at(-1) ?? ''] = value;
}

/** Removes an element from a list, or a property from an object. */
function remove(config: Config, path: readonly Key[]): void {
  const holder: unknown = partOf(config, path.slice(0, -1));
  const key = path.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder as Config, key);
}

const mutationAt =
  (state: string, event: string) =>
  (kind: string, what: string, change: Mutation['change']): Mutation => ({
    id: `${kind} ${state} · ${event}: ${what}`,
    kind,
    state,
    event,
    what,
    change,
  });

/** A transition as it is written: its state, its event, and its index among the alternatives of that event, at `whole` if there are several. */
type Written = {
  event: string;
  type: string;
  path: readonly Key[];
  whole: readonly Key[];
  value: unknown;
  index: number;
};

function transitionsIn(node: AnyStateNode, path: readonly Key[]): Written[] {
  const config = node.config as Config;
  const alternatives = (event: string, type: string, where: readonly Key[], value: unknown): Written[] =>
    listOf(value).map((one, index) => ({
      event,
      type,
      path: Array.isArray(value) ? [...path, ...where, index] : [...path, ...where],
      whole: [...path, ...where],
      value: one,
      index,
    }));
  const invokes = listOf(config['invoke']).flatMap((invoke, index) => {
    const { onDone, onError } = invoke as Config;
    const id = node.invoke[index]?.id ?? '';
    const where = Array.isArray(config['invoke']) ? ['invoke', index] : ['invoke'];
    return [
      ...alternatives(`${id} ✓`, `xstate.done.actor.${id}`, [...where, 'onDone'], onDone),
      ...alternatives(`${id} ✗`, `xstate.error.actor.${id}`, [...where, 'onError'], onError),
    ];
  });
  const named = (key: 'on' | 'after'): [string, unknown][] => Object.entries((config[key] ?? {}) as Config);
  return [
    ...named('on').flatMap(([event, value]) => alternatives(event, event, ['on', event], value)),
    ...named('after').flatMap(([delay, value]) =>
      alternatives(`after ${delay}`, `xstate.after.${delay}.${node.id}`, ['after', delay], value),
    ),
    ...alternatives('always', '', ['always'], config['always']),
    ...alternatives('done', `xstate.done.state.${node.id}`, ['onDone'], config['onDone']),
    ...invokes,
  ];
}

/** The next sibling of a state, to which a transition could lead as well. */
function sisterOf(target: AnyStateNode): AnyStateNode | null {
  if (!target.parent || target.parent.type === 'parallel') return null;
  const sisters = Object.values(target.parent.states).filter(({ type }) => type !== 'history');
  const next = sisters[(sisters.indexOf(target) + 1) % sisters.length];
  return next && next !== target ? next : null;
}

/** Puts a value of a list in the place of the one after it. */
const swapped = (list: readonly unknown[], at: number): unknown[] =>
  list.map((one, index) => (index === at ? list[at + 1] : index === at + 1 ? list[at] : one));

/** True if one of two actions changes the context and the other reads it, so that their order matters. */
function isOrderKnown({ implementations }: AnyStateMachine, actions: readonly unknown[]): boolean {
  const parts = actions.map((action) => Object(implementations.actions[nameOf(action)]) as Config);
  const codeOf = (part: Config): string =>
    Object.values(part)
      .flatMap((value) => (isPlain(value) ? Object.values(value) : [value]))
      .map(String)
      .join();
  return parts.some((part, at) => part['type'] === 'xstate.assign' && /\bcontext\b/.test(codeOf(parts[1 - at] ?? {})));
}

/** The other value of a parameter that is written on the chart; null for one that a function returns. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? 'another' : '';
  return typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : null;
}

/** A guard or an action with each of its written parameters changed. */
function withOtherParams(part: unknown): { what: string; into: Config }[] {
  const params = isPlain(part) ? part['params'] : undefined;
  if (!isPlain(part) || !isPlain(params)) return [];
  return Object.entries(params).flatMap(([name, value]) => {
    const other = otherThan(value);
    const what = `${nameOf(part)} with ${name}: ${JSON.stringify(other)}`;
    return other === null ? [] : [{ what, into: { ...part, params: { ...params, [name]: other } } }];
  });
}

function ofTransition(node: AnyStateNode, { event, type, path, whole, value, index }: Written): Mutation[] {
  const state = node.id;
  const written: Config = isPlain(value) ? value : { target: value };
  const definition = (type === '' ? (node.always ?? []) : (node.transitions.get(type) ?? []))[index];
  const target = definition?.target?.[0];
  const where = index === 0 ? event : `${event} #${index + 1}`;
  const guard = guardName(written['guard']);
  const short = (found: AnyStateNode): string => shortName(node.machine, found.id);
  const change = mutationAt(state, where);
  const set = (changes: Config) => (config: Config) => put(config, path, { ...written, ...changes });
  const sister = target ? sisterOf(target) : null;
  const isOwn = target === node;
  const actions = listOf(written['actions']);
  const isAlone = path.length === whole.length;
  const siblings = isAlone ? 1 : listOf(partOf(node.machine.config as Config, whole)).length;
  return [
    ...(index === 0 ? [change('forgotten', 'is forgotten', (config: Config) => remove(config, whole))] : []),
    ...(siblings > 1
      ? [change('event', 'is not one of the alternatives', (config: Config) => remove(config, path))]
      : []),
    ...(index < siblings - 1
      ? [
          change('order', 'comes after the next alternative', (config: Config) =>
            put(config, whole, swapped(listOf(partOf(config, whole)), index)),
          ),
        ]
      : []),
    ...actions
      .slice(1)
      .flatMap((action, at) =>
        isOrderKnown(node.machine, [actions[at], action])
          ? [change('order', `${nameOf(action)} before ${nameOf(actions[at])}`, set({ actions: swapped(actions, at) }))]
          : [],
      ),
    ...withOtherParams(written['guard']).map(({ what, into }) => change('param', what, set({ guard: into }))),
    ...actions.flatMap((action, at) =>
      withOtherParams(action).map(({ what, into }) =>
        change('param', what, set({ actions: actions.map((one, other) => (other === at ? into : one)) })),
      ),
    ),
    ...(target && sister
      ? [change('target', `${short(target)} → ${short(sister)}`, set({ target: `#${sister.id}` }))]
      : []),
    ...(guard === null
      ? []
      : [
          change('guard', `without [${guard}]`, set({ guard: undefined })),
          change('guard', `not [${guard}]`, set({ guard: not(written['guard'] as never) })),
        ]),
    ...actions.map((action, at) =>
      change('action', `without ${nameOf(action)}`, set({ actions: actions.filter((_, other) => other !== at) })),
    ),
    ...(written['reenter'] === true ? [change('rearm', 'without reenter', set({ reenter: undefined }))] : []),
    ...(event.startsWith('after ') && isOwn
      ? [change('rearm', 'without its target', set({ target: undefined, reenter: undefined }))]
      : []),
  ];
}

function ofState(node: AnyStateNode, path: readonly Key[]): Mutation[] {
  const config = node.config as Config;
  const actors = Object.keys(node.machine.implementations.actors);
  const change = (kind: string, event: string, what: string, make: Mutation['change']): Mutation =>
    mutationAt(node.id, event)(kind, what, make);
  const lists = (['entry', 'exit', 'tags'] as const).flatMap((key) =>
    listOf(config[key]).map((one, at, all) =>
      change(key === 'tags' ? 'tag' : 'action', key, `without ${nameOf(one)}`, (copy) =>
        put(
          copy,
          [...path, key],
          all.filter((_, other) => other !== at),
        ),
      ),
    ),
  );
  const [entry, exit] = [config['entry'], config['exit']];
  const turned =
    listOf(entry).length + listOf(exit).length === 0 || textOf(entry) === textOf(exit)
      ? []
      : [
          change('order', 'entry', 'entry and exit swapped', (copy) => {
            put(copy, [...path, 'entry'], listOf(exit));
            put(copy, [...path, 'exit'], listOf(entry));
          }),
        ];
  const invokes = listOf(config['invoke']).flatMap((value, index) => {
    const invoke = value as Config;
    const where = [...path, 'invoke', ...(Array.isArray(config['invoke']) ? [index] : [])];
    const id = node.invoke[index]?.id ?? '';
    const other = actors[(actors.indexOf(String(invoke['src'])) + 1) % actors.length];
    const set = (changes: Config) => (copy: Config) => put(copy, where, { ...invoke, id, ...changes });
    return [
      change('wiring', id, 'is not called', (copy) => remove(copy, where)),
      ...(other === undefined || other === invoke['src']
        ? []
        : [change('wiring', id, `calls ${other}`, set({ src: other }))]),
      ...(invoke['input'] === undefined ? [] : [change('wiring', id, 'without its input', set({ input: undefined }))]),
      ...(invoke['onDone'] === undefined || textOf(invoke['onDone']) === textOf(invoke['onError'])
        ? []
        : [
            change(
              'wiring',
              id,
              'success and failure swapped',
              set({ onDone: invoke['onError'], onError: invoke['onDone'] }),
            ),
          ]),
    ];
  });
  const children = Object.keys(node.states);
  const initial = config['initial'];
  const next = children[(children.indexOf(String(initial)) + 1) % children.length];
  const begins =
    typeof initial === 'string' && next !== undefined && next !== initial
      ? [change('target', 'initial', `${initial} → ${next}`, (copy) => put(copy, [...path, 'initial'], next))]
      : [];
  return [
    ...lists,
    ...turned,
    ...invokes,
    ...begins,
    ...transitionsIn(node, path).flatMap((one) => ofTransition(node, one)),
  ];
}

function mutations(machine: AnyStateMachine): Mutation[] {
  const pathOf = (node: AnyStateNode): Key[] => node.path.flatMap((key) => ['states', key]);
  const delays = Object.entries(machine.implementations.delays).map(([name, delay]): Mutation => {
    const longer =
      typeof delay === 'function'
        ? (...given: never[]): number => Number((delay as (...all: never[]) => unknown)(...given)) + 1
        : delay + 1;
    return mutationAt(machine.id, name)(
      'delay',
      '1 ms longer',
      (_, implementations) => void (implementations['delays'] = { ...machine.implementations.delays, [name]: longer }),
    );
  });
  return [...stateNodes(machine).flatMap((node) => ofState(node, pathOf(node))), ...delays];
}

/**
 * @param machine a machine
 * @returns every fault of its chart that can be planted, in a fixed order
 */
export const chartFaultsOf = (machine: AnyStateMachine): ChartFault[] =>
  mutations(machine).map(({ id, kind, state, event, what }) => ({ id, kind, state, event, what }));

/**
 * The machine with one fault.
 * @param machine without the fault
 * @param id of the fault, from `chartFaultsOf`
 * @throws when the chart has no such fault
 */
export function plant<M extends AnyStateMachine>(machine: M, id: string): M {
  const mutation = mutations(machine).find((one) => one.id === id);
  if (!mutation) throw new Error(`There is no fault '${id}' in ${machine.id}.`);
  const config = copyOf(machine.config as Config);
  const implementations: Config = { ...machine.implementations };
  mutation.change(config, implementations);
  return new StateMachine(config as never, implementations as never) as AnyStateMachine as M;
}
