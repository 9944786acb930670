import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Template } from '#api/contract/templates.ts';
import { loading } from './loading.ts';
import { listMessage } from './messages.ts';
import { unprovided } from './unprovided.ts';

/** The dashboard's cards (`s2.dashboard.*`): the templates, and what is said when they do not come. */
export const dashboardMachine = setup({
  types: {
    context: {} as { templates: Template[]; message: string | null },
    events: {} as { type: 'retry.requested' },
    tags: {} as 'loading' | 'failed' | 'loaded',
  },
  actors: { listTemplates: fromPromise<Template[], undefined>(unprovided) },
  actions: {
    keepTemplates: assign({ templates: (_, params: { output: Template[] }) => params.output }),
    keepMessage: assign({
      message: (_, params: { error: unknown }) => listMessage('fetchingTemplates', failureOf(params.error)),
    }),
    clearMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'dashboard',
  context: { templates: [], message: null },
  ...loading({
    src: 'listTemplates',
    keep: 'keepTemplates',
    complain: 'keepMessage',
    clear: 'clearMessage',
    retry: 'retry.requested',
  }),
});
