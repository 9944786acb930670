import { type ActorRefFrom, type AnyEventObject, assign, fromCallback, sendParent, setup } from 'xstate';
import { WALL_DOUBT } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';

/**
 * Trust in what a live pane shows. Only the badge shows a stream that is lost for a moment; if no round has requested the newest archive and succeeded since,
 * the whole pane says that it is cut off, and does so at once when the network is lost or such a round fails. Only a successful round ends that. `since` is
 * the time of the host's last answer, by its own clock. A host that answers without the newest archive is not out of reach: then the pane is `outdated`. One
 * that is out of reach is probed (`host.missed`), even if it was never reached before. Before anything was shown there is nothing to trust, and an answer
 * without an archive affects only the message.
 */
export const liveTruthMachine = setup({
  types: {
    /** `since`: epoch milliseconds, or null if the host has never answered. */
    context: {} as { since: number | null },
    events: {} as
      | { type: 'stream.lost' }
      | { type: 'network.lost' }
      | { type: 'newest.confirmed' }
      | { type: 'newest.failed'; isAnswered: boolean }
      | { type: 'lastWord.reported'; at: number | null },
    tags: {} as 'cut' | 'disconnected' | 'outdated',
  },
  actors: {
    /** Sends the time of the host's last sign of life at once. */
    findLastWord: fromCallback<AnyEventObject, undefined>(() => undefined),
  },
  actions: {
    keepSince: assign({ since: (_, params: { at: number | null }) => params.at }),
    reportMissed: sendParent({ type: 'host.missed' }),
    reportReached: sendParent({ type: 'host.reached' }),
  },
  guards: {
    isAnswered: (_, params: { isAnswered: boolean }) => params.isAnswered,
    isUnanswered: (_, params: { isAnswered: boolean }) => !params.isAnswered,
  },
  delays: { wallDoubt: WALL_DOUBT },
}).createMachine({
  id: 'liveTruth',
  context: { since: null },
  initial: 'unproven',
  states: {
    unproven: {
      on: {
        'newest.confirmed': { target: 'trusted' },
        'network.lost': { target: 'cut' },
        // A host that answers is reachable, and nothing was shown that could be outdated.
        'newest.failed': { guard: { type: 'isUnanswered', params: fromEvent }, target: 'cut' },
      },
    },
    trusted: {
      initial: 'sure',
      on: {
        'network.lost': { target: 'cut' },
        'newest.failed': [
          { guard: { type: 'isAnswered', params: fromEvent }, target: 'cut.outdated' },
          { target: 'cut' },
        ],
      },
      states: {
        sure: { on: { 'stream.lost': { target: 'unconfirmed' } } },
        unconfirmed: {
          on: { 'newest.confirmed': { target: 'sure' } },
          after: { wallDoubt: { target: '#liveTruth.cut' } },
        },
      },
    },
    cut: {
      tags: 'cut',
      invoke: { id: 'findLastWord', src: 'findLastWord' },
      initial: 'disconnected',
      on: {
        'newest.confirmed': { target: 'trusted' },
        'lastWord.reported': { actions: { type: 'keepSince', params: fromEvent } },
      },
      states: {
        disconnected: {
          tags: 'disconnected',
          entry: 'reportMissed',
          exit: 'reportReached',
          on: { 'newest.failed': { guard: { type: 'isAnswered', params: fromEvent }, target: 'outdated' } },
        },
        outdated: {
          tags: 'outdated',
          on: {
            'network.lost': { target: 'disconnected' },
            'newest.failed': { guard: { type: 'isUnanswered', params: fromEvent }, target: 'disconnected' },
          },
        },
      },
    },
  },
});
export type LiveTruthRef = ActorRefFrom<typeof liveTruthMachine>;
