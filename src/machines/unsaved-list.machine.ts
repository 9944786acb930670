import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { JournalPlace } from './journal.setup.ts';
import { unprovided } from './unprovided.ts';

/** A document with unsaved text on this device; without a place where it cannot be read any more. `at`: when it was written last, in epoch milliseconds. */
export type UnsavedDocument = { place: JournalPlace | null; title: string; changes: number; at: number };

/** Which documents of the person have unsaved text on this device: looked up when a list of documents is opened. Where that cannot be known, nothing is said. */
export const unsavedListMachine = setup({
  types: { context: {} as { documents: UnsavedDocument[] }, tags: {} as 'known' },
  actors: { listUnsaved: fromPromise<UnsavedDocument[], undefined>(unprovided) },
  actions: { keepDocuments: assign({ documents: (_, params: { output: UnsavedDocument[] }) => params.output }) },
}).createMachine({
  id: 'unsavedList',
  context: { documents: [] },
  initial: 'listing',
  states: {
    listing: {
      invoke: {
        id: 'listUnsaved',
        src: 'listUnsaved',
        onDone: {
          target: 'known',
          actions: { type: 'keepDocuments', params: ({ event }) => ({ output: event.output }) },
        },
        onError: { target: 'unknown' },
      },
    },
    known: { tags: 'known' },
    unknown: {},
  },
});
export type UnsavedListRef = ActorRefFrom<typeof unsavedListMachine>;
export type UnsavedListSnapshot = SnapshotFrom<typeof unsavedListMachine>;
