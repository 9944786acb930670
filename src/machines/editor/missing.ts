import { editedAttributes } from './edits.ts';
import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';
import { rowsToSave } from './save-basis.ts';

const notCopied = { target: 'told', actions: { type: 'keepSaveMessage', params: fromEvent } } as const;

const copied = [
  { type: 'keepNewWip', params: ({ event }: { event: { output: { uuid: string } } }) => event.output },
  'goToCopy',
] as const;

/**
 * The host does not have the document (any more), so that there is nothing to lay text over that was typed into it and never saved. It can be copied from the
 * page, or made a new WIP of the template. What is kept goes with the answer that the host has all of it, and not before.
 */
export const missing = editorSetup.createStateConfig({
  tags: ['failed', 'missing'],
  initial: 'told',
  states: {
    told: {
      on: {
        'retry.requested': { target: '#editor.loading' },
        'journal.restored': {
          guard: 'isSaved',
          target: 'reading',
          actions: ['clearNotice', { type: 'takeKept', params: fromEvent }],
        },
      },
    },
    reading: {
      tags: 'copying',
      invoke: {
        id: 'loadTemplateOfKept',
        src: 'loadDocument',
        input: ({ context }) => ({ template: context.template, wip: null, known: [] }),
        onDone: { target: 'creating', actions: { type: 'keepItsTemplate', params: fromEvent } },
        onError: notCopied,
      },
    },
    creating: {
      tags: 'copying',
      invoke: {
        id: 'saveKept',
        src: 'saveNewWip',
        input: ({ context }) => ({
          template: context.template,
          body: {
            save_name: context.name,
            edited_attributes: editedAttributes(context.ofTemplate, context.snapshot?.values ?? []),
            new_attributes: rowsToSave(context),
          },
        }),
        onDone: [
          { guard: 'isAllCopied', target: '#editor.loading', actions: ['dropDraft', ...copied] },
          { target: '#editor.loading', actions: [...copied, 'sayNotAllCopied'] },
        ],
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
