import { assign, fromPromise, sendTo, setup } from 'xstate';
import { failureOf, statusOf } from '#api/failure.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import type { Template } from '#common/calls/templates.ts';
import type { Wip } from '#common/calls/wips.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { deleteMessage, listMessage, messages } from '../shared/messages.ts';
import { pagedListMachine } from '../shared/paged-list.machine.ts';
import { FIRST_PAGE, withMore } from '../shared/pages.ts';
import { unprovided } from '../shared/unprovided.ts';

type Context = {
  uuid: string;
  template: Template | null;
  wips: Wip[];
  /** Rest of the first page: the cursor of the next page, and the count. */
  first: Omit<Page<Wip>, 'entries'>;
  asked: Wip | null;
  message: string | null;
};

/**
 * The WIPs of one template, and deleting one of them (`s2.wip-list.*`). The template's name and its WIPs are requested at the same time; the list is shown
 * when both have loaded. One deletion at a time: requested, confirmed, and removed from the list only after the host has confirmed it. `pagedList` loads the
 * further pages of a long list.
 */
export const wipListMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { template: string },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'delete.requested'; wip: string }
      | { type: 'delete.confirmed' }
      | { type: 'dialog.cancelled' }
      | { type: 'page.found'; entries: Wip[] }
      | { type: 'page.added'; entries: Wip[] },
    tags: {} as 'loading' | 'failed' | 'loaded' | 'confirmingDelete' | 'deleting' | 'deleteFailed',
  },
  actors: {
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    /** A plain host returns the whole list instead of its first page. */
    listWips: fromPromise<Page<Wip>, PageRequest & { template: string }>(unprovided),
    pages: pagedListMachine,
    deleteWip: fromPromise<void, { wip: string }>(unprovided),
  },
  actions: {
    keepTemplate: assign({
      template: ({ context }, params: { output: Template[] }) =>
        params.output.find(({ uuid }) => uuid === context.uuid) ?? null,
    }),
    keepWips: assign((_, { output: { entries, ...first } }: { output: Page<Wip> }) => ({ wips: entries, first })),
    keepFound: assign({ wips: (_, params: { entries: Wip[] }) => params.entries }),
    addMore: assign({ wips: ({ context }, params: { entries: Wip[] }) => withMore(context.wips, params.entries) }),
    sayNoTemplate: assign({ message: messages.lists.noTemplate }),
    sayNotFound: assign({ message: messages.lists.templateNotFound }),
    keepTemplatesMessage: assign({
      message: (_, { error }: Failed) => listMessage('fetchingTemplates', failureOf(error)),
    }),
    keepWipsMessage: assign({ message: (_, { error }: Failed) => listMessage('loadingWips', failureOf(error)) }),
    clearMessage: assign({ message: null }),
    keepAsked: assign({
      asked: ({ context }, params: { wip: string }) => context.wips.find(({ uuid }) => uuid === params.wip) ?? null,
    }),
    removeAsked: assign({
      wips: ({ context }) => context.wips.filter(({ uuid }) => uuid !== context.asked?.uuid),
    }),
    reportRemoved: sendTo('pages', { type: 'entry.removed' }),
    keepDeleteMessage: assign({ message: (_, { error }: Failed) => deleteMessage(failureOf(error)) }),
  },
  guards: {
    isTemplateGiven: ({ context }) => context.uuid.trim() !== '',
    isListed: ({ context }, params: { output: Template[] }) => params.output.some(({ uuid }) => uuid === context.uuid),
    isMissing: (_, { error }: Failed) => statusOf(failureOf(error)) === 404,
    isWipListed: ({ context }, params: { wip: string }) => context.wips.some(({ uuid }) => uuid === params.wip),
  },
}).createMachine({
  id: 'wipList',
  context: ({ input }) => ({
    uuid: input.template,
    template: null,
    wips: [],
    first: { next: null, count: 0 },
    asked: null,
    message: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isTemplateGiven', target: 'loading' },
        { target: 'unspecified', actions: 'sayNoTemplate' },
      ],
    },
    unspecified: { tags: 'failed' },
    loading: {
      tags: 'loading',
      entry: 'clearMessage',
      type: 'parallel',
      states: {
        template: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'listTemplates',
                src: 'listTemplates',
                onDone: [
                  {
                    guard: { type: 'isListed', params: fromEvent },
                    target: 'known',
                    actions: { type: 'keepTemplate', params: fromEvent },
                  },
                  { target: '#wipList.failed', actions: 'sayNotFound' },
                ],
                onError: {
                  target: '#wipList.failed',
                  actions: { type: 'keepTemplatesMessage', params: fromEvent },
                },
              },
            },
            known: { type: 'final' },
          },
        },
        wips: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'listWips',
                src: 'listWips',
                input: ({ context }) => ({ template: context.uuid, ...FIRST_PAGE.wips }),
                onDone: {
                  target: 'known',
                  actions: { type: 'keepWips', params: fromEvent },
                },
                onError: [
                  {
                    guard: { type: 'isMissing', params: fromEvent },
                    target: '#wipList.failed',
                    actions: 'sayNotFound',
                  },
                  {
                    target: '#wipList.failed',
                    actions: { type: 'keepWipsMessage', params: fromEvent },
                  },
                ],
              },
            },
            known: { type: 'final' },
          },
        },
      },
      onDone: { target: 'loaded' },
    },
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
    loaded: {
      tags: 'loaded',
      initial: 'idle',
      invoke: {
        id: 'pages',
        src: 'pages',
        input: ({ context: { uuid, first } }) => ({
          list: uuid,
          operation: 'loadingWips',
          sort: FIRST_PAGE.wips.sort,
          ...first,
        }),
      },
      on: {
        'page.found': { actions: { type: 'keepFound', params: fromEvent } },
        'page.added': { actions: { type: 'addMore', params: fromEvent } },
      },
      states: {
        idle: {
          on: {
            'delete.requested': {
              guard: { type: 'isWipListed', params: fromEvent },
              target: 'confirmingDelete',
              actions: { type: 'keepAsked', params: fromEvent },
            },
          },
        },
        confirmingDelete: {
          tags: 'confirmingDelete',
          on: { 'delete.confirmed': { target: 'deleting' }, 'dialog.cancelled': { target: 'idle' } },
        },
        deleting: {
          tags: ['confirmingDelete', 'deleting'],
          invoke: {
            id: 'deleteWip',
            src: 'deleteWip',
            input: ({ context }) => ({ wip: context.asked?.uuid ?? '' }),
            onDone: { target: 'idle', actions: ['removeAsked', 'reportRemoved'] },
            onError: { target: 'deleteFailed', actions: { type: 'keepDeleteMessage', params: fromEvent } },
          },
        },
        deleteFailed: {
          tags: 'deleteFailed',
          on: { 'dialog.cancelled': { target: 'idle', actions: 'clearMessage' } },
        },
      },
    },
  },
});
