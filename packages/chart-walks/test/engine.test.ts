import { assign, createMachine, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { describePaths } from 'chart-walks/vitest';
import { chartProblems, takeStep, explore, headlessDriver, defineModel, effectText } from 'chart-walks';

const unasked = (): Promise<string> => Promise.reject(new Error('not provided'));
const get = fromPromise<string, undefined>(unasked);

/** A call that belongs to the whole chart: it ends, and the state that made it stays. */
const staying = defineModel(
  setup({
    types: { context: {} as { got: string[] }, events: {} as { type: 'go' } },
    actors: { get },
    actions: { keep: assign({ got: () => ['it'] }) },
  }).createMachine({
    id: 'staying',
    context: { got: [] },
    invoke: { id: 'get', src: 'get', onDone: { actions: 'keep' }, onError: {} },
    initial: 'a',
    states: { a: { on: { go: 'b' } }, b: { on: { go: 'a' } } },
  }),
)({
  outcomes: { get: { 'it worked': { output: 'it' }, 'it failed': { error: new Error('no') } } },
  events: () => ({ goes: { type: 'go' } }),
});

/** A machine with a child that receives events and ends by itself. */
const sending = defineModel(
  setup({
    types: { context: {}, events: {} as { type: 'press' } | { type: 'pong' } },
    actors: { child: fromPromise<string, undefined>(unasked), source: fromCallback(() => undefined) },
    actions: { ping: sendTo('kid', { type: 'ping' }) },
  }).createMachine({
    id: 'sending',
    initial: 'on',
    states: {
      on: {
        entry: sendTo('source', { type: 'begin' }),
        invoke: [
          { id: 'kid', src: 'child', onDone: 'off', onError: 'off' },
          { id: 'source', src: 'source' },
        ],
        on: { press: { actions: 'ping' }, pong: 'off' },
      },
      off: { on: { press: 'on' } },
    },
  }),
)({
  outcomes: { kid: { done: { output: 'x' }, failed: { error: new Error('no') } } },
  events: () => ({ presses: { type: 'press' }, 'the child answers by itself': { type: 'pong' } }),
});

/** A machine with a history state, and with a part that is left as soon as it is over. */
const returning = defineModel(
  setup({ types: { events: {} as { type: 'out' } | { type: 'in' } | { type: 'next' } } }).createMachine({
    id: 'returning',
    initial: 'inside',
    states: {
      inside: {
        initial: 'one',
        states: {
          one: { on: { next: 'two' } },
          two: { on: { next: 'over' } },
          over: { type: 'final' },
          last: { type: 'history' },
        },
        on: { out: 'outside' },
        onDone: 'outside',
      },
      outside: { on: { in: 'inside.last' } },
    },
  }),
)({ events: () => ({ 'goes out': { type: 'out' }, 'comes back': { type: 'in' }, 'goes on': { type: 'next' } }) });

for (const model of [staying, sending, returning])
  describePaths(model, { cover: 'edges', driver: headlessDriver(model) });

describe('the engine', () => {
  it('finds a call that is made again as soon as it has ended, unless the model says that it may be', () => {
    const machine = setup({ actors: { get } }).createMachine({
      id: 'hasty',
      initial: 'asking',
      states: {
        asking: { invoke: { id: 'get', src: 'get', onDone: 'got', onError: { target: 'asking', reenter: true } } },
        got: {},
      },
    });
    const outcomes = { get: { 'it worked': { output: 'it' }, 'it failed': { error: new Error('no') } } };
    const problems = (repeats: readonly string[]) =>
      chartProblems(explore(defineModel(machine)({ outcomes, repeats })));
    expect(problems([]).join()).toContain("'get' is called again as soon as it has ended");
    expect(problems(['get'])).toEqual([]);
  });

  it('finds a state that goes on when its call has ended', () => {
    const machine = setup({ actors: { get } }).createMachine({
      id: 'endless',
      initial: 'asking',
      states: { asking: { invoke: { id: 'get', src: 'get', onDone: 'got', onError: { target: 'asking' } } }, got: {} },
    });
    const outcomes = { get: { 'it worked': { output: 'it' }, 'it failed': { error: new Error('no') } } };
    expect(chartProblems(explore(defineModel(machine)({ outcomes }))).join()).toContain(
      "'endless.asking' goes on when its call 'get' has ended",
    );
  });

  it('finds a start that breaks a rule', () => {
    const machine = setup({}).createMachine({ id: 'lamp', initial: 'lit', states: { lit: {} } });
    const model = defineModel(machine)({
      never: { 'a lamp that is lit at once': ({ label, snapshot }) => label === 'starts' && snapshot.matches('lit') },
    });
    expect(() => explore(model)).toThrow("breaks a rule where it starts, at 'start': a lamp that is lit at once.");
  });

  it('lets a call end once, though the state that made it stays', () => {
    const { edges } = explore(staying);
    const afterEnd = [...edges.values()].flat().filter(({ choice }) => choice.invoke === 'get');
    const next = afterEnd.flatMap(({ to }) => edges.get(to) ?? []).map(({ choice }) => choice.label);
    expect(new Set(next)).toEqual(new Set(['goes']));
  });

  it('names the child that is told something', () => {
    const edge = [...explore(sending).edges.values()].flat().find(({ choice }) => choice.label === 'presses');
    expect(edge?.moment.effects.map(effectText)).toEqual(['tells kid ping']);
  });

  it('sees that a chart tells its child nothing any more', async () => {
    const silent = sending.machine.provide({ actions: { ping: () => undefined } });
    const [start] = explore(sending).starts;
    if (!start) throw new Error('The chart has no start.');
    const walker = await headlessDriver({ ...sending, machine: silent })(start);
    await walker.expect(start.moment, null);
    const step = explore(sending)
      .edges.get(start.key)
      ?.find(({ choice }) => choice.label === 'presses');
    await expect(step && takeStep(walker, step)).rejects.toThrow('The words to others differ.');
    await walker.end();
  });

  it('tells of offers that no state accepts, of outcomes of no call, and of rules about nothing', () => {
    const { machine, options } = returning;
    const problems = chartProblems(
      explore({
        machine,
        options: {
          events: (now) => ({ ...options.events?.(now), 'knocks in vain': { type: 'knock' } }),
          outcomes: { typo: { done: { output: 1 } } },
          never: { 'it goes wrong': { after: ['goes astray'], breaks: () => true } },
        },
      }),
    );
    expect(problems).toEqual([
      "returning: the model offers 'knocks in vain' (knock), which no state accepts where it is offered",
      "returning: the model has outcomes of 'typo', which is never called",
      "returning: the rule 'it goes wrong' is about 'goes astray', which never happens",
    ]);
  });

  it('ends where transitions follow on one another in a circle, and says from where', () => {
    const circle = setup({ types: { events: {} as { type: 'go' } } }).createMachine({
      id: 'circle',
      initial: 'resting',
      states: {
        resting: { on: { go: 'here' } },
        here: { always: 'there' },
        there: { always: 'here' },
      },
    });
    expect(() => explore(defineModel(circle)({ events: () => ({ goes: { type: 'go' } }) }))).toThrow(
      /^The chart 'circle' runs in a circle: .+ the last one from circle\.(?:here|there); give one of its 'always' a guard that ends it\.$/,
    );
  });

  it('refuses to walk a chart that calls logic without a name, which it would really call', () => {
    const machine = createMachine({
      id: 'inline',
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: fromPromise(() => Promise.reject(new Error('really called'))),
            onDone: 'asking',
            onError: 'asking',
          },
        },
      },
    });
    const model = { machine, options: {} };
    const start = { label: 'start', input: undefined, moment: { world: undefined } as never };
    expect(() => headlessDriver(model)(start)).toThrow(
      "The state 'inline.asking' calls logic that has no name, and a walk would really call it: write it into setup(",
    );
  });

  it('refuses a Set or a Map in the key, which JSON would hide', () => {
    const machine = setup({ types: { context: {} as { seen: Set<string> } } }).createMachine({
      id: 'sets',
      context: { seen: new Set() },
    });
    expect(() => explore(defineModel(machine)({}))).toThrow("'seen' is a Set, which no key can hold: write a key");
  });

  it('says what to write where input is missing, and for a call that has no id of its own', () => {
    const asking = setup({
      types: { context: {} as { url: string }, input: {} as { url: string } },
      actors: { get },
    }).createMachine({
      id: 'asking',
      context: ({ input }) => ({ url: input.url }),
      invoke: { src: 'get', onDone: {}, onError: {} },
    });
    expect(() => explore(defineModel(asking)({}))).toThrow("write starts: { 'start': { input: … } }.");
    expect(() => explore(defineModel(asking)({ starts: { here: { input: { url: '/' } } } }))).toThrow(
      "write outcomes: { get: { 'it worked': { output: … }",
    );
  });
});

