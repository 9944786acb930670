import {
  type ActorRefFrom,
  type AnyEventObject,
  assign,
  fromCallback,
  sendTo,
  setup,
  type SnapshotFrom,
  stateIn,
} from 'xstate';
import { PRESENCE_ANSWER, PRESENCE_APART, PRESENCE_EVERY, PRESENCE_QUIET_WORDS } from '#config/constants.ts';
import { fromEvent } from '#machines/shared/from-event.ts';

/** A message to the others: the id of the region that contains the caret. */
export type PresenceWord = { type: 'word.given'; region: string | null };

/**
 * Decides when to send the other users of the same document that this user is there: when their stream has opened,
 * then from time to time, when the caret enters another region, and a moment after a newcomer was announced. Two
 * messages are always some seconds apart. If the tab is hidden, or the user has not touched the document for some
 * minutes, it sends no more, so that a screen left on does not count as a person. A reader sends nothing.
 */
export const presenceWordMachine = setup({
  types: {
    /** `quiet`: number of messages since the user last did something, up to the limit that matters. */
    context: {} as { wip: string; isReader: boolean; region: string | null; quiet: number },
    input: {} as { wip: string; isReader: boolean; region: string | null },
    events: {} as
      | { type: 'stream.opened' }
      | { type: 'region.reached'; id: string }
      | { type: 'text.edited' }
      | { type: 'newcomer.heard' }
      | { type: 'tab.shown' }
      | { type: 'tab.hidden' },
  },
  actors: {
    /** Sends the messages, and when it ends that the user has left. */
    line: fromCallback<PresenceWord, { wip: string }>(() => undefined),
    visibility: fromCallback<AnyEventObject, undefined>(() => undefined),
  },
  actions: {
    say: sendTo('line', ({ context }) => ({ type: 'word.given', region: context.region })),
    countWord: assign({ quiet: ({ context }) => Math.min(context.quiet + 1, PRESENCE_QUIET_WORDS) }),
    keepRegion: assign({ region: (_, params: { id: string }) => params.id, quiet: 0 }),
    noteHand: assign({ quiet: 0 }),
  },
  guards: {
    isReader: ({ context }) => context.isReader,
    isOther: ({ context }, params: { id: string }) => params.id !== context.region,
    isStill: ({ context }) => context.quiet >= PRESENCE_QUIET_WORDS,
    isOwing: stateIn('#presenceWord.saying.said.owing'),
    isLeaving: stateIn('#presenceWord.saying.said.leaving'),
  },
  delays: {
    presenceApart: PRESENCE_APART,
    presenceAgain: PRESENCE_EVERY - PRESENCE_APART,
    presenceAnswer: PRESENCE_ANSWER,
  },
}).createMachine({
  id: 'presenceWord',
  context: ({ input }) => ({ ...input, quiet: 0 }),
  invoke: [
    { id: 'line', src: 'line', input: ({ context }) => ({ wip: context.wip }) },
    { id: 'visibility', src: 'visibility' },
  ],
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'isReader', target: 'mute' }, { target: 'waiting' }] },
    mute: {},
    waiting: {
      on: {
        'stream.opened': { target: 'saying' },
        'region.reached': { actions: { type: 'keepRegion', params: fromEvent } },
        'tab.hidden': { target: 'away' },
      },
    },
    saying: {
      initial: 'said',
      on: {
        'region.reached': { actions: { type: 'keepRegion', params: fromEvent } },
        'text.edited': { actions: 'noteHand' },
      },
      states: {
        said: {
          entry: ['say', 'countWord'],
          initial: 'fresh',
          on: {
            'newcomer.heard': { target: '.owing' },
            'region.reached': {
              guard: { type: 'isOther', params: fromEvent },
              target: '.owing',
              actions: { type: 'keepRegion', params: fromEvent },
            },
            'tab.hidden': { target: '.leaving' },
          },
          states: { fresh: {}, owing: {}, leaving: { on: { 'tab.shown': { target: 'fresh' } } } },
          after: {
            presenceApart: [
              { guard: 'isLeaving', target: '#presenceWord.away' },
              { guard: 'isOwing', target: 'said', reenter: true },
              { target: 'resting' },
            ],
          },
        },
        resting: {
          on: {
            'newcomer.heard': { target: 'answering' },
            'region.reached': {
              guard: { type: 'isOther', params: fromEvent },
              target: 'said',
              actions: { type: 'keepRegion', params: fromEvent },
            },
            'tab.hidden': { target: '#presenceWord.away' },
          },
          after: {
            presenceAgain: [{ guard: 'isStill', target: '#presenceWord.away' }, { target: 'said' }],
          },
        },
        answering: {
          on: { 'tab.hidden': { target: '#presenceWord.away' } },
          after: { presenceAnswer: { target: 'said' } },
        },
      },
    },
    away: {
      on: {
        'tab.shown': { target: 'saying', actions: 'noteHand' },
        'region.reached': { target: 'saying', actions: { type: 'keepRegion', params: fromEvent } },
        'text.edited': { target: 'saying', actions: 'noteHand' },
      },
    },
  },
});
export type PresenceWordRef = ActorRefFrom<typeof presenceWordMachine>;
export type PresenceWordSnapshot = SnapshotFrom<typeof presenceWordMachine>;
