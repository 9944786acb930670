import {
  type ActorRefFrom,
  type AnyEventObject,
  assign,
  fromCallback,
  sendParent,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { WALL_DOUBT } from '#config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';

/**
 * Whether what a live pane shows can be believed. A stream that is lost for a moment is the badge's matter alone; when no round has asked for the newest
 * archive and succeeded since, the whole pane says that it is cut off, and so it does at once when the network goes or such a round fails. Only a round
 * that succeeds ends that. `since` is the moment of the host's last word, by its own clock. A host that answers and does not give the newest archive is not
 * out of reach: then the pane is `outdated`. One that is out of reach is looked for (`host.missed`), also where it was never reached before. While nothing was
 * ever shown there is nothing to believe, and an answer that gives nothing is the message's matter alone.
 */
export const liveTruthMachine = setup({
  types: {
    /** `since`: epoch milliseconds, or null when the host has never said a word. */
    context: {} as { since: number | null },
    events: {} as
      | { type: 'stream.lost' }
      | { type: 'network.lost' }
      | { type: 'newest.confirmed' }
      | { type: 'newest.failed'; isAnswered: boolean }
      | { type: 'lastWord.told'; at: number | null },
    tags: {} as 'cut' | 'disconnected' | 'outdated',
  },
  actors: {
    /** Tells at once when the host gave its last sign of life. */
    findLastWord: fromCallback<AnyEventObject, undefined>(() => undefined),
  },
  actions: {
    keepSince: assign({ since: (_, params: { at: number | null }) => params.at }),
    tellMissed: sendParent({ type: 'host.missed' }),
    tellReached: sendParent({ type: 'host.reached' }),
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
        // A host that answers is there, and what could be out of date was never shown.
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
        sure: { on: { 'stream.lost': { target: 'doubted' } } },
        doubted: {
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
        'lastWord.told': { actions: { type: 'keepSince', params: fromEvent } },
      },
      states: {
        disconnected: {
          tags: 'disconnected',
          entry: 'tellMissed',
          exit: 'tellReached',
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
export type LiveTruthSnapshot = SnapshotFrom<typeof liveTruthMachine>;
