import { type ActorRefFrom, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Template } from '#api/contract/templates.ts';
import { listMessage } from './messages.ts';
import { unprovided } from './unprovided.ts';

/** The dashboard's cards (section 2, dashboard): the templates, and what is said when they do not come. */
export const dashboardMachine = setup({
  types: {
    context: {} as { templates: Template[]; message: string | null },
    events: {} as { type: 'retry.requested' },
    tags: {} as 'loading' | 'failed' | 'loaded',
  },
  actors: { listTemplates: fromPromise<Template[], undefined>(unprovided) },
  actions: {
    keepTemplates: assign({ templates: (_, params: { templates: Template[] }) => params.templates }),
    keepMessage: assign({
      message: (_, params: { error: unknown }) => listMessage('fetchingTemplates', failureOf(params.error)),
    }),
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
        onDone: {
          target: 'loaded',
          actions: { type: 'keepTemplates', params: ({ event }) => ({ templates: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    loaded: { tags: 'loaded' },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
export type DashboardRef = ActorRefFrom<typeof dashboardMachine>;
export type DashboardSnapshot = SnapshotFrom<typeof dashboardMachine>;
