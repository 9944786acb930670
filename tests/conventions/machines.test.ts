import type { AnyStateMachine } from 'xstate';
import { assign, createMachine, fromCallback, fromPromise, setup } from 'xstate';
import { describe, expect, it } from 'vitest';

import { stateNodes } from 'xstate-chart-svg/chart';
import { machineProblems } from './machine-rules.ts';
import type { MachineFile } from './machine-rules.ts';
import { parseSource, projectFiles, readSource } from './source.ts';

const modules = import.meta.glob<Record<string, unknown>>('/src/machines/**/*.machine.ts', { eager: true });
const stemOf = (path: string): string => /([\w-]+)\.machine\.ts$/.exec(path)?.[1] ?? '';

function machineIn(module: Record<string, unknown> | undefined): AnyStateMachine {
  const [machine] = Object.values(module ?? {});
  if (typeof machine !== 'object' || machine === null || !('root' in machine)) throw new Error('exports no machine');
  return machine as AnyStateMachine;
}

const files: MachineFile[] = projectFiles('src/machines/**/*.machine.ts').map((path) => {
  const source = parseSource(path, readSource(path));
  const beside = path.replace('.machine.ts', '.setup.ts');
  const hasOwn = projectFiles(beside).length > 0;
  return {
    source,
    setup: hasOwn ? parseSource(beside, readSource(beside)) : source,
    machine: machineIn(modules[`/${path}`]),
  };
});

describe('the machines', () => {
  it('are there', () => {
    expect(files.map((file) => stemOf(file.source.path))).toContain('auth');
  });

  it.each(files.map((file) => [file.source.path, file] as const))('%s follows the rules', (_path, file) => {
    expect(machineProblems(file)).toEqual([]);
  });

  it('have the states that the list names for the charts which the specification asks for', () => {
    const [rows = ''] = /\| asked for [^]*?\n\n/.exec(readSource('src/machines/README.md')) ?? [];
    const named = [...rows.matchAll(/`(\w+)`: ((?:`\w+`(?:, )?)+)/g)].flatMap(([, id = '', list = '']) =>
      [...list.matchAll(/`(\w+)`/g)].map(([, state = '']) => `${id}.${state}`),
    );
    const states = files.flatMap(({ machine }) => stateNodes(machine).map(({ key }) => `${machine.id}.${key}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((one) => !states.includes(one))).toEqual([]);
  });

  it('are all in the list of the machines', () => {
    const list = readSource('src/machines/README.md');
    expect(files.map(({ machine }) => machine.id).filter((id) => !list.includes(`| \`${id}\``))).toEqual([]);
  });
});

const head = `import { setup } from 'xstate';\n/** What it models. */\nexport const doorBellMachine = `;
const code = `${head}setup({ types: {}, actors: { ring: fromPromise<void, undefined>(unprovided) }, delays: { rest: REST } }).createMachine({});`;

const actors = {
  ring: fromPromise<void, undefined>(() => Promise.resolve()),
  listen: fromCallback(() => undefined),
};
const good = setup({
  types: { context: {} as { count: number } },
  actors,
  actions: { countOne: assign({ count: 1 }) },
  guards: { isOpen: () => true },
  delays: { rest: 5 },
}).createMachine({
  id: 'doorBell',
  context: () => ({ count: 0 }),
  initial: 'silent',
  states: {
    silent: { on: { 'button.pressed': { target: 'ringing', guard: 'isOpen', actions: 'countOne' } } },
    ringing: {
      invoke: { id: 'ring', src: 'ring', onDone: { target: 'resting' }, onError: { target: 'silent' } },
      after: { rest: { target: 'resting' } },
    },
    resting: {},
  },
});

const planted = (
  machine: AnyStateMachine,
  text: string = code,
  path = 'src/machines/door-bell.machine.ts',
): MachineFile => {
  const source = parseSource(path, text);
  return { source, setup: source, machine };
};