describe('what a model says of its steps', () => {
  /** Saves once; the failure of a save is shown until the next one begins. */
  const machineOf = (idle: object, saving: object) =>
    setup({
      types: {
        context: {} as { message: string | null; name: string | null },
        events: {} as { type: 'save' } | { type: 'lost' } | { type: 'named'; name: string },
      },
      actors: { write: get },
      actions: {
        clear: assign({ message: null }),
        complain: assign({ message: 'It failed.' }),
        keepName: assign({ name: ({ event }) => (event.type === 'named' ? event.name : null) }),
        note: () => {},
      },
    }).createMachine({
      id: 'form',
      context: { message: null, name: null },
      initial: 'idle',
      states: {
        idle: {
          on: {
            save: { target: 'saving' },
            lost: { target: 'gone', actions: 'clear' },
            named: { actions: 'keepName' },
            ...idle,
          },
        },
        saving: {
          entry: 'clear',
          invoke: { id: 'write', src: 'write', onDone: 'gone', onError: { target: 'idle', actions: 'complain' } },
          on: { lost: 'gone' },
          ...saving,
        },
        gone: { entry: 'note' },
      },
    });
  const problemsOf = (
    idle: object,
    saving: object,
    accepts: Record<string, string> = { saves: 'idle', 'is named': 'idle' },
    others: Record<string, string> = {},
  ) =>
    chartProblems(
      explore(
        defineModel(machineOf(idle, saving))({
          outcomes: { write: { done: { output: 'it' }, failed: { error: new Error('no') } } },
          events: ({ snapshot }) => ({
            saves: { type: 'save' },
            'is named': { type: 'named', name: 'Ada' },
            ...(!snapshot.matches('gone') && { 'is lost': { type: 'lost' } }),
          }),
          accepts,
          leads: { saving: ['saves'], gone: ['is lost', 'write: '], idle: ['write: failed'] },
          does: { write: ['saves'], note: ['is lost', 'write: done'] },
          keeps: { name: ['is named'] },
          says: { message: ['write: failed'] },
          changes: { message: 'write: failed | saves$ | is lost', name: 'is named', ...others },
        }),
      ),
    ).map((problem) => problem.split('\n')[0]?.replace('form: this must never be: ', ''));

  it.each([
    ['an event that a state forgets', "'is lost' is not accepted", {}, { on: {} }],
    ['an event that a state should not accept', "'saves' is accepted", {}, { on: { lost: 'gone', save: 'gone' } }],
    ['a step that leads elsewhere', "'saves' does not lead to 'saving'", { save: 'gone' }, {}],
    ['a call that is not made', "'saves' does 'write' 0 times", {}, { invoke: undefined }],
    ['a thing that is done twice', "'is lost' does 'note' 2 times", { lost: { target: 'gone', actions: 'note' } }, {}],
    ['what came and is not kept', "'is named' does not keep 'name'", { named: { actions: 'clear' } }, {}],
    ['a message that stays', `'saves' leaves 'message' with "It failed."`, {}, { entry: [], exit: 'clear' }],
    [
      'a field that a step should leave',
      "form: 'is named' changes 'message': if it should, add it to changes.message",
      { named: { actions: ['clear', 'keepName'] } },
      {},
    ],
    [
      'a field that a step should change',
      "form: 'is lost' never changes 'message', but changes.message says so",
      { lost: 'gone' },
      {},
    ],
    [
      'a failure without a message',
      "'write: failed' leaves 'message' empty",
      {},
      { invoke: { id: 'write', src: 'write', onDone: 'gone', onError: 'idle' } },
    ],
  ])('finds %s', (_, problem, idle, saving) => expect(problemsOf(idle, saving)).toContain(problem));

  it('is about steps that there are', () => {
    expect(problemsOf({}, {})).toEqual([]);
    expect(problemsOf({}, {}, undefined, { title: 'is named' })).toContain(
      "form: 'changes' is about 'title', which is not in the context",
    );
    expect(problemsOf({}, {}, { saves: 'idle', 'is named': 'idle', 'is found': 'idle' })).toEqual([
      "form: 'accepts' is about 'is found', which never happens",
    ]);
  });
});

