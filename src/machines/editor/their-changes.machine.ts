import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { valuesById, type RegionValue } from '../shared/region-values.ts';
import { fromEvent } from '#machines/shared/from-event.ts';
import { changesLeft, type TheirChange, untouched, withCarried, withFound } from './their-changes.ts';

/**
 * Marks, in the document and in its list, the regions that another user has changed, if this user had not seen the
 * changes before a save fetched them. A mark stays until the user changes the region or confirms that they have seen
 * the changes; a document that is opened with the host's content has none. Text that the user typed is never marked.
 * Regions that were filled from another document are marked too, until the user reaches or changes them.
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
    tags: {} as 'marked',
  },
  actions: {
    note: assign(({ context }, { found, regions }: { found: TheirChange[]; regions: RegionValue[] }) => ({
      changes: withFound(context.changes, found, regions),
    })),
    drop: assign(({ context }, { changes }: { changes: RegionValue[] }) => ({
      changes: changesLeft(context.changes, changes),
    })),
    noteCarried: assign(({ context }, { found }: { found: TheirChange[] }) => ({
      changes: withCarried(context.changes, found),
    })),
    touch: assign(({ context }, { id }: { id: string }) => ({ changes: untouched(context.changes, id) })),
    dropTheirs: assign({ changes: ({ context }) => context.changes.filter(({ from }) => from !== undefined) }),
    forget: assign({ changes: [] }),
    tellMarks: sendParent(({ context }) => ({
      type: 'marks.told',
      marks: context.changes.map(({ id, at, by, from }) => ({ id, at, by, ...(from !== undefined && { from }) })),
    })),
    /** The marks show the names of regions, which only the running document has. */
    askNames: sendParent({ type: 'names.wanted' }),
  },
  guards: {
    isNews: (_, params: { found: TheirChange[] }) => params.found.length > 0,
    isTouched: ({ context }, { id }: { id: string }) => untouched(context.changes, id).length < context.changes.length,
    isLastTouched: ({ context }, { id }: { id: string }) => untouched(context.changes, id).length === 0,
    hasCarried: ({ context }) => context.changes.some(({ from }) => from !== undefined),
    hasNoneLeft: ({ context }, { found, regions }: { found: TheirChange[]; regions: RegionValue[] }) =>
      withFound(context.changes, found, regions).length === 0,
    isLastTyped: ({ context }, params: { changes: RegionValue[] }) =>
      changesLeft(context.changes, params.changes).length === 0,
    isTyped: ({ context }, { changes }: { changes: RegionValue[] }) => {
      const values = valuesById(changes);
      return context.changes.some(({ id, value }) => (values.get(id) ?? value) !== value);
    },
  },
}).createMachine({
  id: 'theirChanges',
  context: { changes: [] },
  initial: 'none',
  states: {
    none: {
      on: {
        'document.read': {
          guard: { type: 'isNews', params: fromEvent },
          target: 'marked',
          actions: [{ type: 'note', params: fromEvent }, 'tellMarks', 'askNames'],
        },
        'regions.carried': {
          guard: { type: 'isNews', params: fromEvent },
          target: 'marked',
          actions: [{ type: 'noteCarried', params: fromEvent }, 'tellMarks', 'askNames'],
        },
      },
    },
    marked: {
      tags: 'marked',
      on: {
        'document.read': [
          { guard: { type: 'hasNoneLeft', params: fromEvent }, target: 'none', actions: ['forget', 'tellMarks'] },
          { actions: [{ type: 'note', params: fromEvent }, 'tellMarks', 'askNames'] },
        ],
        'text.typed': [
          { guard: { type: 'isLastTyped', params: fromEvent }, target: 'none', actions: ['forget', 'tellMarks'] },
          {
            guard: { type: 'isTyped', params: fromEvent },
            actions: [{ type: 'drop', params: fromEvent }, 'tellMarks'],
          },
        ],
        'regions.carried': { actions: [{ type: 'noteCarried', params: fromEvent }, 'tellMarks', 'askNames'] },
        'region.reached': [
          { guard: { type: 'isLastTouched', params: fromEvent }, target: 'none', actions: ['forget', 'tellMarks'] },
          {
            guard: { type: 'isTouched', params: fromEvent },
            actions: [{ type: 'touch', params: fromEvent }, 'tellMarks'],
          },
        ],
        'document.shown': { actions: ['tellMarks', 'askNames'] },
        'document.left': { target: 'none', actions: 'forget' },
        'changes.seen': [
          { guard: 'hasCarried', actions: ['dropTheirs', 'tellMarks'] },
          { target: 'none', actions: ['forget', 'tellMarks'] },
        ],
      },
    },
  },
});
export type TheirChangesRef = ActorRefFrom<typeof theirChangesMachine>;
export type TheirChangesSnapshot = SnapshotFrom<typeof theirChangesMachine>;
