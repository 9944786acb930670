import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate';
import { unprovided } from '../shared/unprovided.ts';

/**
 * The renewal of the session (`s4.refresh.once`): however many calls fail at the same moment, there is one refresh. A refused call states in which generation
 * of the session it was sent, that is after how many renewals: one that was sent before the newest renewal needs no other one. The caller waits until the
 * chart is idle and sends the call again when the generation has changed (`refresh-gate.ts`).
 */
export const refreshMachine = setup({
  types: {
    /** `latestSent`: when the newest of the refused calls was sent, in epoch milliseconds. */
    context: {} as { generation: number; latestSent: number },
    events: {} as { type: 'refresh.requested'; sentIn: number; sentAt: number },
    emitted: {} as { type: 'refresh.succeeded' } | { type: 'refresh.failed' },
  },
  actors: { refreshToken: fromPromise<void, undefined>(unprovided) },
  actions: {
    noteSent: assign({
      latestSent: ({ context }, params: { sentAt: number }) => Math.max(context.latestSent, params.sentAt),
    }),
    beginGeneration: assign({ generation: ({ context }) => context.generation + 1 }),
    reportSucceeded: emit({ type: 'refresh.succeeded' }),
    reportFailed: emit({ type: 'refresh.failed' }),
  },
  guards: { isRenewedSince: ({ context }, params: { sentIn: number }) => params.sentIn !== context.generation },
}).createMachine({
  id: 'refresh',
  context: { generation: 0, latestSent: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'refresh.requested': [
          { guard: { type: 'isRenewedSince', params: ({ event }) => event }, target: 'idle' },
          { target: 'refreshing', actions: { type: 'noteSent', params: ({ event }) => event } },
        ],
      },
    },
    refreshing: {
      on: { 'refresh.requested': { actions: { type: 'noteSent', params: ({ event }) => event } } },
      invoke: {
        id: 'refreshToken',
        src: 'refreshToken',
        onDone: { target: 'idle', actions: ['beginGeneration', 'reportSucceeded'] },
        onError: { target: 'idle', actions: 'reportFailed' },
      },
    },
  },
});
export type RefreshRef = ActorRefFrom<typeof refreshMachine>;
