import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { fromEvent } from '#machines/shared/from-event.ts';
import { changesAfter, type ChangesNews, type TheirChange } from './their-changes.ts';

/**
 * Marks, in the document and in its list, the regions that another user has changed, if this user had not seen the
 * changes before a save fetched them. A mark stays until the user changes the region or confirms that they have seen
 * the changes; a document that is opened with the host's content has none. Text that the user typed is never marked.
 * Regions that were filled from another document are marked too, until the user reaches or changes them. The marks are
 * data (`changesAfter`): the chart only sends them to the document when they change.
 */
export const theirChangesMachine = setup({
  types: {
    context: {} as { changes: readonly TheirChange[] },
    events: {} as
      | ChangesNews
      /** The document is in its frame, and has no marks yet. */
      | { type: 'document.shown' }
      | { type: 'document.left' },
  },
  actions: {
    takeNews: assign(({ context }, news: ChangesNews) => ({
      changes: changesAfter(context.changes, news),
    })),
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
    isLastGone: ({ context }, news: ChangesNews) =>
      context.changes.length > 0 && changesAfter(context.changes, news).length === 0,
    isChanged: ({ context }, news: ChangesNews) => changesAfter(context.changes, news) !== context.changes,
  },
}).createMachine({
  id: 'theirChanges',
  context: { changes: [] },
  on: {
    'document.read': [
      { guard: { type: 'isLastGone', params: fromEvent }, actions: ['dropAll', 'sendMarks'] },
      {
        guard: { type: 'isChanged', params: fromEvent },
        actions: [{ type: 'takeNews', params: fromEvent }, 'sendMarks', 'requestNames'],
      },
    ],
    'regions.carried': {
      guard: { type: 'isChanged', params: fromEvent },
      actions: [{ type: 'takeNews', params: fromEvent }, 'sendMarks', 'requestNames'],
    },
    'text.typed': {
      guard: { type: 'isChanged', params: fromEvent },
      actions: [{ type: 'takeNews', params: fromEvent }, 'sendMarks'],
    },
    'region.reached': {
      guard: { type: 'isChanged', params: fromEvent },
      actions: [{ type: 'takeNews', params: fromEvent }, 'sendMarks'],
    },
    'changes.seen': {
      guard: { type: 'isChanged', params: fromEvent },
      actions: [{ type: 'takeNews', params: fromEvent }, 'sendMarks'],
    },
    'document.shown': { guard: 'isMarked', actions: ['sendMarks', 'requestNames'] },
    'document.left': { actions: 'dropAll' },
  },
});
export type TheirChangesRef = ActorRefFrom<typeof theirChangesMachine>;
export type TheirChangesSnapshot = SnapshotFrom<typeof theirChangesMachine>;
