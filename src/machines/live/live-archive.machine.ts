import { assign, fromPromise, raise, sendTo, setup, type SnapshotFrom, stateIn } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#common/calls/archives.ts';
import { AGE_OLD, AGE_VERY_OLD, LIVE_SPREAD, STREAM_FIRST_LOAD } from '#common/config/constants.ts';
import { ARCHIVE_RETRY, ARCHIVE_RETRY_REFUSED, DOCUMENT_OVERDUE, DOCUMENT_RETRY } from '#config/frame.ts';
import { type AgeLimits, documentAgeMachine } from './document-age.machine.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { eventStreamMachine } from './event-stream.machine.ts';
import { liveTruthMachine } from './live-truth.machine.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { mostSpread } from './live-spread.ts';
import { archiveMessage, type ArchiveView } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Source of the shown submissions: one WIP, or the newest of a template. */
export type LiveSource = { kind: 'wip' | 'template'; id: string };

/** Request for the newest of them at a moment, in epoch milliseconds; at the present for null. */
export type Sought = LiveSource & { moment: number | null };

/** An archive with its id, and the moment for which it was found. */
type Held = ArchiveDetail & { archive: string; asOf: number | null };

/** Statuses of a proxy that does not reach the host. */
const BAD_GATEWAYS = [502, 504];

/** Statuses of a refusal that soon ends: the host waited too long, it is too early, or it received too many requests. */
const MOMENTARY = [408, 425, 429];

/** Returns true if the host was reached, whatever it answered. */
function isAnswer(failure: ApiFailure): boolean {
  if (failure.kind === 'http') return !BAD_GATEWAYS.includes(failure.status);
  return failure.kind === 'malformed' && failure.standIn === undefined;
}

/**
 * One pane that shows the newest archive and updates by itself (`s4.live.*`, `d22.*`). Each time the stream opens, and at each submission, it requests the
 * newest archive's id and loads its content only if the pane shows another one. Events during a round mark it as outdated, so that a burst of submissions
 * causes two rounds and not fifty. After a submission each view reads a large document at a moment of its own (`spreading`): otherwise a thousand walls would
 * ask a host at once. The last good archive stays through every failure.
 *
 * The loaded archive (`given`) is not visible before its document has opened, and that may fail. So the document's name and age (`documentAge`) in the pane
 * are always those of the visible one (`shown`): it changes when the newer one replaces it, or when the place was cleared for it. `liveTruth` decides if the
 * pane can be trusted: it receives a confirmation only while the newest archive is visible and the host's answer about that is still valid (`answer`), and a
 * failure as soon as the document did not open. The document is then opened again from time to time, and when the stream has returned.
 * The pane is called live only while all three are true: the stream is open (`live`), the host's answer is valid (`sure`), and the newest document is drawn,
 * or there is none (`current`; `isLive`).
 *
 * At an earlier moment (`moment`) the pane shows the newest archive of then in the same way, without a stream, and is never called live. Another moment
 * drops the call of the one before. The document of the one before stays until the other is drawn: only then is the moment reached (`sure` and `current`).
 */
