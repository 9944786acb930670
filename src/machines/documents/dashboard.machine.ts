import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Template } from '#common/calls/templates.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { listMessage } from '../shared/messages.ts';
import { newestArchivesMachine } from './newest-archives.machine.ts';
import { unprovided } from '../shared/unprovided.ts';

/** The dashboard's cards (`s2.dashboard.*`): the templates, a message when they do not load, and, once they have loaded, the newest archives on the wall. */
export const dashboardMachine = setup({
  types: {
    context: {} as { templates: Template[]; message: string | null },
    events: {} as { type: 'retry.requested' },
    tags: {} as 'loading' | 'failed' | 'loaded',
  },
  actors: {
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    newestArchives: newestArchivesMachine,
  },
  actions: {
    keepTemplates: assign({ templates: (_, params: { output: Template[] }) => params.output }),
    keepMessage: assign({ message: (_, { error }: Failed) => listMessage('fetchingTemplates', failureOf(error)) }),
    clearMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'dashboard',
  context: { templates: [], message: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      entry: 'clearMessage',
      invoke: {
        id: 'listTemplates',
        src: 'listTemplates',
        onDone: { target: 'loaded', actions: { type: 'keepTemplates', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
      },
    },
    loaded: {
      tags: 'loaded',
      invoke: {
        id: 'newestArchives',
        src: 'newestArchives',
        input: ({ context }) => ({ templates: context.templates.map(({ uuid }) => uuid) }),
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
