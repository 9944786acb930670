import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom, stateIn } from 'xstate';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#api/contract/archives.ts';
import { ARCHIVE_RETRY, STREAM_FIRST_LOAD } from '#config/constants.ts';
import { eventStreamMachine } from './event-stream.machine.ts';
import { archiveMessage, type ArchiveView } from './messages.ts';
import { unprovided } from './unprovided.ts';

/** Whose submissions are shown: those of one WIP, or the newest of a template. */
export type LiveSource = { kind: 'wip' | 'template'; id: string };

/**
 * One pane that shows the newest archive and changes by itself (section 4, live dashboards; decision 22). Each time that the stream opens, and at each
 * submission, it asks which archive is the newest and fetches its content only when that is another one than is shown. What arrives meanwhile marks the
 * round as outdated, so that a burst of submissions costs two rounds and not fifty. The last good archive stays through every failure.
 */
export const liveArchiveMachine = setup({
  types: {
    context: {} as {
      source: LiveSource;
      view: ArchiveView;
      newest: string | null;
      shown: (ArchiveDetail & { archive: string }) | null;
      failure: ApiFailure | null;
      message: string | null;
    },
    input: {} as { source: LiveSource; view: ArchiveView },
    events: {} as
      | { type: 'stream.opened' }
      | { type: 'stream.closed' }
      | { type: 'submission.received'; archive: string }
      | { type: 'retry.requested' },
    tags: {} as 'loading' | 'empty' | 'failed' | 'live' | 'connecting' | 'reconnecting',
  },
  actors: {
    eventStream: eventStreamMachine,
    findNewestArchive: fromPromise<ArchiveSummary | null, LiveSource>(unprovided),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
  },
  actions: {
    keepNewest: assign({ newest: (_, params: { archive: string }) => params.archive }),
    showArchive: assign({
      shown: ({ context }, params: { detail: ArchiveDetail }) => ({ ...params.detail, archive: context.newest ?? '' }),
      message: null,
      failure: null,
    }),
    clearFailure: assign({ message: null, failure: null }),
    forgetArchive: assign({ shown: null, newest: null, message: null, failure: null }),
    keepFailure: assign({
      failure: (_, params: { error: unknown }) => failureOf(params.error),
      message: ({ context }, params) => archiveMessage(context.view, context.shown === null, failureOf(params.error)),
    }),
  },
  guards: {
    isNothing: (_, params: { found: ArchiveSummary | null }) => params.found === null,
    isShown: ({ context }, params: { found: ArchiveSummary | null }) =>
      context.shown !== null && params.found?.uuid === context.shown.archive,
    isOutdated: stateIn('#liveArchive.archive.updating.news.outdated'),
    hasFailed: ({ context }) => context.message !== null,
    hasNoArchive: ({ context }) => context.shown === null,
    isTransient: ({ context }) => context.failure?.kind !== 'http' || context.failure.status >= 500,
  },
  delays: { firstLoad: STREAM_FIRST_LOAD, archiveRetry: ARCHIVE_RETRY },
}).createMachine({
  id: 'liveArchive',
  context: ({ input }) => ({ ...input, newest: null, shown: null, failure: null, message: null }),
  type: 'parallel',
  states: {
    stream: {
      invoke: { id: 'eventStream', src: 'eventStream', input: ({ context }) => ({ id: context.source.id }) },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'connecting',
          on: { 'stream.opened': { target: 'open' }, 'stream.closed': { target: 'lost' } },
        },
        open: { tags: 'live', on: { 'stream.closed': { target: 'lost' } } },
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
                  invoke: {
                    id: 'findNewestArchive',
                    src: 'findNewestArchive',
                    input: ({ context }) => context.source,
                    onDone: [
                      {
                        guard: { type: 'isNothing', params: ({ event }) => ({ found: event.output }) },
                        target: 'ended',
                        actions: 'forgetArchive',
                      },
                      {
                        guard: { type: 'isShown', params: ({ event }) => ({ found: event.output }) },
                        target: 'ended',
                        actions: 'clearFailure',
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
                      actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
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
                      actions: { type: 'showArchive', params: ({ event }) => ({ detail: event.output }) },
                    },
                    onError: {
                      target: 'ended',
                      actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
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
          on: { 'stream.opened': { target: 'updating' }, 'submission.received': { target: 'updating' } },
        },
        empty: {
          tags: 'empty',
          on: { 'stream.opened': { target: 'updating' }, 'submission.received': { target: 'updating' } },
        },
        failed: {
          tags: 'failed',
          on: {
            'stream.opened': { target: 'updating' },
            'submission.received': { target: 'updating' },
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
