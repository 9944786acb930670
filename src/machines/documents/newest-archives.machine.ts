import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import { NEWEST_POLL_INTERVAL } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** The newest archive of a template, or null where nothing was submitted. */
export type NewestArchive = { template: string; archive: ArchiveSummary | null };
/** Answer of the host, with its time in epoch milliseconds by its own clock. `inOneCall`: true if one call was enough. */
export type NewestArchives = { at: number; inOneCall: boolean; newest: NewestArchive[] };

/**
 * Facts about the wall for the dashboard's cards and the line of an editor: the archive that each template's live view shows now. A host that reports all of
 * them in one call is asked when the cards have loaded, and again each minute while the page is visible. Any other host is asked when the user requests it,
 * with a call for each template, and its answer is removed after a minute. Unknown facts are not shown: neither after a failure, nor while a page that was
 * hidden asks again.
 */
export const newestArchivesMachine = setup({
  types: {
    context: {} as { templates: string[]; answer: NewestArchives | null },
    input: {} as { templates: string[] },
    events: {} as { type: 'newest.requested' | 'wall.changed' },
    tags: {} as 'offered' | 'asking' | 'known' | 'unknown',
  },
  actors: {
    listNewest: fromPromise<NewestArchives, { templates: string[] }>(unprovided),
    /** Reads from the host's announcement if one call is enough. */
    knowHost: fromPromise<{ inOneCall: boolean }, undefined>(unprovided),
    /** Resolves when the page is visible. `wasHidden`: true if it was hidden before. */
    pageSeen: fromPromise<{ wasHidden: boolean }, undefined>(unprovided),
  },
  actions: {
    keepNewest: assign({ answer: (_, params: { output: NewestArchives }) => params.output }),
    forgetNewest: assign({ answer: null }),
  },
  guards: {
    returnsAll: (_, params: { output: { inOneCall: boolean } }) => params.output.inOneCall,
    cameInOneCall: ({ context }) => context.answer?.inOneCall === true,
    wasHidden: (_, params: { output: { wasHidden: boolean } }) => params.output.wasHidden,
  },
  delays: { newestLook: NEWEST_POLL_INTERVAL },
}).createMachine({
  id: 'newestArchives',
  context: ({ input }) => ({ templates: input.templates, answer: null }),
  initial: 'choosing',
  states: {
    choosing: {
      tags: 'asking',
      invoke: {
        id: 'knowHost',
        src: 'knowHost',
        input: undefined,
        onDone: [{ guard: { type: 'returnsAll', params: fromEvent }, target: 'asking' }, { target: 'offered' }],
        onError: { target: 'offered' },
      },
    },
    offered: { tags: 'offered', on: { 'newest.requested': { target: 'asking' } } },
    asking: {
      tags: 'asking',
      entry: 'forgetNewest',
      on: { 'wall.changed': { target: 'asking', reenter: true } },
      invoke: {
        id: 'listNewest',
        src: 'listNewest',
        input: ({ context }) => ({ templates: context.templates }),
        onDone: { target: 'known', actions: { type: 'keepNewest', params: fromEvent } },
        onError: { target: 'unknown' },
      },
    },
    known: {
      tags: 'known',
      // Something was submitted here: the last answer is outdated.
      on: { 'wall.changed': { target: 'asking' } },
      after: { newestLook: [{ guard: 'cameInOneCall', target: 'waiting' }, { target: 'offered' }] },
    },
    unknown: {
      tags: 'unknown',
      on: { 'wall.changed': { target: 'choosing' } },
      after: { newestLook: { target: 'choosing' } },
    },
    waiting: {
      tags: 'asking',
      invoke: {
        id: 'pageSeen',
        src: 'pageSeen',
        input: undefined,
        onDone: [{ guard: { type: 'wasHidden', params: fromEvent }, target: 'asking' }, { target: 'refreshing' }],
        onError: { target: 'asking' },
      },
    },
    refreshing: {
      tags: 'known',
      on: { 'wall.changed': { target: 'asking' } },
      invoke: {
        id: 'listNewestAgain',
        src: 'listNewest',
        input: ({ context }) => ({ templates: context.templates }),
        onDone: { target: 'known', actions: { type: 'keepNewest', params: fromEvent } },
        onError: { target: 'unknown' },
      },
    },
  },
});
export type NewestArchivesRef = ActorRefFrom<typeof newestArchivesMachine>;
export type NewestArchivesSnapshot = SnapshotFrom<typeof newestArchivesMachine>;
