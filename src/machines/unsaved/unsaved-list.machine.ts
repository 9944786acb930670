import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { KEPT_AWAITED } from '#config/constants.ts';
import type { JournalPlace } from './journal.setup.ts';
import { unprovided } from '../shared/unprovided.ts';

/** A document with unsaved text on this device; without a place where it cannot be read any more. `at`: when it was written last, in epoch milliseconds. */
export type UnsavedDocument = { place: JournalPlace | null; title: string; changes: number; at: number };

/** A WIP that was opened here, and what it and its template were called then. */
export type RecentDocument = { template: string; wip: string; name: string; templateName: string };

/** This device's knowledge of a person's documents: those with unsaved text, and those that were opened last. */
export type KeptDocuments = { documents: UnsavedDocument[]; recent: RecentDocument[] };

/**
 * Which documents of the person have unsaved text on this device, and which were opened here last: looked up when a list of documents is opened, and shown
 * at once. Where that cannot be known, nothing is said.
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
        // A list of documents that came first would be moved by it.
        soon: { tags: 'awaited', after: { keptAwaited: { target: 'late' } } },
        late: {},
      },
    },
    known: { tags: 'known' },
    unknown: {},
  },
});
export type UnsavedListRef = ActorRefFrom<typeof unsavedListMachine>;
export type UnsavedListSnapshot = SnapshotFrom<typeof unsavedListMachine>;
