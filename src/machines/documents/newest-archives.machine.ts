import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import { NEWEST_POLL_INTERVAL } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { unprovided } from '../shared/unprovided.ts';

/** The newest archive of a template, or null where nothing was submitted. */
export type NewestArchive = { template: string; archive: ArchiveSummary | null };
/** Answer of the host, with its time in epoch milliseconds by its own clock. */
export type NewestArchives = { at: number; newest: NewestArchive[] };

/**
 * Facts about the wall for the dashboard's cards and the line of an editor: the archive that each template's live view shows now. A host that announces the
 * call is asked when the cards have loaded, and again each minute while the page is visible; at any other host nothing is shown. Unknown facts are not shown:
 * neither after a failure, nor while a page that was hidden asks again.
 */
export const newestArchivesMachine = setup({
  types: {
    context: {} as { templates: string[]; answer: NewestArchives | null },
    input: {} as { templates: string[] },
    events: {} as { type: 'wall.changed' },
    tags: {} as 'known' | 'unknown',
  },
  actors: {
    listNewest: fromPromise<NewestArchives, { templates: string[] }>(unprovided),
    /** Reads from the host's announcement if it may be asked. */
    knowHost: fromPromise<{ isAnnounced: boolean }, undefined>(unprovided),
    /** Resolves when the page is visible. `wasHidden`: true if it was hidden before. */
    pageSeen: fromPromise<{ wasHidden: boolean }, undefined>(unprovided),
  },
  actions: {
    keepNewest: assign({ answer: (_, params: { output: NewestArchives }) => params.output }),
    forgetNewest: assign({ answer: null }),
  },
  guards: {
    isAnnounced: (_, params: { output: { isAnnounced: boolean } }) => params.output.isAnnounced,
    wasHidden: (_, params: { output: { wasHidden: boolean } }) => params.output.wasHidden,
  },
  delays: { newestLook: NEWEST_POLL_INTERVAL },
}).createMachine({
  id: 'newestArchives',
  context: ({ input }) => ({ templates: input.templates, answer: null }),
  initial: 'choosing',
  states: {
    choosing: {
      invoke: {
        id: 'knowHost',
        src: 'knowHost',
        input: undefined,
        onDone: [{ guard: { type: 'isAnnounced', params: fromEvent }, target: 'asking' }, { target: 'absent' }],
        onError: { target: 'absent' },
      },
    },
    absent: {},
    asking: {
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
      after: { newestLook: { target: 'waiting' } },
    },
    unknown: {
      tags: 'unknown',
      on: { 'wall.changed': { target: 'asking' } },
      after: { newestLook: { target: 'asking' } },
    },
    waiting: {
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
