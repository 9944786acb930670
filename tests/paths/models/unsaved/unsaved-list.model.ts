import { unsavedListMachine } from '#machines/unsaved/unsaved-list.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const recent = [{ template: 't-1', wip: 'w-1', name: 'Monday', templateName: 'Daily Brief' }];
const document = { place: { template: 't-1', wip: null }, title: 'Daily Brief', changes: 2, at: 1_750_000_000_000 };

export const unsavedListModel = defineModel(unsavedListMachine)({
  outcomes: {
    listUnsaved: {
      'there is one': { output: { documents: [document], recent } },
      'there is one that cannot be read': { output: { documents: [{ ...document, place: null }], recent: [] } },
      'there is none': { output: { documents: [], recent: [] } },
      'the browser refuses': { error: failures.network },
    },
  },
  tags: { awaited: 'soon', known: 'known' },
  leads: { soon: 'starts', late: 'after 500 ms', known: 'listUnsaved:', unknown: 'listUnsaved: the browser' },
  keeps: { documents: 'listUnsaved: there', recent: 'listUnsaved: there' },
  changes: {
    documents: 'listUnsaved: there is one',
    recent: 'listUnsaved: there is one$',
  },
});
