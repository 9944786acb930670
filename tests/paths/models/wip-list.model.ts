import { wipListMachine } from '#machines/wip-list.machine.ts';
import { defineModel } from '../engine/model.ts';
import { failures, namesakes, template } from './samples.ts';

export const wipListModel = defineModel(wipListMachine)({
  starts: { 'a template': { input: { template: 't-1' } }, 'no template in the address': { input: { template: ' ' } } },
  outcomes: {
    listTemplates: {
      'the template is among them': { output: [template('t-1', 'Daily Brief'), template('t-2', 'Activity Log')] },
      'the template is not among them': { output: [template('t-2', 'Activity Log')] },
      'not reached': { error: failures.network },
      'server error that says why (500)': { error: failures.serverSays },
    },
    listWips: {
      'three saved documents': { output: namesakes },
      'nothing saved yet': { output: [] },
      'unknown template (404)': { error: failures.notFound },
      'server error (500)': { error: failures.server },
    },
    deleteWip: {
      deleted: { output: undefined },
      'denied (403)': { error: failures.forbidden },
      'server error that says why (500)': { error: failures.serverSays },
    },
  },
  events: () => ({
    'deletes Monday': { type: 'delete.requested', wip: 'w-1' },
    'deletes Tuesday': { type: 'delete.requested', wip: 'w-2' },
    'confirms the deletion': { type: 'delete.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    template: context.template?.uuid ?? null,
    wips: context.wips.map(({ uuid }) => uuid),
    asked: context.asked?.uuid ?? null,
    message: context.message,
  }),
  never: {
    'a document gone from the list before the host said so': ({ before, snapshot, label }) =>
      before.matches('loaded') &&
      snapshot.context.wips.length < before.context.wips.length &&
      label !== 'deleteWip: deleted',
  },
});
