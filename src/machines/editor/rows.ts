import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';

const changed = [{ type: 'keepRestructured', params: fromEvent }, 'tellRowsChanged'] as const;

/** Rows that somebody else has made come into view: they would be submitted unseen. A document makes its rows when it is opened only. */
const renew = { guard: 'hasOthersRows', target: 'renewing', actions: ['takeLoadedHtml', 'showDocument'] } as const;

/** The host's document is opened anew. */
const anew = ['takeLoadedHtml', 'showDocument'] as const;

/** Rows that only the document had go with it: the journal gives them back. */
const anewWithRows = {
  target: '.same',
  actions: [...anew, { type: 'tellReopened', params: fromEvent }, 'dropRowEdits', 'keepDraft'],
} as const;

/** The document that is shown stays: another one would not have what was just typed into its rows. The next save asks. */
const stay = ['keepShown', 'forgetRowsComing'] as const;

/** Whether the rows that the document's script has made differ from what the host holds. */
export const rows = editorSetup.createStateConfig({
  initial: 'choosing',
  on: {
    'document.restructured': { target: '.changed', actions: changed },
    'document.reopenRequested': [{ guard: 'holdsOwnRows', ...anewWithRows }, { actions: anew }],
    // Rows that came from another document go with it.
    'rows.takenBack': [
      {
        guard: 'canTakeRowsBack',
        target: '.same',
        actions: ['takeLoadedHtml', 'awaitDocument', 'showDocument', 'tellRowsSaved'],
      },
      { actions: 'sayRowsStay' },
    ],
    'journal.restored': {
      guard: { type: 'hasRows', params: fromEvent },
      target: '.changed',
      // The document that is shown goes at once: it does not have the rows that it would list, and what is typed into its own would be taken for theirs. What was on its way does not come any more.
      actions: ['forgetRowsComing', 'awaitDocument', 'showDocument', 'tellRowsChanged'],
    },
  },
  states: {
    choosing: {
      always: [{ guard: 'hasFilledRows', target: 'changed', actions: 'tellRowsChanged' }, { target: 'same' }],
    },
    same: { on: { 'content.fetched': renew, 'content.laidOut': { target: 'renewing' } } },
    // Another document is on its way, behind the one that is shown and can still be typed in.
    renewing: {
      on: {
        'document.ready': { target: 'same' },
        'content.fetched': [renew, { ...renew, guard: 'isComingOld' }],
        'document.restructured': { target: 'changed', actions: [...changed, ...stay] },
        'document.edited': { guard: { type: 'isRowEdit', params: fromEvent }, target: 'same', actions: stay },
        'attribute.edited': {
          guard: { type: 'isRowEdit', params: ({ event }) => ({ changes: [[event.id, event.value]] }) },
          target: 'same',
          actions: stay,
        },
      },
    },
    changed: { tags: 'dirty', on: { 'content.captured': { target: 'captured' } } },
    captured: { tags: 'dirty', on: { 'content.saved': { target: 'same', actions: 'tellRowsSaved' } } },
  },
});
