import {
  assign,
  createMachine,
  enqueueActions,
  fromCallback,
  fromPromise,
  raise,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';

// Ten charts as people usually write them: named and inline logic, with `setup` and without.

export const toggle = createMachine({
  id: 'toggle',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' }, after: { 1000: 'off' } } },
});

export const fetchWithRetry = setup({
  types: { context: {} as { tries: number } },
  actors: { load: fromPromise(async () => 'data') },
  guards: { canRetry: ({ context }) => context.tries < 3 },
  delays: { BACKOFF: ({ context }) => 2 ** context.tries * 100 },
}).createMachine({
  id: 'fetch',
  context: { tries: 0 },
  initial: 'idle',
  states: {
    idle: { on: { FETCH: 'loading' } },
    loading: {
      invoke: {
        src: 'load',
        onDone: 'success',
        onError: [
          { guard: 'canRetry', target: 'waiting', actions: assign({ tries: ({ context }) => context.tries + 1 }) },
          { target: 'failure' },
        ],
      },
      on: { CANCEL: 'idle' },
    },
    waiting: { after: { BACKOFF: 'loading' }, on: { CANCEL: 'idle' } },
    success: { type: 'final' },
    failure: { on: { RETRY: { target: 'loading', actions: assign({ tries: 0 }) } } },
  },
});

export const trafficLight = createMachine({
  id: 'light',
  initial: 'green',
  states: {
    green: { after: { 20_000: 'yellow' } },
    yellow: { after: { 3_000: 'red' } },
    red: {
      initial: 'walk',
      states: {
        walk: { after: { 8_000: 'wait' } },
        wait: { after: { 4_000: 'stop' } },
        stop: { type: 'final' },
      },
      onDone: 'green',
    },
  },
  on: { POWER_OUTAGE: '.red', POWER_RESTORED: '.green' },
});

export const checkout = createMachine({
  id: 'checkout',
  initial: 'cart',
  states: {
    cart: { on: { NEXT: { target: 'address', guard: ({ event }) => 'items' in event } } },
    address: { on: { NEXT: 'payment', BACK: 'cart' } },
    payment: {
      initial: 'method',
      states: {
        method: { on: { CARD: 'card', INVOICE: 'checked' } },
        card: {
          invoke: { src: 'authorise', onDone: 'checked', onError: { target: 'method', actions: 'showError' } },
        },
        checked: { type: 'final' },
        hist: { type: 'history', target: 'method' },
      },
      on: { BACK: 'address' },
      onDone: 'review',
    },
    review: { on: { BACK: 'payment.hist', CONFIRM: 'placed' } },
    placed: { type: 'final', entry: ['clearCart', 'sendReceipt'] },
  },
});

export const mediaPlayer = createMachine({
  id: 'player',
  type: 'parallel',
  states: {
    playback: {
      initial: 'paused',
      states: {
        paused: { on: { PLAY: 'playing' } },
        playing: { on: { PAUSE: 'paused', END: 'ended' }, tags: ['busy'] },
        ended: { on: { PLAY: { target: 'playing', actions: 'rewind' } } },
      },
    },
    volume: {
      initial: 'normal',
      states: { normal: { on: { MUTE: 'muted' } }, muted: { on: { UNMUTE: 'normal' } } },
      on: { VOLUME: { actions: assign({}) } },
    },
    window: {
      initial: 'inline',
      states: { inline: { on: { FULL: 'full' } }, full: { on: { ESCAPE: 'inline' }, entry: 'hideCursor' } },
    },
  },
});

export const authentication = setup({
  actors: {
    signIn: fromPromise(async () => 'token'),
    refresh: fromPromise(async () => 'token'),
    watchFocus: fromCallback(() => undefined),
  },
  delays: { TOKEN_LIFE: 300_000 },
}).createMachine({
  id: 'auth',
  initial: 'signedOut',
  states: {
    signedOut: { on: { 'signIn.requested': 'signingIn' } },
    signingIn: { invoke: { src: 'signIn', onDone: 'signedIn', onError: 'signedOut' } },
    signedIn: {
      invoke: { id: 'focus', src: 'watchFocus', systemId: 'focus' },
      initial: 'fresh',
      states: {
        fresh: { after: { TOKEN_LIFE: 'refreshing' }, on: { 'focus.gained': 'refreshing' } },
        refreshing: { invoke: { src: 'refresh', onDone: 'fresh', onError: '#auth.signedOut' } },
      },
      on: { 'signOut.requested': 'signedOut' },
    },
  },
});

const upload = fromPromise(async () => undefined);

export const uploadQueue = setup({ actors: { upload }, actions: { logUnknown: () => undefined } }).createMachine({
  id: 'uploads',
  initial: 'idle',
  states: {
    idle: { on: { ADD: { target: 'busy', actions: spawnChild('upload', { id: 'one' }) } } },
    busy: {
      on: {
        ADD: { actions: enqueueActions(({ enqueue }) => enqueue.spawnChild('upload')) },
        CANCEL: { target: 'idle', actions: stopChild('one') },
        'xstate.done.actor.*': { actions: raise({ type: 'NEXT' }) },
        NEXT: [{ guard: () => false, target: 'busy', reenter: true }, { target: 'idle' }],
        '*': { actions: 'logUnknown' },
      },
    },
  },
});

export const dragAndDrop = createMachine({
  id: 'drag',
  initial: 'idle',
  states: {
    idle: { on: { mousedown: { target: 'dragging', actions: assign({}) } } },
    dragging: {
      on: {
        mousemove: { actions: assign({}) },
        mouseup: { target: 'idle', actions: ['drop', assign({})] },
        'keydown.escape': { target: 'idle', actions: 'putBack' },
      },
    },
  },
});

export const stopwatch = createMachine({
  id: 'stopwatch',
  initial: 'stopped',
  states: {
    stopped: { on: { START: 'running', RESET: { actions: 'reset' } } },
    running: {
      invoke: { src: fromCallback(() => undefined) },
      on: { TICK: { actions: assign({}) }, STOP: 'stopped', LAP: { actions: sendTo('laps', { type: 'LAP' }) } },
    },
  },
});

export const debouncedSearch = createMachine({
  id: 'search',
  initial: 'empty',
  on: { TYPE: [{ guard: ({ event }) => event['text'] === '', target: '.empty' }, { target: '.debouncing' }] },
  states: {
    empty: {},
    debouncing: { after: { 300: 'searching' } },
    searching: {
      invoke: {
        src: 'find',
        onDone: [{ guard: 'hasResults', target: 'results' }, { target: 'nothing' }],
        onError: 'failed',
      },
    },
    results: {},
    nothing: {},
    failed: { after: { 2_000: 'searching' } },
  },
});
