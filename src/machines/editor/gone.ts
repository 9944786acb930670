import type { SaveBody } from '#api/contract/wips.ts';
import { editedAttributes } from './edits.ts';
import { collecting } from './saving.ts';
import { meetOthers } from './presence.ts';
import type { EditorContext } from './context.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';
import { rowsToSave } from './save-basis.ts';

/** The body of a save that makes a new WIP of all that the document holds: what differs from the template, and not from the WIP that is gone (`d7.edited`). */
function copyBodyOf(context: EditorContext): SaveBody {
  return {
    save_name: context.name,
    edited_attributes: editedAttributes(context.ofTemplate, context.snapshot?.values ?? []),
    new_attributes: rowsToSave(context),
  };
}

const notCopied = {
  target: '#editor.loaded.command.gone',
  actions: { type: 'keepSaveMessage', params: fromEvent },
} as const;

/** The host does not have the document any more: somebody has deleted it. What stands here can be made a new WIP. */
export const gone = editorSetup.createStateConfig({
  tags: ['gone', 'dirty'],
  entry: 'tellSaveDropped',
  on: {
    'copy.requested': { target: 'copying', actions: 'clearNotice' },
    'save.requested': { target: 'saving', actions: 'clearNotice' },
    'message.dismissed': { actions: 'clearNotice' },
  },
});

/** A new WIP is made of a document that is gone, under the same name. Nothing is sent again by itself: it would make a second one. */
export const copying = editorSetup.createStateConfig({
  tags: ['busy', 'saving', 'dirty'],
  entry: 'tellSaveBegun',
  initial: 'collecting',
  states: {
    collecting: collecting('reading'),
    reading: {
      invoke: {
        id: 'loadItsTemplate',
        src: 'loadDocument',
        input: ({ context }) => ({ template: context.template, wip: null, known: [] }),
        onDone: { target: 'creating', actions: { type: 'keepTemplate', params: fromEvent } },
        onError: notCopied,
      },
    },
    creating: {
      invoke: {
        id: 'saveAsNewWip',
        src: 'saveNewWip',
        input: ({ context }) => ({ template: context.template, body: copyBodyOf(context) }),
        onDone: {
          target: '#editor.loaded.command.reloading',
          actions: [
            { type: 'keepNewWip', params: ({ event }) => event.output },
            'moveJournal',
            meetOthers,
            'tellSaved',
            'showSaved',
          ],
        },
        onError: [
          {
            guard: { type: 'isUnreached', params: fromEvent },
            ...notCopied,
            actions: [notCopied.actions, 'sayMayHaveArrived'],
          },
          notCopied,
        ],
      },
    },
  },
});
