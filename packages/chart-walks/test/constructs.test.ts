import {
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  log,
  not,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
  type AnyActorRef,
  type AnyStateMachine,
} from 'xstate';
import { expect, it } from 'vitest';
import { chartProblems, explore, headlessDriver, type Model, type Outcome, walkPath, walks } from 'chart-walks';

type Options = {
  outcomes?: Record<string, Record<string, Outcome>>;
  key?: () => Record<string, unknown>;
  starts?: Record<string, { input: unknown }>;
  once?: readonly string[];
  restarts?: Record<string, readonly string[]>;
};

const get = fromPromise<string>(() => Promise.reject(new Error('really called')));
const listen = fromCallback(() => {
  throw new Error('really run');
});
const answers = { 'it worked': { output: 'x' }, 'it failed': { error: new Error('no') } };
const events = { types: { events: {} as { type: 'go' } | { type: 'stop' } | { type: 'late' } } };

const madeWith = setup({
  types: { context: {} as { n: number; ref?: unknown }, events: events.types.events },
  actors: { get, listen },
  actions: { note: () => {}, count: assign({ n: ({ context }) => context.n + 1 }) },
  guards: { isSmall: ({ context }) => context.n < 2 },
  delays: { soon: 1_000, later: ({ context }) => (context.n + 1) * 500 },
});

/** A chart of two states whose first one has these parts. `go` and `stop` lead there and back unless they say otherwise. */
const two = (a: object, b: object = {}, whole: object = {}): AnyStateMachine =>
  createMachine({
    id: 'two',
    initial: 'a',
    states: { a: { on: { go: 'b' }, ...a }, b: { on: { stop: 'a' }, ...b } },
    ...whole,
  });
const isAtLeast = (_: unknown, { least }: { least: number }): boolean => least > 0;

/** Ends of a spawned child, which the types of a chart do not know. */
const ENDS: object = { 'xstate.done.actor.kid': 'c', 'xstate.error.actor.kid': 'c' };

