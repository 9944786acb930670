import { dashboardMachine } from '#machines/documents/dashboard.machine.ts';
import { defineModel } from 'chart-walks';
import { failures, template } from '../samples.ts';

export const dashboardModel = defineModel(dashboardMachine)({
  outcomes: {
    listTemplates: {
      'two templates': { output: [template('t-1', 'Daily Brief'), template('t-2', 'Activity Log')] },
      'no template': { output: [] },
      'server error (500)': { error: failures.server },
      'server error that says why (500)': { error: failures.serverSays },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({ 'tries again': { type: 'retry.requested' } }),
  key: ({ snapshot: { context } }) => ({ count: context.templates.length, message: context.message }),
  accepts: { tries: 'failed' },
  tags: { loading: 'loading', loaded: 'loaded', failed: 'failed' },
  leads: {
    loading: 'starts | tries again',
    loaded: 'listTemplates: two | listTemplates: no template',
    failed: 'listTemplates: server | listTemplates: not',
  },
  does: { listTemplates: 'starts | tries again', newestArchives: 'listTemplates: two | listTemplates: no template' },
  keeps: { templates: 'listTemplates: two | listTemplates: no template' },
  changes: {
    templates: 'listTemplates: two',
    message: 'listTemplates: server | listTemplates: not | tries again',
  },
  says: { message: 'listTemplates: server | listTemplates: not' },
});
