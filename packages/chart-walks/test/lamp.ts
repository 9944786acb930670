import { assign, fromPromise, setup } from 'xstate';
import { defineModel } from 'chart-walks';

export const lampMachine = setup({
  types: { context: {} as { tries: number }, events: {} as { type: 'switch.pressed' } },
  actors: { getPower: fromPromise<boolean, undefined>(() => Promise.reject(new Error('not provided'))) },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
  guards: { isOn: ({ event }) => 'output' in event && event.output === true },
  delays: { burning: 5_000 },
}).createMachine({
  id: 'lamp',
  context: { tries: 0 },
  initial: 'dark',
  states: {
    dark: { on: { 'switch.pressed': { target: 'starting', actions: 'count' } } },
    starting: {
      invoke: { id: 'getPower', src: 'getPower', onDone: [{ guard: 'isOn', target: 'lit' }, 'dark'], onError: 'dark' },
    },
    lit: { on: { 'switch.pressed': 'dark' }, after: { burning: 'dark' } },
  },
});

export const lampModel = defineModel(lampMachine)({
  outcomes: {
    getPower: {
      'there is power': { output: true },
      'there is none': { output: false },
      'the wire is cut': { error: new Error('cut') },
    },
  },
  events: () => ({ 'presses the switch': { type: 'switch.pressed' } }),
  // How often it was tried decides nothing: without this line there would be no end to the situations.
  key: () => ({}),
});
