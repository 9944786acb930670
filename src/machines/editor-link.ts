import { editorSetup } from './editor.setup.ts';
import { fromEvent } from './loading.ts';

/** An address that was pasted alone waits for its text, in the document or in the list. */
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
