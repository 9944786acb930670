import { templatePickerMachine } from '#machines/template-picker.machine.ts';
import { defineModel } from '../engine/model.ts';
import { failures, template, wip } from './samples.ts';

export const templatePickerModel = defineModel(templatePickerMachine)({
  outcomes: {
    listTemplates: {
      'two templates': { output: [template('t-1', 'Daily Brief'), template('t-2', 'Activity Log')] },
      'no template': { output: [] },
      'server error that says why (500)': { error: failures.serverSays },
      'not reached': { error: failures.network },
    },
    listWips: {
      'a saved document': { output: [wip('w-1', 'Monday')] },
      'nothing saved yet': { output: [] },
      'server error (500)': { error: failures.server },
      'server error that says why (500)': { error: failures.serverSays },
    },
  },
  events: () => ({
    'chooses the Daily Brief': { type: 'template.chosen', template: 't-1' },
    'chooses the Activity Log': { type: 'template.chosen', template: 't-2' },
    'chooses what is not in the list': { type: 'template.chosen', template: 'gone' },
    'chooses nothing': { type: 'template.chosen', template: '' },
    'goes on': { type: 'selection.submitted' },
    'tries again': { type: 'retry.requested' },
  }),
  key: ({ snapshot: { context } }) => ({
    templates: context.templates.length,
    chosen: context.chosen,
    wips: context.wips.length,
    message: context.message,
    problem: context.problem,
  }),
  never: {
    'the WIPs of another template under a choice': ({ before, snapshot }) =>
      before.context.chosen !== snapshot.context.chosen && snapshot.context.wips.length > 0,
  },
});
