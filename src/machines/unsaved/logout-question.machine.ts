import { assign, emit, fromPromise, setup } from 'xstate';
import { JOURNAL_SETTLE } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import type { UnsavedDocument } from './unsaved-list.machine.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * Question about unsaved text on this device when a user logs out, shown only if there is some. The newest text is written first, and once more after the
 * answer that it is to be kept: if it is not on the disk in time, a message says so before the user is signed out. The user is not signed out before the text
 * to be deleted is gone, either; if it cannot be deleted in time a message says so, and the user decides again. A disk that does not answer blocks no logout.
 */
export const logoutQuestionMachine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'text.kept' } | { type: 'deletion.chosen' } | { type: 'logout.cancelled' },
    emitted: {} as { type: 'logout.decided' } | { type: 'logout.dropped' },
    tags: {} as 'asking' | 'keeping' | 'notKept' | 'deleting' | 'failed',
  },
  actors: {
    /** Writes the newest text. Returns true if all of it is on the disk. */
    settleUnsaved: fromPromise<boolean, undefined>(unprovided),
    listUnsaved: fromPromise<UnsavedDocument[], undefined>(unprovided),
    deleteUnsaved: fromPromise<void, undefined>(unprovided),
  },
  actions: {
    keepCount: assign({ count: (_, params: { output: UnsavedDocument[] }) => params.output.length }),
    reportDecided: emit({ type: 'logout.decided' }),
    reportDropped: emit({ type: 'logout.dropped' }),
  },
  guards: {
    isSettled: (_, params: { output: boolean }) => params.output,
    hasSome: (_, params: { output: UnsavedDocument[] }) => params.output.length > 0,
  },
  delays: { journalSettle: JOURNAL_SETTLE },
}).createMachine({
  id: 'logoutQuestion',
  context: { count: 0 },
  initial: 'settling',
  states: {
    settling: {
      invoke: {
        id: 'settleUnsaved',
        src: 'settleUnsaved',
        onDone: [{ guard: { type: 'isSettled', params: fromEvent }, target: 'listing' }, { target: 'listingRest' }],
        onError: { target: 'listingRest' },
      },
      after: { journalSettle: { target: 'listingRest' } },
    },
    listing: {
      invoke: {
        id: 'listUnsaved',
        src: 'listUnsaved',
        onDone: [
          {
            guard: { type: 'hasSome', params: fromEvent },
            target: 'asking',
            actions: { type: 'keepCount', params: fromEvent },
          },
          { target: 'decided' },
        ],
        onError: { target: 'decided' },
      },
      after: { journalSettle: { target: 'decided' } },
    },
    // The question shows the number of documents, too.
    listingRest: {
      invoke: {
        id: 'listRest',
        src: 'listUnsaved',
        onDone: {
          target: 'notKept',
          actions: { type: 'keepCount', params: fromEvent },
        },
        onError: { target: 'notKept' },
      },
      after: { journalSettle: { target: 'notKept' } },
    },
    asking: {
      tags: 'asking',
      on: {
        'text.kept': { target: 'keeping' },
        'deletion.chosen': { target: 'deleting' },
        'logout.cancelled': { target: 'cancelled' },
      },
    },
    keeping: {
      tags: ['asking', 'keeping'],
      invoke: {
        id: 'keepUnsaved',
        src: 'settleUnsaved',
        onDone: [{ guard: { type: 'isSettled', params: fromEvent }, target: 'decided' }, { target: 'notKept' }],
        onError: { target: 'notKept' },
      },
      after: { journalSettle: { target: 'notKept' } },
    },
    notKept: {
      tags: ['asking', 'notKept'],
      on: {
        'text.kept': { target: 'decided' },
        'deletion.chosen': { target: 'deleting' },
        'logout.cancelled': { target: 'cancelled' },
      },
    },
    deleting: {
      tags: ['asking', 'deleting'],
      invoke: {
        id: 'deleteUnsaved',
        src: 'deleteUnsaved',
        onDone: { target: 'decided' },
        onError: { target: 'failed' },
      },
      after: { journalSettle: { target: 'failed' } },
    },
    failed: {
      tags: ['asking', 'failed'],
      on: {
        'text.kept': { target: 'keeping' },
        'deletion.chosen': { target: 'deleting' },
        'logout.cancelled': { target: 'cancelled' },
      },
    },
    decided: { entry: 'reportDecided' },
    cancelled: { entry: 'reportDropped' },
  },
});