/** Every construct by its name, with the events of its model. A text in the last place is what it is refused with. */
const CONSTRUCTS: readonly [string, AnyStateMachine, readonly string[], Options?, RegExp?][] = [
  ['entry and exit', two({ entry: 'note', exit: 'note' }).provide({ actions: { note: () => {} } }), ['go', 'stop']],
  ['an action without a target', two({ on: { go: 'b', late: { actions: log('x') } } }), ['go', 'stop', 'late']],
  ['reenter', two({ on: { go: 'b', late: { target: 'a', reenter: true } } }), ['go', 'stop', 'late']],
  ['tags and meta', two({ tags: ['x'], meta: { y: 1 } }), ['go', 'stop']],
  ['always', two({}, { always: 'c' }, { states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: {} } }), ['go']],
  [
    'always without an end',
    two({}, {}, { states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } } }),
    ['go'],
    {},
    /runs in a circle: .*give one of its 'always' a guard/,
  ],
  ['after, in milliseconds', two({ after: { 500: 'b' } }), ['go', 'stop']],
  [
    'after, by name and by a function of the context',
    madeWith.createMachine({
      id: 'waits',
      context: { n: 0 },
      initial: 'a',
      states: { a: { after: { soon: 'b' } }, b: { after: { later: 'a' } } },
    }),
    [],
    {},
    /'isSmall' stands among the guards/,
  ],
  [
    'guards in order, with parameters',
    setup({ ...events, guards: { isAtLeast } }).createMachine({
      id: 'guarded',
      initial: 'a',
      states: { a: { on: { go: [{ guard: { type: 'isAtLeast', params: { least: 1 } }, target: 'b' }] } }, b: {} },
    }),
    ['go'],
  ],
  [
    'and, not, stateIn',
    setup({ ...events, guards: { isOff: () => false, isOn: and([not('isOff'), stateIn('a')]) } }).createMachine({
      id: 'combined',
      initial: 'a',
      states: { a: { on: { go: { guard: 'isOn', target: 'b' } } }, b: {} },
    }),
    ['go'],
  ],
  ['a guard without a name', two({ on: { go: { guard: () => true, target: 'b' } } }), ['go', 'stop']],
  [
    'a history state',
    createMachine({
      id: 'history',
      initial: 'in',
      states: {
        in: {
          initial: 'x',
          on: { stop: 'out' },
          states: { x: { on: { late: 'y' } }, y: {}, back: { type: 'history', history: 'deep' } },
        },
        out: { on: { go: 'in.back' } },
      },
    }),
    ['go', 'stop', 'late'],
  ],
  [
    'parallel states that end, and onDone',
    createMachine({
      id: 'both',
      initial: 'at',
      states: {
        at: {
          type: 'parallel',
          onDone: 'over',
          states: {
            one: { initial: 'x', states: { x: { on: { go: 'y' } }, y: { type: 'final' } } },
            two: { initial: 'x', states: { x: { on: { stop: 'y' } }, y: { type: 'final' } } },
          },
        },
        over: { type: 'final' },
      },
    }),
    ['go', 'stop'],
  ],
  [
    'an invoke with an id',
    setup({ ...events, actors: { get } }).createMachine({
      id: 'calls',
      initial: 'a',
      states: { a: { invoke: { id: 'asks', src: 'get', onDone: 'b', onError: 'b' } }, b: {} },
    }),
    [],
    { outcomes: { asks: answers } },
  ],
  [
    'an invoke without an id, by its source',
    setup({ ...events, actors: { get } }).createMachine({
      id: 'calls',
      initial: 'a',
      states: { a: { invoke: { src: 'get', onDone: 'b', onError: 'b' } }, b: {} },
    }),
    [],
    { outcomes: { get: answers } },
  ],
  [
    'two invokes without ids, of one source, at the same time',
    setup({ ...events, actors: { get } }).createMachine({
      id: 'calls',
      type: 'parallel',
      states: {
        p: { initial: 'a', states: { a: { invoke: { src: 'get', onDone: 'b', onError: 'b' } }, b: {} } },
        q: { initial: 'a', states: { a: { invoke: { src: 'get', onDone: 'b', onError: 'b' } }, b: {} } },
      },
    }),
    [],
    { outcomes: { get: answers } },
  ],
  [
    'an invoke of logic without a name',
    two({ invoke: { id: 'asks', src: get, onDone: 'b', onError: 'b' } }),
    ['go', 'stop'],
    { outcomes: { asks: answers } },
    /the actor 'xstate\.invoke\.0\.two\.a' has no name/,
  ],
  [
    'a callback that receives events',
    setup({ ...events, actors: { listen } }).createMachine({
      id: 'listens',
      invoke: { id: 'ear', src: 'listen' },
      on: { go: { actions: sendTo('ear', { type: 'hush' }) } },
    }),
    ['go'],
  ],
  [
    'onSnapshot',
    setup({ ...events, actors: { child: createMachine({}) } }).createMachine({
      id: 'follows',
      initial: 'a',
      states: { a: { invoke: { id: 'count', src: 'child', onSnapshot: 'b' } }, b: {} },
    }),
    ['xstate.snapshot.count'],
  ],
  [
    'onSnapshot that is not offered',
    setup({ ...events, actors: { child: createMachine({}) } }).createMachine({
      id: 'follows',
      initial: 'a',
      states: { a: { invoke: { id: 'count', src: 'child', onSnapshot: 'b' } }, b: {} },
    }),
    [],
    {},
    /never offers 'xstate\.snapshot\.count', a snapshot of a child that a walk holds: write events: .* snapshot: \{/,
  ],
  [
    'spawn in an assign, with an id',
    setup({ ...events, types: { ...events.types, context: {} as { ref: unknown } }, actors: { get } }).createMachine({
      id: 'spawns',
      context: { ref: null },
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: assign({ ref: ({ spawn }) => spawn('get', { id: 'kid' }) }) } } },
        b: { on: ENDS },
        c: {},
      },
    }),
    ['go'],
    { outcomes: { kid: answers } },
  ],
  [
    'spawn in an assign, without an id',
    setup({ ...events, types: { ...events.types, context: {} as { ref: unknown } }, actors: { listen } }).createMachine(
      {
        id: 'spawns',
        context: { ref: null },
        initial: 'a',
        states: {
          a: { on: { go: { target: 'b', actions: assign({ ref: ({ spawn }) => spawn('listen') }) } } },
          b: { on: { stop: 'a' } },
        },
      },
    ),
    ['go', 'stop'],
  ],
  [
    'spawn of logic without a name',
    two(
      { on: { go: { target: 'b', actions: assign({ ref: ({ spawn }) => spawn(listen) as unknown }) } } },
      {},
      { context: { ref: 0 } },
    ),
    ['go', 'stop'],
    {},
    /spawns logic that has no name, and a walk would really run it/,
  ],
  [
    'spawnChild and stopChild',
    setup({ ...events, actors: { listen } }).createMachine({
      id: 'spawns',
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', actions: spawnChild('listen', { id: 'kid' }) } } },
        b: { on: { stop: { target: 'a', actions: stopChild('kid') } } },
      },
    }),
    ['go', 'stop'],
  ],
  [
    'enqueueActions that names an action',
    setup({ ...events, actions: { noop: () => {} } }).createMachine({
      id: 'queues',
      on: { go: { actions: enqueueActions(({ enqueue }) => enqueue('noop')) } },
    }),
    ['go'],
  ],
  ['raise', two({ on: { go: { actions: raise({ type: 'late' }) }, late: 'b' } }), ['go', 'stop', 'late']],
  [
    'raise with a delay, and cancel',
    two(
      { entry: raise({ type: 'late' }, { delay: 700, id: 'bell' }), exit: cancel('bell'), on: { go: 'b', late: 'b' } },
      {},
    ),
    ['go', 'stop', 'late'],
  ],
  [
    'sendTo itself with a delay',
    two({ entry: sendTo(({ self }) => self, { type: 'late' }, { delay: 700 }), on: { late: 'b' } }),
    ['stop'],
  ],
  ['sendTo itself at once', two({ entry: sendTo(({ self }) => self, { type: 'late' }), on: { late: 'b' } }), ['stop']],
  [
    'sendTo a child with a delay',
    setup({ ...events, actors: { listen } }).createMachine({
      id: 'wakes',
      invoke: { id: 'ear', src: 'listen' },
      initial: 'a',
      states: { a: { on: { go: { target: 'b', actions: sendTo('ear', { type: 'wake' }, { delay: 700 }) } } }, b: {} },
    }),
    ['go'],
  ],
  [
    'sendParent and emit',
    two({ on: { go: { target: 'b', actions: [sendParent({ type: 'x' }), emit({ type: 'y' })] } } }),
    ['go', 'stop'],
  ],
  ['a wildcard', two({ on: { '*': 'b' } }), ['anything', 'stop']],
  [
    'a wildcard that is not offered',
    two({ on: { go: 'b', '*': 'b' } }),
    ['go'],
    {},
    /never offers an event that 'two\.a' takes as '\*': write events: .*'something\.else'/,
  ],
  [
    'a wildcard of a part that is not offered',
    two({ on: { go: 'b', 'mouse.*': 'b' } }),
    ['go', 'stop'],
    {},
    /takes as 'mouse\.\*': write events: .*'mouse\.something'/,
  ],
  [
    'systemId of a child that receives events',
    setup({ ...events, actors: { listen } }).createMachine({
      id: 'system',
      initial: 'a',
      states: {
        a: {
          invoke: { id: 'ear', src: 'listen', systemId: 'svc' },
          on: { stop: 'b', late: { actions: sendTo(({ system }) => system.get('svc') as AnyActorRef, { type: 'x' }) } },
        },
        b: { on: { go: 'a' } },
      },
    }),
    ['go', 'stop', 'late'],
  ],
  [
    'chance in an assign',
    setup({
      types: { context: {} as { at: number }, events: events.types.events },
      actions: { mark: assign({ at: () => Math.random() }) },
    }).createMachine({ id: 'chance', context: { at: 0 }, on: { go: { actions: 'mark' } } }),
    ['go'],
    { key: () => ({}) },
    /The context differs in 'at'\. 'mark' reads a clock or chance: let an event/,
  ],
  [
    'a clock in a guard',
    setup({ ...events, guards: { isSecond: () => Date.now() < 0 } }).createMachine({
      id: 'clock',
      initial: 'a',
      states: {
        a: { on: { go: [{ guard: 'isSecond', target: 'c' }, { target: 'b' }] } },
        b: { on: { stop: 'a' } },
        c: { on: { stop: 'a' } },
      },
    }),
    ['go', 'stop'],
    {},
    /the guard 'isSecond' reads a clock or chance: let the event/,
  ],
  [
    'input and output',
    setup({
      types: { context: {} as { n: number }, input: {} as { n: number }, events: events.types.events },
    }).createMachine({
      id: 'put',
      context: ({ input }) => ({ n: input.n }),
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { type: 'final' } },
      output: ({ context }) => context.n,
    }),
    ['go'],
    { starts: { 'with 1': { input: { n: 1 } } } },
  ],
];

/** Explores a machine and walks it headless. @returns the problems; empty if the walks take all edges */
async function problemOf(machine: AnyStateMachine, types: readonly string[], options: Options): Promise<string> {
  const offered = Object.fromEntries(types.map((type) => [`sends ${type}`, { type, snapshot: {} }]));
  const model: Model = { machine, options: { ...options, events: () => offered } as Model['options'] };
  try {
    const explored = explore(model);
    const problems = chartProblems(explored);
    if (problems.length > 0) return problems.join('\n');
    for (const path of walks(explored, 'edges')) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one walk after the other
      await walkPath(explored, path, headlessDriver(model), { file: 'x', isDrawn: () => false });
    }
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

it.each(CONSTRUCTS)('%s', async (_, machine, types, options = {}, refused = /^$/) => {
  expect(await problemOf(machine, types, options)).toMatch(refused);
});
