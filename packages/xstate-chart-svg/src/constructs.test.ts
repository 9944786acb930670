import { expect, it } from 'vitest';
import {
  and,
  type AnyStateMachine,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  forwardTo,
  fromPromise,
  log,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';
import * as examples from '../examples/machines.ts';
import { chartSvg, diffSvg } from './chart-svg.ts';
import { mermaid } from './mermaid.ts';
import { flatSource } from './source.ts';

type State = Record<string, unknown>;

/** A chart with one construct in its first state; the second is its target. */
const chart = (a: State, more: State = {}): AnyStateMachine =>
  createMachine({ id: 'm', initial: 'a', states: { a, b: {}, ...more } } as object);
const on = (transition: unknown): State => ({ on: { go: transition } });
const does = (actions: unknown): State => on({ target: 'b', actions });
const work = fromPromise(async () => undefined);

const inline = (): void => undefined;
const isReady = (): boolean => true;

/** A construct, and the words by which its drawing and its source show it. */
const CONSTRUCTS: readonly [string, AnyStateMachine, drawn: string[], source: string[]][] = [
  ['createMachine without setup', chart(on('b')), ['go'], ["go: 'b'"]],
  [
    'setup',
    setup({ guards: { ok: () => true } }).createMachine({ id: 's', on: { go: { guard: 'ok' } } }),
    ['go [ok]'],
    ["guard: 'ok'"],
  ],
  [
    'an invoke without an id',
    chart({ invoke: { src: 'load', onDone: 'b', onError: 'b' } }),
    ['calls load', 'load ✓/✗'],
    ["src: 'load'"],
  ],
  [
    'two of one source',
    chart({
      invoke: [
        { src: 'load', onDone: 'b' },
        { src: 'load', onDone: 'b' },
      ],
    }),
    ['load ✓', 'load #2 ✓'],
    ["src: 'load'"],
  ],
  [
    'an invoke with an id',
    chart({ invoke: { id: 'first', src: 'load', onDone: 'b' } }),
    ['calls load as first', 'first ✓'],
    ["id: 'first'"],
  ],
  [
    'inline logic of a call',
    chart({ invoke: { src: work, onDone: 'b' } }),
    ['calls (inline)', '(inline) ✓'],
    ["'(inline)': fromPromise"],
  ],
  [
    'a machine as inline logic',
    chart({ invoke: { src: createMachine({ id: 'child' }), onDone: 'b' } }),
    ['calls child', 'child ✓'],
    ["src: 'child'"],
  ],
  [
    'systemId',
    chart({ invoke: { src: 'load', systemId: 'loader' } }),
    ['calls load, in the system as loader'],
    ["systemId: 'loader'"],
  ],
  ['onSnapshot', chart({ invoke: { src: 'count', onSnapshot: 'b' } }), ['count changes'], ["onSnapshot: 'b'"]],
  ['an inline action', chart(does(() => undefined)), ['go / (inline)'], ["actions: '(inline)'", "'(inline)': (_"]],
  ['a function with a name', chart(does(inline)), ['go / inline'], ["actions: 'inline'"]],
  ['assign', chart(does(assign({}))), ['go / assign'], ["actions: 'assign'", 'assign: (_']],
  ['raise', chart(does(raise({ type: 'x' }))), ['go / raise x'], ["'raise x'"]],
  [
    'raise with a delay',
    chart(does(raise({ type: 'x' }, { delay: 50 }))),
    ['/ raise x after 50 ms'],
    ["'raise x after 50 ms'"],
  ],
  ['cancel', chart(does(cancel('late'))), ['go / cancel late'], ["'cancel late'"]],
  [
    'sendTo with a delay',
    chart(does(sendTo('svc', { type: 'x' }, { delay: 500 }))),
    ['send x to svc after 500 ms'],
    ["'send x to svc after 500 ms'"],
  ],
  [
    'sendTo itself',
    chart(does(sendTo(({ self }) => self, { type: 'x' }))),
    ['send x to an actor'],
    ["'send x to an actor'"],
  ],
  ['sendParent', chart(does(sendParent({ type: 'x' }))), ['/ send x to parent'], ["'send x to parent'"]],
  ['forwardTo', chart(does(forwardTo('svc'))), ['send an event to svc'], ["'send an event to svc'"]],
  ['emit', chart(does(emit({ type: 'x' }))), ['go / emit x'], ["'emit x'"]],
  ['log', chart(does(log('x'))), ['go / log'], ["'log'"]],
  ['spawnChild', chart(does(spawnChild('work'))), ['go / spawn work'], ["'spawn work'"]],
  ['spawn in assign', chart(does(assign(({ spawn }) => ({ child: spawn(work) })))), ['go / assign'], ["'assign'"]],
  ['stopChild', chart(does(stopChild('one'))), ['go / stop one'], ["'stop one'"]],
  [
    'enqueueActions',
    chart(does(enqueueActions(({ enqueue }) => enqueue('noop')))),
    ['go / enqueueActions'],
    ["'enqueueActions'"],
  ],
  [
    'action with parameters',
    chart(does({ type: 'askFor', params: { role: 'admin' } })),
    ['go / askFor(admin)'],
    ["type: 'askFor'", 'askFor: (_'],
  ],
  ['an inline guard', chart(on({ target: 'b', guard: () => true })), ['go [(inline)]'], ["guard: '(inline)'"]],
  ['a guard with a name', chart(on({ target: 'b', guard: isReady })), ['go [isReady]'], ["guard: 'isReady'"]],
  [
    'and, or, not',
    chart(on({ target: 'b', guard: and(['x', or(['y', not('z')])]) })),
    ['[x and (y or not z)]'],
    ["'x and (y or not z)'"],
  ],
  ['stateIn', chart(on({ target: 'b', guard: stateIn('a') })), ['go [in a]'], ["guard: 'in a'"]],
  [
    'guards in order',
    chart(on([{ guard: 'x', target: 'b' }, { guard: 'y', target: 'a' }, { target: 'b' }])),
    ['go [1: x]', 'go [2: y]', 'go [else]'],
    ["guard: 'y'"],
  ],
  ['wildcard', chart({ on: { '*': 'b' } }), ['any other event'], ["'*': 'b'"]],
  ['partial wildcard', chart({ on: { 'mouse.*': 'b' } }), ['mouse.*'], ["'mouse.*': 'b'"]],
  ['after', chart({ after: { 100: 'b' } }), ['after 100 ms'], ["'100': 'b'"]],
  ['always', chart({ always: { guard: 'x', target: 'b' } }), ['[x]'], ["always: { guard: 'x'"]],
  [
    'history with a default',
    chart({ initial: 'x', states: { x: {}, h: { type: 'history', history: 'deep', target: 'x' } } }),
    ['H*', 'at first'],
    ["history: 'deep'"],
  ],
  [
    'final and onDone',
    chart({ initial: 'x', states: { x: { type: 'final' } }, onDone: 'b' }),
    ['all done'],
    ["type: 'final'"],
  ],
  [
    'entry, exit and tags',
    chart({ entry: 'in', exit: 'out', tags: ['t'] }),
    ['on entry: in', 'on leaving: out', '# t'],
    ["exit: 'out'"],
  ],
  [
    'parallel',
    chart({ type: 'parallel', states: { x: { initial: 'p', states: { p: {} } }, y: {} } }),
    ['stroke-dasharray="6 4"'],
    ["type: 'parallel'"],
  ],
  ['a transition that stays', chart(on({ actions: 'count' })), ['↻ go: count'], ["actions: 'count'"]],
  [
    'states with ids of their own',
    chart({ id: 'own', initial: 'x', states: { x: { id: 'deep' } }, on: { go: '#deep' } }),
    ['wherever in a', 'go'],
    ["go: '#deep'"],
  ],
  [
    'an initial transition with actions',
    createMachine({ id: 'i', initial: { target: 'a', actions: 'begin' }, states: { a: {} } } as object),
    ['at first / begin'],
    ["actions: 'begin'"],
  ],
];

it.each(CONSTRUCTS)('%s is right in the drawing and in the source', async (_, machine, drawn, source) => {
  const svg = await chartSvg(machine);
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join('\n');
  for (const words of drawn) expect(words.startsWith('stroke') ? svg : `${texts}\n${svg}`).toContain(words);
  const written = flatSource(machine);
  for (const words of source) expect(written).toContain(words);
  expect(`${svg}${written}${mermaid(machine)}`).not.toMatch(/xstate\.(?!done|error)|\b\d\.m\.a\b|undefined\b(?!\))/);
});