export const liveArchiveMachine = setup({
  types: {
    context: {} as {
      source: LiveSource;
      view: ArchiveView;
      place: string;
      /** The moment that the pane shows, in epoch milliseconds; null for the present. */
      moment: number | null;
      newest: string | null;
      /** The newest archive that was loaded; its document was sent to its frame. */
      given: Held | null;
      /** The archive whose document is visible, or the first one of a pane while it opens. */
      shown: Held | null;
      limits: AgeLimits;
      failure: ApiFailure | null;
      message: string | null;
    },
    /** `place`: the key of the document's place in the page. `limits`: ages from which the pane says that the document is old. */
    input: {} as {
      source: LiveSource;
      view: ArchiveView;
      place: string;
      limits?: AgeLimits;
      moment?: number | null;
    },
    events: {} as
      | { type: 'stream.opened' }
      | { type: 'stream.closed' }
      | { type: 'newest.wanted' }
      | { type: 'network.lost' }
      | { type: 'host.missed' }
      | { type: 'host.reached' }
      | { type: 'submission.received'; archive: string; readers?: number | undefined }
      | { type: 'retry.requested' }
      | { type: 'moment.chosen'; moment: number | null }
      | { type: 'place.cleared' | 'document.ready' | 'document.failed' | 'document.removed' }
      /** End of a round: with another archive, with the same one, with none, or with a failure. */
      | { type: `round.${'given' | 'confirmed' | 'emptied' | 'failed'}` },
    tags: {} as 'loading' | 'empty' | 'failed' | 'live' | 'connecting' | 'reconnecting' | 'sure' | 'current' | 'unseen',
  },
  actors: {
    document: documentFrameMachine,
    documentAge: documentAgeMachine,
    eventStream: eventStreamMachine,
    liveTruth: liveTruthMachine,
    findNewestArchive: fromPromise<ArchiveSummary | null, Sought>(unprovided),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
  },
  actions: {
    keepMoment: assign({ moment: (_, params: { moment: number | null }) => params.moment }),
    keepNewest: assign({ newest: (_, params: { archive: string }) => params.archive }),
    keepGiven: assign({
      given: ({ context: { newest, moment } }, params: { output: ArchiveDetail }) => ({
        ...params.output,
        archive: newest ?? '',
        asOf: moment,
      }),
      message: null,
      failure: null,
    }),
    giveDocument: sendTo('document', ({ context: { given, source } }) => ({
      type: 'document.given',
      html: given?.content ?? '',
      lines: given?.line_breaks ?? 'guessed',
      isStored: true,
      submission: {
        wip: given?.wip ?? null,
        name: given?.name ?? null,
        at: given?.submittedOn ?? null,
        asOf: given?.asOf ?? null,
        source: { archive: given?.archive ?? '', kind: source.kind },
      },
    })),
    wantDocument: sendTo('document', { type: 'document.wanted' }),
    /** The document of another moment is the same one. */
    keepAsOf: assign(({ context: { given, shown, moment } }) => {
      const again = given && { ...given, asOf: moment };
      return { given: again, shown: shown === given ? again : shown };
    }),
    giveMoment: sendTo('document', ({ context }) => ({ type: 'moment.given', asOf: context.moment })),
    showGiven: assign({ shown: ({ context }) => context.given }),
    reportAge: sendTo('documentAge', ({ context }) => ({
      type: 'document.shown',
      submittedOn: context.shown?.submittedOn ?? null,
      asOf: context.shown?.asOf ?? null,
    })),
    endAge: sendTo('documentAge', { type: 'document.gone' }),
    reportStreamLost: sendTo('liveTruth', { type: 'stream.lost' }),
    reportNetworkLost: sendTo('liveTruth', { type: 'network.lost' }),
    reportMissed: sendTo('eventStream', { type: 'host.missed' }),
    reportReached: sendTo('eventStream', { type: 'host.reached' }),
    confirm: sendTo('liveTruth', { type: 'newest.confirmed' }),
    reportUnseen: sendTo('liveTruth', { type: 'newest.failed', isAnswered: true }),
    raiseGiven: raise({ type: 'round.given' }),
    raiseConfirmed: raise({ type: 'round.confirmed' }),
    raiseEmptied: raise({ type: 'round.emptied' }),
    raiseFailed: raise({ type: 'round.failed' }),
    reportFailure: sendTo('liveTruth', (_, { error }: Failed) => ({
      type: 'newest.failed',
      isAnswered: isAnswer(failureOf(error)),
    })),
    awaitDocument: sendTo('document', { type: 'document.awaited' }),
    clearFailure: assign({ message: null, failure: null }),
    forgetArchive: assign({ given: null, shown: null, newest: null, message: null, failure: null }),
    keepFailure: assign({
      failure: (_, { error }: Failed) => failureOf(error),
      message: ({ context }, params) => archiveMessage(context.view, context.shown === null, failureOf(params.error)),
    }),
  },
  guards: {
    isNothing: (_, params: { output: ArchiveSummary | null }) => params.output === null,
    isGiven: ({ context }, params: { output: ArchiveSummary | null }) =>
      context.given !== null && params.output?.uuid === context.given.archive,
    isOfMoment: ({ context }, params: { output: ArchiveSummary | null }) =>
      context.given !== null && params.output?.uuid === context.given.archive && context.given.asOf === context.moment,
    isAhead: ({ context }) => context.given !== context.shown,
    isPast: ({ context }) => context.moment !== null,
    isStreamed: stateIn('#liveArchive.stream.on'),
    isOpen: stateIn('#liveArchive.stream.on.open'),
    isConfirmed: stateIn('#liveArchive.answer.confirmed'),
    isOutdated: stateIn('#liveArchive.archive.updating.news.outdated'),
    isLoading: stateIn('#liveArchive.archive.updating.round.loading'),
    hasFailed: ({ context }) => context.message !== null,
    isLarge: ({ context }, { readers }: { readers?: number | undefined }) => mostSpread(context.given, readers) > 0,
    hasNoArchive: ({ context }) => context.given === null,
    isTransient: ({ context: { failure } }) =>
      failure?.kind !== 'http' || failure.status >= 500 || MOMENTARY.includes(failure.status),
  },
  // The implementation replaces `spread` by a random part of `mostSpread`.
  delays: {
    firstLoad: STREAM_FIRST_LOAD,
    spread: LIVE_SPREAD,
    archiveRetry: ARCHIVE_RETRY,
    archiveRetryRefused: ARCHIVE_RETRY_REFUSED,
    documentRetry: DOCUMENT_RETRY,
    documentOverdue: DOCUMENT_OVERDUE,
  },
}).createMachine({
  id: 'liveArchive',
  context: ({ input }) => ({
    limits: { old: AGE_OLD, veryOld: AGE_VERY_OLD },
    moment: null,
    ...input,
    newest: null,
    given: null,
    shown: null,
    failure: null,
    message: null,
  }),
  invoke: [
    {
      id: 'document',
      src: 'document',
      input: ({ context }) => ({
        place: context.place,
        mode: 'view',
        isLive: true,
        html: null,
        lines: 'guessed',
        isStored: true,
      }),
    },
    { id: 'liveTruth', src: 'liveTruth' },
    { id: 'documentAge', src: 'documentAge', input: ({ context }) => context.limits },
  ],
  type: 'parallel',
  on: {
    'host.missed': { guard: 'isStreamed', actions: 'reportMissed' },
    'host.reached': { guard: 'isStreamed', actions: 'reportReached' },
  },
  states: {
    stream: {
      initial: 'deciding',
      on: { 'moment.chosen': { target: '.deciding' } },
      states: {
        deciding: { always: [{ guard: 'isPast', target: 'off' }, { target: 'on' }] },
        off: {},
        on: {
          invoke: { id: 'eventStream', src: 'eventStream', input: ({ context }) => ({ id: context.source.id }) },
          initial: 'connecting',
          states: {
            connecting: {
              tags: 'connecting',
              on: { 'stream.opened': { target: 'open' }, 'stream.closed': { target: 'lost' } },
            },
            open: { tags: 'live', on: { 'stream.closed': { target: 'lost', actions: 'reportStreamLost' } } },
            lost: { tags: 'reconnecting', on: { 'stream.opened': { target: 'open' } } },
          },
        },
      },
    },
    archive: {
      initial: 'waiting',
      on: {
        'moment.chosen': {
          target: '.updating',
          actions: [{ type: 'keepMoment', params: fromEvent }, 'clearFailure'],
        },
      },
      states: {
        waiting: {
          tags: 'loading',
          always: { guard: 'isPast', target: 'updating' },
          on: { 'stream.opened': { target: 'updating' } },
          after: { firstLoad: { target: 'updating' } },
        },
        updating: {
          type: 'parallel',
          states: {
            news: {
              initial: 'none',
              states: {
                none: {
                  on: {
                    'stream.opened': { target: 'outdated' },
                    'newest.wanted': { guard: 'isLoading', target: 'outdated' },
                    'submission.received': { target: 'outdated' },
                  },
                },
                outdated: {},
              },
            },
            round: {
              initial: 'finding',
              states: {
                finding: {
                  tags: 'loading',
                  // A call that was sent into a dead connection is dropped.
                  on: { 'newest.wanted': { target: 'finding', reenter: true } },
                  invoke: {
                    id: 'findNewestArchive',
                    src: 'findNewestArchive',
                    input: ({ context: { source, moment } }) => ({ ...source, moment }),
                    onDone: [
                      {
                        guard: { type: 'isNothing', params: fromEvent },
                        target: 'ended',
                        actions: ['forgetArchive', 'awaitDocument', 'endAge', 'confirm', 'raiseEmptied'],
                      },
                      {
                        guard: { type: 'isOfMoment', params: fromEvent },
                        target: 'ended',
                        actions: ['clearFailure', 'raiseConfirmed'],
                      },
                      {
                        guard: { type: 'isGiven', params: fromEvent },
                        target: 'ended',
                        actions: ['clearFailure', 'keepAsOf', 'giveMoment', 'reportAge', 'raiseConfirmed'],
                      },
                      {
                        target: 'loading',
                        actions: {
                          type: 'keepNewest',
                          params: ({ event }) => ({ archive: event.output?.uuid ?? '' }),
                        },
                      },
                    ],
                    onError: {
                      target: 'ended',
                      actions: [
                        { type: 'keepFailure', params: fromEvent },
                        { type: 'reportFailure', params: fromEvent },
                        'raiseFailed',
                      ],
                    },
                  },
                },
                loading: {
                  tags: 'loading',
                  invoke: {
                    id: 'loadArchive',
                    src: 'loadArchive',
                    input: ({ context }) => ({ archive: context.newest ?? '' }),
                    onDone: {
                      target: 'ended',
                      actions: [{ type: 'keepGiven', params: fromEvent }, 'giveDocument', 'raiseGiven'],
                    },
                    onError: {
                      target: 'ended',
                      actions: [
                        { type: 'keepFailure', params: fromEvent },
                        { type: 'reportFailure', params: fromEvent },
                        'raiseFailed',
                      ],
                    },
                  },
                },
                ended: {
                  always: [
                    { guard: 'isOutdated', target: '#liveArchive.archive.updating' },
                    { guard: 'hasFailed', target: '#liveArchive.archive.failed' },
                    { guard: 'hasNoArchive', target: '#liveArchive.archive.empty' },
                    { target: '#liveArchive.archive.current' },
                  ],
                },
              },
            },
          },
        },
        current: {
          on: {
            'stream.opened': { target: 'updating' },
            'newest.wanted': { target: 'updating' },
            'submission.received': [
              { guard: { type: 'isLarge', params: fromEvent }, target: 'spreading' },
              { target: 'updating' },
            ],
          },
        },
        spreading: {
          tags: 'loading',
          on: { 'stream.opened': { target: 'updating' }, 'newest.wanted': { target: 'updating' } },
          after: { spread: { target: 'updating' } },
        },
        empty: {
          tags: 'empty',
          on: {
            'stream.opened': { target: 'updating' },
            'newest.wanted': { target: 'updating' },
            'submission.received': { target: 'updating' },
          },
        },
        failed: {
          tags: 'failed',
          on: {
            'stream.opened': { target: 'updating' },
            'newest.wanted': { target: 'updating' },
            'submission.received': [
              { guard: { type: 'isLarge', params: fromEvent }, target: 'spreading' },
              { target: 'updating' },
            ],
            'retry.requested': { target: 'updating' },
          },
          after: {
            archiveRetry: { guard: 'isTransient', target: 'updating' },
            archiveRetryRefused: { target: 'updating' },
          },
        },
      },
    },
    // Validity of the host's last answer about the newest archive.
    answer: {
      initial: 'unconfirmed',
      on: {
        'round.given': { target: '.confirmed' },
        'round.confirmed': { target: '.confirmed' },
        'round.emptied': { target: '.confirmed' },
        'round.failed': { target: '.unconfirmed' },
        'moment.chosen': { target: '.unconfirmed' },
        'network.lost': { target: '.unconfirmed', actions: 'reportNetworkLost' },
        'stream.closed': { guard: 'isOpen', target: '.unconfirmed' },
      },
      states: { unconfirmed: {}, confirmed: { tags: 'sure' } },
    },
    // State of the newest document.
    document: {
      initial: 'none',
      on: {
        'round.emptied': { target: '.none' },
        'document.ready': [{ guard: 'isConfirmed', target: '.there', actions: 'confirm' }, { target: '.there' }],
        'document.failed': { target: '.failed', actions: 'reportUnseen' },
        'document.removed': { target: '.removed', actions: 'reportUnseen' },
      },
      states: {
        none: { tags: 'current', on: { 'round.given': { target: 'opening' } } },
        opening: { after: { documentOverdue: { target: 'failed', actions: 'reportUnseen' } } },
        there: {
          tags: 'current',
          on: {
            'round.given': { target: 'opening' },
            'round.confirmed': { actions: 'confirm' },
            'place.cleared': { target: 'opening' },
          },
        },
        // Only the document itself ends this state, however often it is opened again; another archive has its own time.
        failed: {
          tags: 'unseen',
          on: {
            'round.given': { target: 'opening' },
            'round.confirmed': { actions: 'reportUnseen' },
            'stream.opened': { target: 'failed', reenter: true, actions: 'wantDocument' },
          },
          after: { documentRetry: { target: 'failed', reenter: true, actions: 'wantDocument' } },
        },
        // This document would break the rules again; the next one may not.
        removed: {
          tags: 'unseen',
          on: { 'round.given': { target: 'opening' }, 'round.confirmed': { actions: 'reportUnseen' } },
        },
      },
    },
    // Archive that the pane describes: always the visible one.
    head: {
      initial: 'blank',
      states: {
        blank: { on: { 'round.given': { target: 'shown', actions: ['showGiven', 'reportAge'] } } },
        shown: {
          on: {
            'round.emptied': { target: 'blank' },
            'place.cleared': { guard: 'isAhead', actions: ['showGiven', 'reportAge'] },
            'document.ready': { guard: 'isAhead', actions: ['showGiven', 'reportAge'] },
          },
        },
      },
    },
  },
});
export type LiveArchiveSnapshot = SnapshotFrom<typeof liveArchiveMachine>;
