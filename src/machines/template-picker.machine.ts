import { type ActorRefFrom, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Template } from '#api/contract/templates.ts';
import type { Wip } from '#api/contract/wips.ts';
import { paths } from '#config/paths.ts';
import { listMessage, messages } from './messages.ts';
import { unprovided } from './unprovided.ts';

/**
 * Choosing a base template (section 2, select base template). A choice brings the list of its WIPs; another choice drops the call for the first one's,
 * so that no reply ever stands under the wrong template. Going on without a choice, or with one that is not among the templates, is answered in words.
 */
export const templatePickerMachine = setup({
  types: {
    context: {} as {
      templates: Template[];
      chosen: string;
      wips: Wip[];
      message: string | null;
      problem: string | null;
    },
    events: {} as
      | { type: 'template.chosen'; template: string }
      | { type: 'selection.submitted' }
      | { type: 'retry.requested' },
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'loading' | 'failed' | 'loaded' | 'busy' | 'wipsLoading' | 'wipsFailed' | 'wipsLoaded',
  },
  actors: {
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    listWips: fromPromise<Wip[], { template: string }>(unprovided),
  },
  actions: {
    keepTemplates: assign({ templates: (_, params: { templates: Template[] }) => params.templates }),
    keepChosen: assign((_, params: { template: string }) => ({ chosen: params.template, wips: [], problem: null })),
    keepWips: assign({ wips: (_, params: { wips: Wip[] }) => params.wips }),
    keepTemplatesMessage: assign({
      message: (_, params: { error: unknown }) => listMessage('fetchingTemplates', failureOf(params.error)),
    }),
    keepWipsMessage: assign({
      message: (_, params: { error: unknown }) => listMessage('loadingWips', failureOf(params.error)),
    }),
    clearMessage: assign({ message: null }),
    askForTemplate: assign({ problem: messages.lists.selectTemplate }),
    sayNotFound: assign({ problem: messages.lists.selectedNotFound }),
    goToForm: emit(({ context }) => ({ type: 'navigation.requested', to: paths.form(context.chosen) })),
  },
  guards: {
    isListed: ({ context }, params: { template: string }) =>
      context.templates.some(({ uuid }) => uuid === params.template),
    isChosenListed: ({ context }) => context.templates.some(({ uuid }) => uuid === context.chosen),
    hasChosen: ({ context }) => context.chosen !== '',
  },
}).createMachine({
  id: 'templatePicker',
  context: { templates: [], chosen: '', wips: [], message: null, problem: null },
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
          actions: { type: 'keepTemplatesMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    loaded: {
      tags: 'loaded',
      type: 'parallel',
      states: {
        wips: {
          initial: 'unasked',
          on: {
            'template.chosen': [
              {
                guard: { type: 'isListed', params: ({ event }) => event },
                target: '.loading',
                actions: { type: 'keepChosen', params: ({ event }) => event },
              },
              {
                target: '.unasked',
                actions: { type: 'keepChosen', params: ({ event }) => event },
              },
            ],
          },
          states: {
            unasked: { entry: 'clearMessage' },
            loading: {
              tags: 'wipsLoading',
              entry: 'clearMessage',
              invoke: {
                id: 'listWips',
                src: 'listWips',
                input: ({ context }) => ({ template: context.chosen }),
                onDone: {
                  target: 'loaded',
                  actions: { type: 'keepWips', params: ({ event }) => ({ wips: event.output }) },
                },
                onError: {
                  target: 'failed',
                  actions: { type: 'keepWipsMessage', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            loaded: { tags: 'wipsLoaded' },
            failed: { tags: 'wipsFailed', on: { 'retry.requested': { target: 'loading' } } },
          },
        },
        selection: {
          initial: 'open',
          on: { 'template.chosen': { target: '.open' } },
          states: {
            open: {
              on: {
                'selection.submitted': [
                  { guard: 'isChosenListed', target: 'made', actions: 'goToForm' },
                  { guard: 'hasChosen', actions: 'sayNotFound' },
                  { actions: 'askForTemplate' },
                ],
              },
            },
            made: { tags: 'busy' },
          },
        },
      },
    },
  },
});
export type TemplatePickerRef = ActorRefFrom<typeof templatePickerMachine>;
export type TemplatePickerSnapshot = SnapshotFrom<typeof templatePickerMachine>;