it.each(Object.entries(examples))(
  'the example %s is drawn twice alike, without names that XState made',
  async (_, machine) => {
    const svg = await chartSvg(machine);
    expect(svg).not.toMatch(/xstate\.|\(machine\)/);
    expect(await chartSvg(machine)).toBe(svg);
  },
);

it('a changed transition says in a comparison what it was', async () => {
  const version = (transition: State): AnyStateMachine => chart(on({ target: 'b', ...transition }));
  const found = await diffSvg(version({ guard: 'old' }), version({ guard: 'new', actions: 'say' }));
  const was = 'was [old] / nothing';
  expect(found?.changes).toEqual([{ kind: 'changed', what: `a · go [new] → b (${was})` }]);
  for (const line of ['was [old]', '/ nothing']) expect(found?.svg).toContain(`>${line}<`);
});

it('a transition that is gone says in a comparison that it was for all other cases, and what stays is not coloured', async () => {
  const before = chart({ invoke: { src: 'call' }, on: { go: [{ guard: 'one', target: 'b' }, { target: 'a' }] } });
  const after = chart({ invoke: { src: 'call' }, on: { go: { guard: 'one', target: 'b' } } });
  const found = await diffSvg(before, after);
  expect(found?.svg).toContain('>[else]<');
  expect(found?.svg).toMatch(/fill="var\(--chart-quiet\)"[^>]*>calls call</);
});