describe('timers', () => {
  const lamp = setup({
    types: { events: {} as { type: 'press' } },
    delays: { burning: 5_000, blinking: 1_000 },
  });
  /** Burns on for 5 s after each press, and blinks each second when it is out. */
  const burning = (pressed: object, blinked: object) =>
    lamp.createMachine({
      id: 'lamp',
      initial: 'lit',
      states: {
        lit: { on: { press: pressed }, after: { burning: 'out' } },
        out: { on: { press: 'lit' }, after: { blinking: blinked } },
      },
    });
  const problemsOf = (pressed: object, blinked: object, options: object = {}): string[] =>
    chartProblems(
      explore(
        defineModel(burning(pressed, blinked))({
          events: () => ({ presses: { type: 'press' } }),
          restarts: { burning: ['presses'] },
          ...options,
        }),
      ),
    ).map((problem) => problem.split('\n')[0] ?? '');
  const again = { target: 'lit', reenter: true };
  const blinks = { target: 'out', reenter: true };

  it('are restarted by what the model says, and by nothing else', () => {
    expect(problemsOf(again, blinks)).toEqual([]);
    expect(problemsOf({ target: 'lit' }, blinks)).toContain(
      "lamp: this must never be: 'presses' does not restart 'burning', as restarts says",
    );
    expect(problemsOf(again, blinks, { restarts: {} })).toContain(
      "lamp: this must never be: 'presses' restarts 'burning': if it should, write restarts: { burning: 'presses' }",
    );
  });

  it('are never the last that their state waits for, where the model does not say so', () => {
    const problem = "lamp: this must never be: 'lamp.out' goes on after 'blinking' has ended, and waits for nothing";
    expect(problemsOf(again, { target: 'out' })).toContain(problem);
    expect(problemsOf(again, { target: 'out' }, { once: ['blinking'] })).not.toContain(problem);
  });

  it('pass by half where something may follow that restarts them, and rules see how much is left', () => {
    const seen = new Set<string>();
    const explored = explore(
      defineModel(burning(again, blinks))({
        events: () => ({ presses: { type: 'press' } }),
        restarts: { burning: ['presses'] },
        never: {
          nothing: ({ label, passed, ended, timers }) => {
            const left = timers.map(({ delay, remaining }) => `${delay} ${remaining}`).join();
            seen.add(`${label}: ${passed} ms, ended: ${ended.join()}, left: ${left}`);
            return false;
          },
        },
      }),
    );
    expect(seen).toEqual(
      new Set([
        'starts: 0 ms, ended: , left: burning 5000',
        'presses: 0 ms, ended: , left: burning 5000',
        'half of 5000 ms: 2500 ms, ended: , left: burning 2500',
        'after 5000 ms: 5000 ms, ended: burning, left: blinking 1000',
        'after 5000 ms: 2500 ms, ended: burning, left: blinking 1000',
        'after 1000 ms: 1000 ms, ended: blinking, left: blinking 1000',
      ]),
    );
    expect(explored.edges.size).toBe(3);
  });
});
