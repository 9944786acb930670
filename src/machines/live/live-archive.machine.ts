import { type ActorRefFrom, assign, fromPromise, raise, sendTo, setup, type SnapshotFrom, stateIn } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#api/contract/archives.ts';
import { AGE_OLD, AGE_VERY_OLD, LIVE_SPREAD, STREAM_FIRST_LOAD } from '#config/constants.ts';
import { ARCHIVE_RETRY, ARCHIVE_RETRY_REFUSED, DOCUMENT_OVERDUE, DOCUMENT_RETRY } from '#config/frame.ts';
import { type AgeLimits, documentAgeMachine } from './document-age.machine.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { eventStreamMachine } from './event-stream.machine.ts';
import { liveTruthMachine } from './live-truth.machine.ts';
import { fromEvent } from '../shared/from-event.ts';
import { mostSpread } from './live-spread.ts';
import { archiveMessage, type ArchiveView } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Whose submissions are shown: those of one WIP, or the newest of a template. */
export type LiveSource = { kind: 'wip' | 'template'; id: string };

/** An archive with its id. */
type Held = ArchiveDetail & { archive: string };

/** What a proxy says when it does not reach the host. */
const BAD_GATEWAYS = [502, 504];

/** What a host refuses for a moment only: it waited too long, it is too early, or it was asked too often. */
const MOMENTARY = [408, 425, 429];

/** Whether the host was reached, whatever it said. */
function isAnswer(failure: ApiFailure): boolean {
  if (failure.kind === 'http') return !BAD_GATEWAYS.includes(failure.status);
  return failure.kind === 'malformed' && failure.standIn === undefined;
}

/**
 * One pane that shows the newest archive and changes by itself (`s4.live.*`, `d22.*`). Each time that the stream opens, and at each
 * submission, it asks which archive is the newest and fetches its content only when that is another one than is shown. What arrives meanwhile marks the
 * round as outdated, so that a burst of submissions costs two rounds and not fifty. A large document is read at a moment of each view's own after a submission
 * (`spreading`), or a host would be asked by a thousand walls at once. The last good archive stays through every failure.
 *
 * What was fetched (`given`) is not in sight before its document has opened, and that may fail. What the pane says of its document, its name and its age
 * (`documentAge`), is therefore always said of the one in sight (`shown`): it moves when the newer one takes its place, or when the place was cleared for it. Whether
 * the pane may be believed is for `liveTruth` to say: it hears that the newest is confirmed only while the newest is in sight and the host's word for that still
 * holds (`word`), and that it failed as soon as it did not open. Then it is opened again from time to time, and when the stream is back.
 */
