import { type ActorRefFrom, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { unprovided } from './unprovided.ts';

/**
 * The renewal of the session (section 4, "triggers one token refresh"): however many calls fail at the same moment, there is one refresh. The chart counts
 * who waits and says how it ended; the HTTP layer holds the waiting calls (`api/refresh-gate.ts`).
 */
export const refreshMachine = setup({
  types: {
    context: {} as { waiting: number },
    events: {} as { type: 'refresh.requested' },
    emitted: {} as { type: 'refresh.succeeded' } | { type: 'refresh.failed' },
  },
  actors: { refreshToken: fromPromise<void, undefined>(unprovided) },
  actions: {
    countOne: assign({ waiting: ({ context }) => context.waiting + 1 }),
    countNone: assign({ waiting: 0 }),
    tellSucceeded: emit({ type: 'refresh.succeeded' }),
    tellFailed: emit({ type: 'refresh.failed' }),
  },
}).createMachine({
  id: 'refresh',
  context: { waiting: 0 },
  initial: 'idle',
  states: {
    idle: { on: { 'refresh.requested': { target: 'refreshing', actions: 'countOne' } } },
    refreshing: {
      on: { 'refresh.requested': { actions: 'countOne' } },
      exit: 'countNone',
      invoke: {
        id: 'refreshToken',
        src: 'refreshToken',
        onDone: { target: 'idle', actions: 'tellSucceeded' },
        onError: { target: 'idle', actions: 'tellFailed' },
      },
    },
  },
});
export type RefreshRef = ActorRefFrom<typeof refreshMachine>;
export type RefreshSnapshot = SnapshotFrom<typeof refreshMachine>;
