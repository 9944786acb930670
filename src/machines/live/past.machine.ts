import { assign, emit, fromPromise, setup, type SnapshotFrom, stateIn } from 'xstate';
import { failureOf } from '#api/failure.ts';
import { type Around, besideOf, type Span, type Track } from './beside.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { failureText } from '../shared/failure-text.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A pane of the screen. `moment`: the one that it shows, null for the present. `isReached`: its document of then is drawn, or could not be. */
export type ReportedPane = {
  readonly key: string;
  readonly kind: 'wip' | 'template';
  readonly id: string;
  readonly moment: number | null;
  readonly isReached: boolean;
};

const UNREACHED = 'The changes before and after this moment did not come. Please try again.';
/** Milliseconds for which the track must rest before what is under it is requested, and between two moments while playing. */
const TRACK_REST = 200;
const PLAY_STEP = 1_000;
/** Milliseconds that pass in one, until another speed is chosen: a minute a second. */
const USUAL_SPEED = 60;

/**
 * A live screen at an earlier moment. The address has the moment: buttons and the track want another one of it (`moment.wanted`), and it is chosen when the
 * address has it. The moment that the screen names (`shown`) changes only when every pane has drawn its document of then, also on the way back to the
 * present (`returning`), so that one moment's text is never shown with another's time, or without one. Times are the host's: it is asked for the present
 * when the past is entered, and a moment in the future is the present.
 */