export const liveArchiveMachine = setup({
  types: {
    context: {} as {
      source: LiveSource;
      view: ArchiveView;
      place: string;
      newest: string | null;
      /** The newest that was fetched, whose document was given to its frame. */
      given: Held | null;
      /** The one whose document is in sight, or the first of a pane on its way there. */
      shown: Held | null;
      limits: AgeLimits;
      failure: ApiFailure | null;
      message: string | null;
    },
    /** `place`: the key of the document's place in the page. `limits`: from which ages it says that the document is old. */
    input: {} as { source: LiveSource; view: ArchiveView; place: string; limits?: AgeLimits },
    events: {} as
      | { type: 'stream.opened' }
      | { type: 'stream.closed' }
      | { type: 'newest.wanted' }
      | { type: 'network.lost' }
      | { type: 'host.missed' }
      | { type: 'host.reached' }
      | { type: 'submission.received'; archive: string; readers?: number | undefined }
      | { type: 'retry.requested' }
      | { type: 'place.cleared' | 'document.ready' | 'document.failed' | 'document.removed' }
      /** How a round has ended: with another archive, with the one that is held, with none, or with a failure. */
      | { type: `round.${'given' | 'confirmed' | 'emptied' | 'failed'}` },
    tags: {} as 'loading' | 'empty' | 'failed' | 'live' | 'connecting' | 'reconnecting' | 'unseen',
  },
  actors: {
    document: documentFrameMachine,
    documentAge: documentAgeMachine,
    eventStream: eventStreamMachine,
    liveTruth: liveTruthMachine,
    findNewestArchive: fromPromise<ArchiveSummary | null, LiveSource>(unprovided),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
  },
  actions: {
    keepNewest: assign({ newest: (_, params: { archive: string }) => params.archive }),
    keepGiven: assign({
      given: ({ context }, params: { output: ArchiveDetail }) => ({ ...params.output, archive: context.newest ?? '' }),
      message: null,
      failure: null,
    }),
    giveDocument: sendTo('document', ({ context: { given, source } }) => ({
      type: 'document.given',
      html: given?.content ?? '',
      lines: given?.line_breaks ?? 'guessed',
      submission: {
        wip: given?.wip ?? null,
        name: given?.name ?? null,
        at: given?.submittedOn ?? null,
        source: { archive: given?.archive ?? '', kind: source.kind },
      },
    })),
    wantDocument: sendTo('document', { type: 'document.wanted' }),
    showGiven: assign({ shown: ({ context }) => context.given }),
    tellAge: sendTo('documentAge', ({ context }) => ({
      type: 'document.shown',
      submittedOn: context.shown?.submittedOn ?? null,
    })),
    endAge: sendTo('documentAge', { type: 'document.gone' }),
    tellStreamLost: sendTo('liveTruth', { type: 'stream.lost' }),
    tellNetworkLost: sendTo('liveTruth', { type: 'network.lost' }),
    tellMissed: sendTo('eventStream', { type: 'host.missed' }),
    tellReached: sendTo('eventStream', { type: 'host.reached' }),
    confirm: sendTo('liveTruth', { type: 'newest.confirmed' }),
    tellUnseen: sendTo('liveTruth', { type: 'newest.failed', isAnswered: true }),
    raiseGiven: raise({ type: 'round.given' }),
    raiseConfirmed: raise({ type: 'round.confirmed' }),
    raiseEmptied: raise({ type: 'round.emptied' }),
    raiseFailed: raise({ type: 'round.failed' }),
    tellFailure: sendTo('liveTruth', (_, params: { error: unknown }) => ({
      type: 'newest.failed',
      isAnswered: isAnswer(failureOf(params.error)),
    })),
    awaitDocument: sendTo('document', { type: 'document.awaited' }),
    clearFailure: assign({ message: null, failure: null }),
    forgetArchive: assign({ given: null, shown: null, newest: null, message: null, failure: null }),
    keepFailure: assign({
      failure: (_, params: { error: unknown }) => failureOf(params.error),
      message: ({ context }, params) => archiveMessage(context.view, context.shown === null, failureOf(params.error)),
    }),
  },
  guards: {
    isNothing: (_, params: { output: ArchiveSummary | null }) => params.output === null,
    isGiven: ({ context }, params: { output: ArchiveSummary | null }) =>
      context.given !== null && params.output?.uuid === context.given.archive,
    isAhead: ({ context }) => context.given?.archive !== context.shown?.archive,
    isOpen: stateIn('#liveArchive.stream.open'),
    holdsWord: stateIn('#liveArchive.word.held'),
    isOutdated: stateIn('#liveArchive.archive.updating.news.outdated'),
    isLoading: stateIn('#liveArchive.archive.updating.round.loading'),
    hasFailed: ({ context }) => context.message !== null,
    isLarge: ({ context }, { readers }: { readers?: number | undefined }) => mostSpread(context.given, readers) > 0,
    hasNoArchive: ({ context }) => context.given === null,
    isTransient: ({ context: { failure } }) =>
      failure?.kind !== 'http' || failure.status >= 500 || MOMENTARY.includes(failure.status),
  },
  // Where it is made, a random part of what `mostSpread` says takes the place of `spread`.
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
      input: ({ context }) => ({ place: context.place, mode: 'view', isLive: true, html: null, lines: 'guessed' }),
    },
    { id: 'liveTruth', src: 'liveTruth' },
    { id: 'documentAge', src: 'documentAge', input: ({ context }) => context.limits },
  ],
  type: 'parallel',
  on: {
    'host.missed': { actions: 'tellMissed' },
    'host.reached': { actions: 'tellReached' },
  },
  states: {
    stream: {
      invoke: { id: 'eventStream', src: 'eventStream', input: ({ context }) => ({ id: context.source.id }) },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'connecting',
          on: { 'stream.opened': { target: 'open' }, 'stream.closed': { target: 'lost' } },
        },
        open: { tags: 'live', on: { 'stream.closed': { target: 'lost', actions: 'tellStreamLost' } } },
        lost: { tags: 'reconnecting', on: { 'stream.opened': { target: 'open' } } },
      },
    },
    archive: {
      initial: 'waiting',
      states: {
        waiting: {
          tags: 'loading',
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
                  // A call that was sent into a dead connection is not waited for.
                  on: { 'newest.wanted': { target: 'finding', reenter: true } },
                  invoke: {
                    id: 'findNewestArchive',
                    src: 'findNewestArchive',
                    input: ({ context }) => context.source,
                    onDone: [
                      {
                        guard: { type: 'isNothing', params: fromEvent },
                        target: 'ended',
                        actions: ['forgetArchive', 'awaitDocument', 'endAge', 'confirm', 'raiseEmptied'],
                      },
                      {
                        guard: { type: 'isGiven', params: fromEvent },
                        target: 'ended',
                        actions: ['clearFailure', 'raiseConfirmed'],
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
                        { type: 'tellFailure', params: fromEvent },
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
                        { type: 'tellFailure', params: fromEvent },
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
    // Whether what the host said last of the newest archive still holds.
    word: {
      initial: 'doubted',
      on: {
        'round.given': { target: '.held' },
        'round.confirmed': { target: '.held' },
        'round.emptied': { target: '.held' },
        'round.failed': { target: '.doubted' },
        'network.lost': { target: '.doubted', actions: 'tellNetworkLost' },
        'stream.closed': { guard: 'isOpen', target: '.doubted' },
      },
      states: { doubted: {}, held: {} },
    },
    // Where the newest document is.
    document: {
      initial: 'none',
      on: {
        'round.emptied': { target: '.none' },
        'document.ready': [{ guard: 'holdsWord', target: '.there', actions: 'confirm' }, { target: '.there' }],
        'document.failed': { target: '.failed', actions: 'tellUnseen' },
        'document.removed': { target: '.removed', actions: 'tellUnseen' },
      },
      states: {
        none: { on: { 'round.given': { target: 'opening' } } },
        opening: { after: { documentOverdue: { target: 'failed', actions: 'tellUnseen' } } },
        there: {
          on: {
            'round.given': { target: 'opening' },
            'round.confirmed': { actions: 'confirm' },
            'place.cleared': { target: 'opening' },
          },
        },
        // Nothing but the document itself ends it, however often it is tried again; another archive has its own time.
        failed: {
          tags: 'unseen',
          on: {
            'round.given': { target: 'opening' },
            'round.confirmed': { actions: 'tellUnseen' },
            'stream.opened': { target: 'failed', reenter: true, actions: 'wantDocument' },
          },
          after: { documentRetry: { target: 'failed', reenter: true, actions: 'wantDocument' } },
        },
        // It would break the rules again: the next one may keep them.
        removed: {
          tags: 'unseen',
          on: { 'round.given': { target: 'opening' }, 'round.confirmed': { actions: 'tellUnseen' } },
        },
      },
    },
    // Of which archive the pane speaks: never of another one than is in sight.
    head: {
      initial: 'blank',
      states: {
        blank: { on: { 'round.given': { target: 'told', actions: ['showGiven', 'tellAge'] } } },
        told: {
          on: {
            'round.emptied': { target: 'blank' },
            'place.cleared': { guard: 'isAhead', actions: ['showGiven', 'tellAge'] },
            'document.ready': { guard: 'isAhead', actions: ['showGiven', 'tellAge'] },
          },
        },
      },
    },
  },
});
export type LiveArchiveRef = ActorRefFrom<typeof liveArchiveMachine>;
export type LiveArchiveSnapshot = SnapshotFrom<typeof liveArchiveMachine>;