/** The good chart with one thing changed; built without types, as a mistake would be. */
const chart = (change: Record<string, unknown>): AnyStateMachine => {
  const config = { ...(good.config as object), ...change };
  return createMachine(config as never).provide(good.implementations as never) as AnyStateMachine;
};
const state = (name: string, content: Record<string, unknown>): AnyStateMachine =>
  chart({ initial: name, states: { [name]: content } });

describe('the rules find', () => {
  it('nothing in a chart that follows them', () => {
    expect(machineProblems(planted(good))).toEqual([]);
  });

  it.each<[string, AnyStateMachine, RegExp]>([
    ['an inline action', state('on', { entry: () => undefined }), /entry is a function/],
    ['an inline guard', state('on', { always: { guard: () => true, actions: 'countOne' } }), /guard is a function/],
    ['an action built in the chart', state('on', { entry: assign({ count: 2 }) }), /entry is a function/],
    ['an invoke without onError', state('on', { invoke: { id: 'ring', src: 'ring', onDone: {} } }), /has no onError/],
    ['an invoke without onDone', state('on', { invoke: { id: 'ring', src: 'ring', onError: {} } }), /has no onDone/],
    ['an invoke without an id', state('on', { invoke: { src: 'ring', onDone: {}, onError: {} } }), /has no id/],
    [
      'an id that is not the actor',
      state('on', { invoke: { id: 'bell', src: 'ring', onDone: {}, onError: {} } }),
      /'bell'/,
    ],
    ['a delay in numbers', state('on', { after: { 1000: { target: 'on' } } }), /delay '1000'/],
    ['a wildcard', state('on', { on: { '*': {} } }), /wildcard/],
    ['a state in another case', state('Switched_On', {}), /'Switched_On' is not camelCase/],
    ['an event that is a key', state('on', { on: { CLICK: {} } }), /event 'CLICK'/],
    ['a Date in the context', chart({ context: { at: new Date(0) } }), /context\.at is not JSON/],
    ['undefined in the context', chart({ context: () => ({ at: [undefined] }) }), /context\.at\[0\] is not JSON/],
    ['another id than the file says', chart({ id: 'bell' }), /the id is 'bell'/],
  ])('%s', (_what, machine, problem) => {
    expect(machineProblems(planted(machine)).join('\n')).toMatch(problem);
  });

  it.each<[string, string, RegExp]>([
    ['a file without its paragraph', code.replace('/** What it models. */', ''), /no JSDoc/],
    ['another export', `${code}\nexport const helper = 1;`, /exports doorBellMachine, helper/],
    ['too long a file', `${code}\n${'//\n'.repeat(600)}`, /lines/],
    ['setup out of order', `${head}setup({ actions: {}, actors: {} });`, /in this order/],
    [
      'a promise with one generic',
      `${head}setup({ actors: { ring: fromPromise<void>(x) } });`,
      /fromPromise<Output, Input>/,
    ],
    ['a delay in place', `${head}setup({ delays: { rest: 1000 } });`, /delay 'rest' is a number/],
    ['a branch in an action', `${head}setup({ actions: { a: () => { if (x) y(); } } });`, /'if'/],
    [
      'an action that chooses its event',
      `${head}setup({ actions: { a: emit(() => (x ? { type: 'a.b' } : { type: 'c.d' })) } });`,
      /chooses which event/,
    ],
    [
      'an action that chooses whether to speak',
      `${head}setup({ actions: { a: assign(() => ({ notice: x ? null : messages.y })) } });`,
      /chooses whether it says/,
    ],
    ['enqueueActions', `${head}setup({ actions: { a: enqueueActions(() => {}) } });`, /enqueueActions/],
    ['the clock', `${head}setup({ actions: { a: () => Date.now() } });`, /'Date'/],
    ['chance', `${head}setup({ actions: { a: () => Math.random() } });`, /Math\.random/],
    ['the network', `${head}setup({ actors: { a: fromPromise<void, void>(() => fetch('/')) } });`, /'fetch'/],
  ])('%s', (_what, text, problem) => {
    expect(machineProblems(planted(good, text)).join('\n')).toMatch(problem);
  });

  it.each<[string, string, RegExp]>([
    ['a chart under a name', 'config', /the chart: a name stands where a state/],
    ['a spread among the fields of a state', '{ ...loading }', /the chart: a spread stands where a state/],
    ['a spread among states', '{ states: { ...loading } }', /the chart\.states: a spread stands where a state/],
    ['a state that a function makes', '{ states: { on: loading() } }', /states\.on: a call stands where a state/],
    ['a state under a name', '{ states: { on } }', /states\.on: a name stands where a state/],
    ['states under a name', '{ states: all.states }', /the chart\.states: a name stands where a state/],
    ['a state that is chosen', '{ states: { on: x ? {} : {} } }', /states\.on: an expression stands where a state/],
    ['a state whose name is computed', '{ states: { [name]: {} } }', /states\[…\]: a name stands where a key/],
    ['a state far inside', '{ states: { a: { states: { b } } } }', /states\.a\.states\.b: a name/],
    ['the first state under a name', '{ initial }', /the chart\.initial: a name stands where a transition/],
    ['a spread among events', '{ on: { ...answers } }', /the chart\.on: a spread stands where a transition/],
    ['events under a name', '{ states: { a: { on: answers } } }', /states\.a\.on: a name stands where a transition/],
    ['a transition under a name', "{ on: { 'a.b': answer } }", /on\.a\.b: a name stands where a transition/],
    ['a transition that a function makes', "{ on: { 'a.b': to('c') } }", /on\.a\.b: a call stands where a transition/],
    ['a spread within a transition', "{ on: { 'a.b': { ...late } } }", /on\.a\.b: a spread stands where a transition/],
    [
      'a spread among alternatives',
      '{ after: { rest: [...late] } }',
      /after\.rest: a spread stands where a transition/,
    ],
    ['an alternative under a name', "{ always: [first, { target: 'a' }] }", /always: a name stands where a transition/],
    ['a target under a name', "{ on: { 'a.b': { target } } }", /on\.a\.b\.target: a name stands where a text/],
    ['an outcome under a name', '{ invoke: { onDone: done } }', /invoke\.onDone: a name stands where a transition/],
    ['a failure under a name', '{ invoke: [{ onError }] }', /invoke\.onError: a name stands where a transition/],
    ['an invoke under a name', '{ invoke: call }', /the chart\.invoke: a name stands where an invoke/],
    ['the end of a state under a name', '{ onDone }', /the chart\.onDone: a name stands where a transition/],
  ])('%s', (_what, chartCode, problem) => {
    const text = `${head}setup({}).createMachine(${chartCode});`;
    expect(machineProblems(planted(good, text)).join('\n')).toMatch(problem);
  });

  it('a file without a chart, and one with two', () => {
    const two = `${head}setup({}).createMachine({});\nconst other = setup({}).createMachine({});`;
    expect(machineProblems(planted(good, `${head}setup({});`)).join('\n')).toMatch(/0 calls of createMachine/);
    expect(machineProblems(planted(good, two)).join('\n')).toMatch(/2 calls of createMachine/);
  });

  it('nothing in what a chart may name: actions, guards, params, input', () => {
    const text = `${head}setup({}).createMachine({
      context: ({ input }) => ({ ...input }),
      entry: noted,
      states: { on: { on: { 'a.b': [{ guard: isOpen, actions: noted }, { target: ['on', 'off'] }, 'off'] } } },
      invoke: [{ id: 'ring', src: 'ring', input: ({ context }) => ({ ...context }), onDone: {} }],
      output: outputOf,
    });`;
    expect(machineProblems(planted(good, text))).toEqual([]);
  });

  it('no outcome missing from a push source, which has none', () => {
    const text = `${head}setup({ actors: { listen: fromCallback(() => undefined) } }).createMachine({});`;
    const machine = state('on', { invoke: { id: 'listen', src: 'listen' } });
    expect(machineProblems(planted(machine, text))).toEqual([]);
  });
});
