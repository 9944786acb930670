import {
  type ActorRefFrom,
  type AnyEventObject,
  assign,
  fromCallback,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { FRESH_READ, SAVE_RETRY } from '#common/config/constants.ts';
import { fromEvent } from '#machines/shared/from-event.ts';

/**
 * Decides what the line under an editor's buttons shows about saves. A document counts as saved only after the host
 * has answered; the time shown is the host's. If a save of an existing WIP failed because the host was not reached,
 * this chart requests it again from time to time, and at once when the network is back; the editor decides if there
 * is still something to save. A lost network is shown before the user saves. A first save is not repeated: it may
 * have arrived, and would make a second document.
 *
 * It also decides if a document has to be read before it is saved (`deviations.md`, `s4.editor.save-existing`). A
 * host that compares a save with its basis needs no read. At any other host the document is read again if the last
 * read was more than 15 s ago, so that no text is overwritten unseen. The chart measures the time itself: changing
 * the clock does not matter, and after a sleep or a lost network a read is needed.
 */
export const saveLineMachine = setup({
  types: {
    /** `savedAt` in epoch milliseconds, null if nothing was saved since the document was opened. */
    context: {} as { savedAt: number | null; isGuarded: boolean },
    /** `isGuarded`: the host compares by itself. */
    input: {} as { isGuarded: boolean },
    events: {} as
      | { type: 'save.begun' }
      | { type: 'save.done' }
      | { type: 'save.failed'; isUnreached: boolean }
      | { type: 'save.dropped' }
      | { type: 'saves.forgotten' }
      | { type: 'clock.reported'; now: number }
      | { type: 'network.lost' }
      | { type: 'connection.suspected' }
      | { type: 'read.ended' }
      | { type: 'readNeed.requested' },
    tags: {} as 'saving' | 'waiting' | 'offline',
  },
  actors: {
    /** Answers `clock.asked` with the host's time. */
    hostClock: fromCallback<AnyEventObject, undefined>(() => undefined),
    /** Reports that the network is lost, and that it may be back. */
    watchConnectivity: fromCallback<AnyEventObject, undefined>(() => undefined),
  },
  actions: {
    askClock: sendTo('hostClock', { type: 'clock.asked' }),
    keepMoment: assign({ savedAt: (_, params: { now: number }) => params.now }),
    forget: assign({ savedAt: null }),
    askToSaveAgain: sendParent({ type: 'save.repeated' }),
    spareRead: sendParent({ type: 'readNeed.decided', isReadNeeded: false }),
    wantRead: sendParent({ type: 'readNeed.decided', isReadNeeded: true }),
  },
  guards: {
    isUnreached: (_, params: { isUnreached: boolean }) => params.isUnreached,
    isGuarded: ({ context }) => context.isGuarded,
    isOnline: stateIn({ network: 'online' }),
  },
  delays: { saveRetry: SAVE_RETRY, freshRead: FRESH_READ },
}).createMachine({
  id: 'saveLine',
  context: ({ input }) => ({ ...input, savedAt: null }),
  invoke: [
    { id: 'hostClock', src: 'hostClock' },
    { id: 'watchConnectivity', src: 'watchConnectivity' },
  ],
  type: 'parallel',
  on: { 'clock.reported': { actions: { type: 'keepMoment', params: fromEvent } } },
  states: {
    saves: {
      initial: 'resting',
      on: {
        'save.begun': { target: '.saving' },
        'save.done': { target: '.resting', actions: 'askClock' },
        'save.dropped': { target: '.resting' },
        'saves.forgotten': { target: '.resting', actions: 'forget' },
      },
      states: {
        resting: {},
        saving: {
          tags: 'saving',
          on: {
            'save.failed': [
              { guard: { type: 'isUnreached', params: fromEvent }, target: 'waiting' },
              { target: 'resting' },
            ],
          },
        },
        waiting: {
          tags: 'waiting',
          on: { 'connection.suspected': { actions: 'askToSaveAgain' } },
          after: { saveRetry: { target: 'waiting', reenter: true, actions: 'askToSaveAgain' } },
        },
      },
    },
    network: {
      initial: 'online',
      states: {
        online: { on: { 'network.lost': { target: 'offline' } } },
        offline: { tags: 'offline', on: { 'connection.suspected': { target: 'online' } } },
      },
    },
    readNeed: {
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'isGuarded', target: 'spared' }, { target: 'old' }] },
        spared: { on: { 'readNeed.requested': { actions: 'spareRead' } } },
        // A read that ended while the browser was offline is as old as the network's loss.
        old: {
          on: { 'read.ended': { guard: 'isOnline', target: 'recent' }, 'readNeed.requested': { actions: 'wantRead' } },
        },
        recent: {
          on: {
            'read.ended': { target: 'recent', reenter: true },
            'readNeed.requested': { actions: 'spareRead' },
            'network.lost': { target: 'old' },
          },
          after: { freshRead: { target: 'old' } },
        },
      },
    },
  },
});
export type SaveLineRef = ActorRefFrom<typeof saveLineMachine>;