export const pastMachine = setup({
  types: {
    /** `moment`, `shown` and `sought` in epoch milliseconds; null in the present, until a moment was reached, and while the address has what is sought. */
    context: {} as {
      moment: number | null;
      shown: number | null;
      sought: number | null;
      panes: readonly ReportedPane[];
      around: Around | null;
      span: Span;
      track: Track | null;
      /** Milliseconds that pass in one. */
      speed: number;
      message: string | null;
    },
    input: {} as { moment: number | null },
    events: {} as
      | { type: 'moment.chosen'; moment: number | null }
      | { type: 'pane.reported'; pane: ReportedPane }
      | { type: 'pane.left'; key: string }
      | { type: 'past.requested' }
      | { type: 'previous.requested' }
      | { type: 'next.requested' }
      | { type: 'track.dragged'; moment: number }
      | { type: 'span.chosen'; span: Span }
      | { type: 'play.requested' }
      | { type: 'speed.chosen'; speed: number }
      | { type: 'pause.requested' }
      | { type: 'retry.requested' },
    emitted: {} as { type: 'moment.wanted'; moment: number | null },
    tags: {} as 'past' | 'seeking' | 'returning' | 'entering' | 'known' | 'failed' | 'playing',
  },
  actors: {
    /** Reads what is around a moment; around the host's present for null. */
    readAround: fromPromise<Around, { moment: number | null; panes: readonly ReportedPane[] }>(unprovided),
    /** Loads what the neighbouring moments show, before it is needed. */
    loadAhead: fromPromise<unknown, { archives: readonly string[] }>(unprovided),
    readTrack: fromPromise<Track, { moment: number | null; span: Span; panes: readonly ReportedPane[] }>(unprovided),
  },
  actions: {
    keepMoment: assign({ moment: (_, params: { moment: number | null }) => params.moment, sought: null }),
    keepPane: assign({
      panes: ({ context: { panes } }, { pane }: { pane: ReportedPane }) =>
        panes.some(({ key }) => key === pane.key)
          ? panes.map((one) => (one.key === pane.key ? pane : one))
          : [...panes, pane],
    }),
    dropPane: assign({
      panes: ({ context: { panes } }, params: { key: string }) => panes.filter(({ key }) => key !== params.key),
    }),
    keepShown: assign({ shown: ({ context }) => context.moment }),
    forgetShown: assign({ shown: null }),
    keepAround: assign({ around: (_, { output }: { output: Around }) => output, message: null }),
    forgetAround: assign({ around: null, message: null }),
    keepTrack: assign({ track: (_, { output }: { output: Track }) => output }),
    forgetTrack: assign({ track: null }),
    keepSpan: assign({ span: (_, params: { span: Span }) => params.span }),
    keepSought: assign({ sought: (_, params: { moment: number }) => params.moment }),
    keepSpeed: assign({ speed: (_, params: { speed: number }) => params.speed }),
    keepMessage: assign({
      message: (_, { error }: Failed) => failureText(failureOf(error), UNREACHED),
    }),
    wantTime: emit((_, { output }: { output: Around }) => ({ type: 'moment.wanted', moment: output.time })),
    wantPresent: emit({ type: 'moment.wanted', moment: null }),
    seekPrevious: assign({ sought: ({ context }) => besideOf(context).previous }),
    seekNext: assign({ sought: ({ context }) => besideOf(context).next }),
    forgetSought: assign({ sought: null }),
    wantSought: emit(({ context }) => ({ type: 'moment.wanted', moment: context.sought })),
    wantLater: emit(({ context: { moment, speed } }) => ({
      type: 'moment.wanted',
      moment: (moment ?? 0) + speed * PLAY_STEP,
    })),
  },
  guards: {
    isPast: ({ context }) => context.moment !== null,
    hasPanes: ({ context }) => context.moment !== null && context.panes.length > 0,
    isNamed: ({ context }) => context.shown !== null,
    isReached: ({ context: { moment, panes } }) => panes.every((pane) => pane.isReached && pane.moment === moment),
    isUnreached: ({ context: { moment, panes } }) => panes.some((pane) => !pane.isReached || pane.moment !== moment),
    /** The first report of a pane; a later one is about its document. */
    isNew: ({ context }, { pane }: { pane: ReportedPane }) => context.panes.every(({ key }) => key !== pane.key),
    isFuture: ({ context }, { output }: { output: Around }) => output.time < (context.moment ?? 0),
    hasPrevious: ({ context }) => besideOf(context).previous !== null,
    hasNext: ({ context }) => besideOf(context).next !== null,
    isOnTrack: ({ context: { moment, track } }) =>
      moment !== null && track !== null && moment >= track.from && moment <= track.to,
    isThere: ({ context }) => context.sought === context.moment,
    isStill: stateIn('#past.screen.reached'),
    isPresentChosen: (_, params: { moment: number | null }) => params.moment === null,
  },
  delays: { trackRest: TRACK_REST, playStep: PLAY_STEP },
}).createMachine({
  id: 'past',
  context: ({ input }) => ({
    moment: input.moment,
    shown: null,
    sought: null,
    panes: [],
    around: null,
    span: 'day',
    track: null,
    speed: USUAL_SPEED,
    message: null,
  }),
  type: 'parallel',
  states: {
    screen: {
      initial: 'deciding',
      on: {
        'moment.chosen': { target: '.deciding', actions: { type: 'keepMoment', params: fromEvent } },
        'pane.reported': { actions: { type: 'keepPane', params: fromEvent } },
        'pane.left': { actions: { type: 'dropPane', params: fromEvent } },
      },
      states: {
        deciding: {
          always: [
            { guard: 'isPast', target: 'seeking' },
            { guard: 'isNamed', target: 'returning' },
            { target: 'present' },
          ],
        },
        returning: { tags: ['past', 'returning'], always: { guard: 'isReached', target: 'present' } },
        present: { entry: 'forgetShown' },
        seeking: { tags: ['past', 'seeking'], always: { guard: 'isReached', target: 'reached' } },
        reached: { tags: 'past', entry: 'keepShown', always: { guard: 'isUnreached', target: 'seeking' } },
      },
    },
    around: {
      initial: 'deciding',
      on: {
        'moment.chosen': { target: '.deciding' },
        'pane.reported': { guard: { type: 'isNew', params: fromEvent }, target: '.deciding' },
        'pane.left': { target: '.deciding' },
        'previous.requested': { guard: 'hasPrevious', actions: ['seekPrevious', 'wantSought'] },
        'next.requested': { guard: 'hasNext', actions: ['seekNext', 'wantSought'] },
      },
      states: {
        deciding: {
          entry: 'forgetAround',
          always: [{ guard: 'hasPanes', target: 'reading' }, { target: 'idle' }],
        },
        idle: { on: { 'past.requested': { target: 'entering' } } },
        entering: {
          tags: 'entering',
          on: {
            // The present is asked for of all panes.
            'pane.reported': { guard: { type: 'isNew', params: fromEvent }, target: 'entering', reenter: true },
            'pane.left': { target: 'entering', reenter: true },
          },
          invoke: {
            id: 'readPresent',
            src: 'readAround',
            input: ({ context }) => ({ moment: null, panes: context.panes }),
            onDone: { target: 'idle', actions: { type: 'wantTime', params: fromEvent } },
            onError: { target: 'shut', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        // The past could not be entered.
        shut: {
          tags: 'failed',
          on: { 'past.requested': { target: 'entering' }, 'retry.requested': { target: 'entering' } },
        },
        reading: {
          invoke: {
            id: 'readAround',
            src: 'readAround',
            input: ({ context }) => ({ moment: context.moment, panes: context.panes }),
            onDone: [
              { guard: { type: 'isFuture', params: fromEvent }, target: 'idle', actions: 'wantPresent' },
              { target: 'known', actions: { type: 'keepAround', params: fromEvent } },
            ],
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        known: {
          tags: 'known',
          invoke: {
            id: 'loadAhead',
            src: 'loadAhead',
            input: ({ context }) => {
              const { previous, next } = besideOf(context);
              return {
                archives: (context.track?.moments ?? [])
                  .filter(({ at }) => at === previous || at === next)
                  .map(({ archive }) => archive),
              };
            },
            onDone: { target: 'ready' },
            // They are loaded when they are shown.
            onError: { target: 'ready' },
          },
        },
        ready: { tags: 'known' },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'reading' } } },
      },
    },
    // The time of which the track shows the changes: it stays while the moment is on it.
    track: {
      initial: 'none',
      on: {
        'moment.chosen': { target: '.deciding' },
        'pane.reported': { guard: { type: 'isNew', params: fromEvent }, target: '.stale' },
        'pane.left': { target: '.stale' },
        'span.chosen': { target: '.stale', actions: { type: 'keepSpan', params: fromEvent } },
      },
      states: {
        stale: { entry: 'forgetTrack', always: { target: 'deciding' } },
        deciding: {
          always: [
            { guard: 'isOnTrack', target: 'shown' },
            { guard: 'hasPanes', target: 'reading' },
            { target: 'none' },
          ],
        },
        none: {},
        reading: {
          invoke: {
            id: 'readTrack',
            src: 'readTrack',
            input: ({ context: { moment, span, panes } }) => ({ moment, span, panes }),
            onDone: { target: 'shown', actions: { type: 'keepTrack', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        shown: {},
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'reading' } } },
      },
    },
    thumb: {
      initial: 'resting',
      states: {
        resting: { on: { 'track.dragged': { target: 'moving', actions: { type: 'keepSought', params: fromEvent } } } },
        moving: {
          on: {
            'moment.chosen': { target: 'resting' },
            'track.dragged': {
              target: 'moving',
              reenter: true,
              actions: { type: 'keepSought', params: fromEvent },
            },
          },
          after: {
            trackRest: [
              { guard: 'isThere', target: 'resting', actions: 'forgetSought' },
              { target: 'resting', actions: 'wantSought' },
            ],
          },
        },
      },
    },
    time: {
      initial: 'paused',
      on: {
        'moment.chosen': { guard: { type: 'isPresentChosen', params: fromEvent }, target: '.paused' },
        'speed.chosen': { actions: { type: 'keepSpeed', params: fromEvent } },
      },
      states: {
        paused: {
          on: { 'play.requested': { guard: 'isPast', target: 'playing' } },
        },
        playing: {
          tags: 'playing',
          on: {
            'pause.requested': { target: 'paused' },
            'track.dragged': { target: 'paused' },
          },
          after: {
            // A moment whose documents are not drawn yet is waited for.
            playStep: [
              { guard: 'isStill', target: 'playing', reenter: true, actions: 'wantLater' },
              { target: 'playing', reenter: true },
            ],
          },
        },
      },
    },
  },
});
export type PastSnapshot = SnapshotFrom<typeof pastMachine>;
