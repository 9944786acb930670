import { type ActorRefFrom, assign, fromPromise, sendTo, setup, type SnapshotFrom, stateIn } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#api/contract/archives.ts';
import { AGE_OLD, AGE_VERY_OLD, LIVE_SPREAD, STREAM_FIRST_LOAD } from '#config/constants.ts';
import { ARCHIVE_RETRY } from '#config/frame.ts';
import { type AgeLimits, documentAgeMachine } from './document-age.machine.ts';
import { documentFrameMachine } from './document-frame.machine.ts';
import { eventStreamMachine } from './event-stream.machine.ts';
import { liveTruthMachine } from './live-truth.machine.ts';
import { fromEvent } from './loading.ts';
import { mostSpread } from './live-spread.ts';
import { archiveMessage, type ArchiveView } from './messages.ts';
import { unprovided } from './unprovided.ts';

/** Whose submissions are shown: those of one WIP, or the newest of a template. */
export type LiveSource = { kind: 'wip' | 'template'; id: string };

/** What a proxy says when it does not reach the host. */
const BAD_GATEWAYS = [502, 504];

/** Whether the host was reached, whatever it said. */
const isAnswer = (failure: ApiFailure): boolean =>
  failure.kind === 'http' ? !BAD_GATEWAYS.includes(failure.status) : failure.kind === 'malformed';

/**
 * One pane that shows the newest archive and changes by itself (`s4.live.*`, `d22.*`). Each time that the stream opens, and at each
 * submission, it asks which archive is the newest and fetches its content only when that is another one than is shown. What arrives meanwhile marks the
 * round as outdated, so that a burst of submissions costs two rounds and not fifty. A large document is read at a moment of each view's own after a submission
 * (`spreading`), or a host would be asked by a thousand walls at once. The last good archive stays through every failure; whether it may be believed is
 * for `liveTruth` to say, which hears how each round ends, and how old it is for `documentAge`.
 */
export const liveArchiveMachine = setup({
  types: {
    context: {} as {
      source: LiveSource;
      view: ArchiveView;
      place: string;
      newest: string | null;
      shown: (ArchiveDetail & { archive: string }) | null;
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
      | { type: 'submission.received'; archive: string }
      | { type: 'retry.requested' },
    tags: {} as 'loading' | 'empty' | 'failed' | 'live' | 'connecting' | 'reconnecting',
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
    showArchive: assign({
      shown: ({ context }, params: { output: ArchiveDetail }) => ({ ...params.output, archive: context.newest ?? '' }),
      message: null,
      failure: null,
    }),
    showDocument: sendTo('document', ({ context }) => ({
      type: 'document.given',
      html: context.shown?.content ?? '',
      lines: context.shown?.line_breaks ?? 'guessed',
      submission: {
        wip: context.shown?.wip ?? null,
        name: context.shown?.name ?? null,
        at: context.shown?.submittedOn ?? null,
      },
    })),
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
    tellFailure: sendTo('liveTruth', (_, params: { error: unknown }) => ({
      type: 'newest.failed',
      isAnswered: isAnswer(failureOf(params.error)),
    })),
    awaitDocument: sendTo('document', { type: 'document.awaited' }),
    clearFailure: assign({ message: null, failure: null }),
    forgetArchive: assign({ shown: null, newest: null, message: null, failure: null }),
    keepFailure: assign({
      failure: (_, params: { error: unknown }) => failureOf(params.error),
      message: ({ context }, params) => archiveMessage(context.view, context.shown === null, failureOf(params.error)),
    }),
  },
  guards: {
    isNothing: (_, params: { output: ArchiveSummary | null }) => params.output === null,
    isShown: ({ context }, params: { output: ArchiveSummary | null }) =>
      context.shown !== null && params.output?.uuid === context.shown.archive,
    isOutdated: stateIn('#liveArchive.archive.updating.news.outdated'),
    isLoading: stateIn('#liveArchive.archive.updating.round.loading'),
    hasFailed: ({ context }) => context.message !== null,
    isLarge: ({ context }) => mostSpread(context.shown) > 0,
    hasNoArchive: ({ context }) => context.shown === null,
    isTransient: ({ context }) => context.failure?.kind !== 'http' || context.failure.status >= 500,
  },
  // Where it is made, a random part of what `mostSpread` says takes the place of `spread`.
  delays: { firstLoad: STREAM_FIRST_LOAD, spread: LIVE_SPREAD, archiveRetry: ARCHIVE_RETRY },
}).createMachine({
  id: 'liveArchive',
  context: ({ input }) => ({
    limits: { old: AGE_OLD, veryOld: AGE_VERY_OLD },
    ...input,
    newest: null,
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
    'network.lost': { actions: 'tellNetworkLost' },
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
                        actions: ['forgetArchive', 'awaitDocument', 'endAge', 'confirm'],
                      },
                      {
                        guard: { type: 'isShown', params: fromEvent },
                        target: 'ended',
                        actions: ['clearFailure', 'confirm'],
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
                      actions: [{ type: 'showArchive', params: fromEvent }, 'showDocument', 'tellAge', 'confirm'],
                    },
                    onError: {
                      target: 'ended',
                      actions: [
                        { type: 'keepFailure', params: fromEvent },
                        { type: 'tellFailure', params: fromEvent },
                      ],
                    },
                  },
                },
                ended: {
                  always: [
                    { guard: 'isOutdated', target: '#liveArchive.archive.updating', reenter: true },
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
            'submission.received': [{ guard: 'isLarge', target: 'spreading' }, { target: 'updating' }],
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
            'submission.received': [{ guard: 'isLarge', target: 'spreading' }, { target: 'updating' }],
            'retry.requested': { target: 'updating' },
          },
          after: { archiveRetry: { guard: 'isTransient', target: 'updating' } },
        },
      },
    },
  },
});
export type LiveArchiveRef = ActorRefFrom<typeof liveArchiveMachine>;
export type LiveArchiveSnapshot = SnapshotFrom<typeof liveArchiveMachine>;
