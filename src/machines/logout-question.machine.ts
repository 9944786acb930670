import { type ActorRefFrom, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { UnsavedDocument } from './unsaved-list.machine.ts';
import { unprovided } from './unprovided.ts';

const answers = {
  'text.kept': { target: 'decided' },
  'deletion.chosen': { target: 'deleting' },
  'logout.cancelled': { target: 'cancelled' },
} as const;

/**
 * What becomes of unsaved text on this computer when a person logs out: asked only where there is some. Nobody is signed out before what was to be deleted is gone;
 * where it cannot be deleted that is said, and the person decides again.
 */
export const logoutQuestionMachine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'text.kept' } | { type: 'deletion.chosen' } | { type: 'logout.cancelled' },
    emitted: {} as { type: 'logout.decided' } | { type: 'logout.dropped' },
    tags: {} as 'asking' | 'deleting' | 'failed',
  },
  actors: {
    listUnsaved: fromPromise<UnsavedDocument[], undefined>(unprovided),
    deleteUnsaved: fromPromise<void, undefined>(unprovided),
  },
  actions: {
    keepCount: assign({ count: (_, params: { output: UnsavedDocument[] }) => params.output.length }),
    tellDecided: emit({ type: 'logout.decided' }),
    tellDropped: emit({ type: 'logout.dropped' }),
  },
  guards: { hasSome: (_, params: { output: UnsavedDocument[] }) => params.output.length > 0 },
}).createMachine({
  id: 'logoutQuestion',
  context: { count: 0 },
  initial: 'listing',
  states: {
    listing: {
      invoke: {
        id: 'listUnsaved',
        src: 'listUnsaved',
        onDone: [
          {
            guard: { type: 'hasSome', params: ({ event }) => ({ output: event.output }) },
            target: 'asking',
            actions: { type: 'keepCount', params: ({ event }) => ({ output: event.output }) },
          },
          { target: 'decided' },
        ],
        onError: { target: 'decided' },
      },
    },
    asking: { tags: 'asking', on: answers },
    deleting: {
      tags: ['asking', 'deleting'],
      invoke: {
        id: 'deleteUnsaved',
        src: 'deleteUnsaved',
        onDone: { target: 'decided' },
        onError: { target: 'failed' },
      },
    },
    failed: { tags: ['asking', 'failed'], on: answers },
    decided: { entry: 'tellDecided' },
    cancelled: { entry: 'tellDropped' },
  },
});
export type LogoutQuestionRef = ActorRefFrom<typeof logoutQuestionMachine>;
export type LogoutQuestionSnapshot = SnapshotFrom<typeof logoutQuestionMachine>;
