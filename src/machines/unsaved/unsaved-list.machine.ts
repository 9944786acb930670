import { assign, fromPromise, setup } from 'xstate';
import { KEPT_AWAITED } from '#common/config/constants.ts';
import type { Place } from './unsaved-text.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A document with unsaved text on this device; without a place if it cannot be read any more. `at`: time of the last write, in epoch milliseconds. */
export type UnsavedDocument = { place: Place | null; title: string; changes: number; at: number };

/** A WIP that was opened here, with its name and its template's at that time. */
export type RecentDocument = { template: string; wip: string; name: string; templateName: string };

/** Documents that this device knows of a user: those with unsaved text, and those that were opened last. */
export type KeptDocuments = { documents: UnsavedDocument[]; recent: RecentDocument[] };

/**
 * Documents of the user with unsaved text on this device, and those last opened here: read when a list of documents is opened, and shown at once. If they
 * cannot be read nothing is shown.
 */
export const unsavedListMachine = setup({
  types: { context: {} as KeptDocuments, tags: {} as 'known' | 'awaited' },
  actors: { listUnsaved: fromPromise<KeptDocuments, undefined>(unprovided) },
  actions: { keepDocuments: assign((_, params: { output: KeptDocuments }) => params.output) },
  delays: { keptAwaited: KEPT_AWAITED },
}).createMachine({
  id: 'unsavedList',
  context: { documents: [], recent: [] },
  initial: 'listing',
  states: {
    listing: {
      initial: 'soon',
      invoke: {
        id: 'listUnsaved',
        src: 'listUnsaved',
        onDone: {
          target: 'known',
          actions: { type: 'keepDocuments', params: ({ event }) => ({ output: event.output }) },
        },
        onError: { target: 'unknown' },
      },
      states: {
        // Lists of documents wait for it: it would move one that was shown first.
        soon: { tags: 'awaited', after: { keptAwaited: { target: 'late' } } },
        late: {},
      },
    },
    known: { tags: 'known' },
    unknown: {},
  },
});
