import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { RegionValue } from '../shared/region-values.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { changesLeft, type TheirChange, untouched, withCarried, withFound } from './their-changes.ts';

/**
 * Marks, in the document and in its list, the regions that another user has changed, if this user had not seen the
 * changes before a save fetched them. A mark stays until the user changes the region or confirms that they have seen
 * the changes; a document that is opened with the host's content has none. Text that the user typed is never marked.
 * Regions that were filled from another document are marked too, until the user reaches or changes them. The marks are
 * data: the chart has no state beside their list.
 */
export const theirChangesMachine = setup({
  types: {
    context: {} as { changes: TheirChange[] },
    events: {} as
      /** The document was read again: changes in it that this user has not seen, and all of its regions. */
      | { type: 'document.read'; found: TheirChange[]; regions: RegionValue[] }
      | { type: 'text.typed'; changes: RegionValue[] }
      /** Regions were filled from another document. */
      | { type: 'regions.carried'; found: TheirChange[] }
      | { type: 'region.reached'; id: string }
      /** The document is in its frame, and has no marks yet. */
      | { type: 'document.shown' }
      | { type: 'document.left' }
      | { type: 'changes.seen' },
  },
  actions: {
    keepFound: assign(({ context }, { found, regions }: { found: TheirChange[]; regions: RegionValue[] }) => ({
      changes: withFound(context.changes, found, regions),
    })),
    keepCarried: assign(({ context }, { found }: { found: TheirChange[] }) => ({
      changes: withCarried(context.changes, found),
    })),
    dropTyped: assign(({ context }, { changes }: { changes: RegionValue[] }) => ({
      changes: changesLeft(context.changes, changes),
    })),
    dropReached: assign(({ context }, { id }: { id: string }) => ({ changes: untouched(context.changes, id) })),
    dropTheirs: assign({ changes: ({ context }) => context.changes.filter(({ from }) => from !== undefined) }),
    dropAll: assign({ changes: [] }),
    sendMarks: sendParent(({ context }) => ({
      type: 'marks.given',
      marks: context.changes.map(({ id, at, by, from }) => ({ id, at, by, ...(from !== undefined && { from }) })),
    })),
    /** The marks show the names of regions, which only the running document has. */
    requestNames: sendParent({ type: 'names.wanted' }),
  },
  guards: {
    isMarked: ({ context }) => context.changes.length > 0,
    hasMarks: ({ context }, { found }: { found: TheirChange[] }) => context.changes.length + found.length > 0,
    isLastGone: ({ context }, { found, regions }: { found: TheirChange[]; regions: RegionValue[] }) =>
      context.changes.length > 0 && withFound(context.changes, found, regions).length === 0,
    isTyped: ({ context }, { changes }: { changes: RegionValue[] }) =>
      changesLeft(context.changes, changes).length < context.changes.length,
    isReached: ({ context }, { id }: { id: string }) => untouched(context.changes, id).length < context.changes.length,
  },
}).createMachine({
  id: 'theirChanges',
  context: { changes: [] },
  on: {
    'document.read': [
      { guard: { type: 'isLastGone', params: fromEvent }, actions: ['dropAll', 'sendMarks'] },
      {
        guard: { type: 'hasMarks', params: fromEvent },
        actions: [{ type: 'keepFound', params: fromEvent }, 'sendMarks', 'requestNames'],
      },
    ],
    'text.typed': {
      guard: { type: 'isTyped', params: fromEvent },
      actions: [{ type: 'dropTyped', params: fromEvent }, 'sendMarks'],
    },
    'regions.carried': {
      guard: { type: 'hasMarks', params: fromEvent },
      actions: [{ type: 'keepCarried', params: fromEvent }, 'sendMarks', 'requestNames'],
    },
    'region.reached': {
      guard: { type: 'isReached', params: fromEvent },
      actions: [{ type: 'dropReached', params: fromEvent }, 'sendMarks'],
    },
    'document.shown': { guard: 'isMarked', actions: ['sendMarks', 'requestNames'] },
    'document.left': { actions: 'dropAll' },
    'changes.seen': { guard: 'isMarked', actions: ['dropTheirs', 'sendMarks'] },
  },
});
export type TheirChangesRef = ActorRefFrom<typeof theirChangesMachine>;
export type TheirChangesSnapshot = SnapshotFrom<typeof theirChangesMachine>;
