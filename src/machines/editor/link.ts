import { editorSetup } from './editor.setup.ts';
import { fromEvent } from '#machines/loading.ts';

/** An address that was pasted alone waits for its text, in the document or in the list; a table that was pasted into one, for what is to become of it. */
export const link = editorSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      on: {
        'document.urlPasted': {
          target: 'askingInDocument',
          actions: {
            type: 'keepPasted',
            params: fromEvent,
          },
        },
        'document.gridPasted': {
          target: 'askingAboutGrid',
          actions: { type: 'keepPastedGrid', params: fromEvent },
        },
        'attribute.urlPasted': {
          guard: 'isWriter',
          target: 'askingInList',
          actions: {
            type: 'keepPastedInList',
            params: fromEvent,
          },
        },
      },
    },
    askingInDocument: {
      tags: 'askingLinkText',
      on: {
        'linkText.given': {
          target: 'none',
          actions: { type: 'insertInDocument', params: fromEvent },
        },
        'linkText.cancelled': { target: 'none', actions: { type: 'insertInDocument', params: { text: null } } },
      },
    },
    askingAboutGrid: {
      tags: 'askingAboutGrid',
      on: {
        'gridPaste.answered': [
          {
            guard: { type: 'fitsInPart', params: fromEvent },
            target: 'none',
            actions: [{ type: 'answerGrid', params: fromEvent }, 'sayLeft'],
          },
          { target: 'none', actions: { type: 'answerGrid', params: fromEvent } },
        ],
      },
    },
    askingInList: {
      tags: 'askingLinkText',
      on: {
        'linkText.given': {
          target: 'none',
          actions: { type: 'insertInList', params: fromEvent },
        },
        'linkText.cancelled': { target: 'none', actions: { type: 'insertInList', params: { text: null } } },
      },
    },
  },
});
