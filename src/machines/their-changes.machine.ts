import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { valuesById, type RegionValue } from './editor-edits.ts';
import { fromEvent } from './loading.ts';
import { changesLeft, type TheirChange, withFound } from './their-changes.ts';

/**
 * What somebody else has changed in the open document, and this person has not seen before it came with a save: those regions are marked in the document
 * and in its list. A mark stays until the person has changed that region or says that they have seen the changes; a document that is opened
 * as the host has it has none. What the person typed is never marked.
 */
export const theirChangesMachine = setup({
  types: {
    context: {} as { changes: TheirChange[] },
    events: {} as
      /** The document was read anew: what is in it that this person has not seen, and all of its regions. */
      | { type: 'document.read'; found: TheirChange[]; regions: RegionValue[] }
      | { type: 'text.typed'; changes: RegionValue[] }
      /** The document stands in its frame, and has no marks yet. */
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
    forget: assign({ changes: [] }),
    tellMarks: sendParent(({ context }) => ({
      type: 'marks.told',
      marks: context.changes.map(({ id, at, by }) => ({ id, at, by })),
    })),
    /** Regions are named, which only the running document can. */
    askNames: sendParent({ type: 'names.wanted' }),
  },
  guards: {
    isNews: (_, params: { found: TheirChange[] }) => params.found.length > 0,
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
        'document.shown': { actions: ['tellMarks', 'askNames'] },
        'document.left': { target: 'none', actions: 'forget' },
        'changes.seen': { target: 'none', actions: ['forget', 'tellMarks'] },
      },
    },
  },
});
export type TheirChangesRef = ActorRefFrom<typeof theirChangesMachine>;
export type TheirChangesSnapshot = SnapshotFrom<typeof theirChangesMachine>;
