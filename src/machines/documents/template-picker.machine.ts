import { assign, emit, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Template } from '#common/calls/templates.ts';
import type { Wip } from '#common/calls/wips.ts';
import { paths } from '#common/config/paths.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { listMessage, messages } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';

type Context = {
  templates: Template[];
  chosen: string;
  wips: Wip[];
  message: string | null;
  problem: string | null;
};

/**
 * Choice of a base template (`s2.select.*`). A choice loads the list of its WIPs; another choice drops the call of the first one, so that no reply ever
 * appears under the wrong template. Continuing without a choice, or with one that is not among the templates, shows a message.
 */
export const templatePickerMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'template.chosen'; template: string }
      | { type: 'selection.submitted' }
      | { type: 'retry.requested' },
    emitted: {} as { type: 'navigation.requested'; to: string },
    tags: {} as 'loading' | 'failed' | 'loaded' | 'busy' | 'wips.loading' | 'wips.failed' | 'wips.loaded',
  },
  actors: {
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    listWips: fromPromise<Wip[], { template: string }>(unprovided),
  },
  actions: {
    keepTemplates: assign({ templates: (_, params: { output: Template[] }) => params.output }),
    keepChosen: assign((_, params: { template: string }) => ({ chosen: params.template, wips: [], problem: null })),
    keepWips: assign({ wips: (_, params: { output: Wip[] }) => params.output }),
    keepTemplatesMessage: assign({
      message: (_, { error }: Failed) => listMessage('fetchingTemplates', failureOf(error)),
    }),
    keepWipsMessage: assign({ message: (_, { error }: Failed) => listMessage('loadingWips', failureOf(error)) }),
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
        onDone: { target: 'loaded', actions: { type: 'keepTemplates', params: fromEvent } },
        onError: { target: 'failed', actions: { type: 'keepTemplatesMessage', params: fromEvent } },
      },
    },
    loaded: {
      tags: 'loaded',
      type: 'parallel',
      states: {
        wips: {
          initial: 'unasked',
          on: {
            'template.chosen': [
              {
                guard: { type: 'isListed', params: fromEvent },
                target: '.loading',
                actions: { type: 'keepChosen', params: fromEvent },
              },
              {
                target: '.unasked',
                actions: { type: 'keepChosen', params: fromEvent },
              },
            ],
          },
          states: {
            unasked: { entry: 'clearMessage' },
            loading: {
              tags: 'wips.loading',
              entry: 'clearMessage',
              invoke: {
                id: 'listWips',
                src: 'listWips',
                input: ({ context }) => ({ template: context.chosen }),
                onDone: { target: 'loaded', actions: { type: 'keepWips', params: fromEvent } },
                onError: { target: 'failed', actions: { type: 'keepWipsMessage', params: fromEvent } },
              },
            },
            loaded: { tags: 'wips.loaded' },
            failed: { tags: 'wips.failed', on: { 'retry.requested': { target: 'loading' } } },
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
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
  },
});
