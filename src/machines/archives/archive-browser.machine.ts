import { assign, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#common/calls/archives.ts';
import type { Page, PageRequest } from '#common/calls/pages.ts';
import type { Template } from '#common/calls/templates.ts';
import type { Wip } from '#common/calls/wips.ts';
import { neighbourOf, type Step } from './archive-order.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { fromEvent, type Failed } from '../shared/from-event.ts';
import { archiveMessage, listMessage } from '../shared/messages.ts';
import { pagedListMachine } from '../shared/paged-list.machine.ts';
import { FIRST_PAGE, withMore } from '../shared/pages.ts';
import { unprovided } from '../shared/unprovided.ts';

type ListName = 'templates' | 'wips' | 'archives';

type Context = {
  template: string;
  wip: string;
  templates: Template[];
  wips: Wip[];
  archives: ArchiveSummary[];
  /** Rest of the first page of archives: the cursor of the next page, and the count. */
  first: Omit<Page<ArchiveSummary>, 'entries'>;
  opened: ArchiveSummary | null;
  /** Uuids of the archives in the order of the list on the screen, for the steps to the previous and the next one. */
  order: string[];
  detail: ArchiveDetail | null;
  /** The key of the content's place in the page. */
  place: string;
  /** Errors of the lists and of the content; read only while one has failed. */
  messages: Record<ListName | 'content', string | null>;
};

/**
 * The archives, in three steps (`s2.archives.*`): a template, one of its WIPs, its submissions; and the content of one submission in a window over them, with
 * steps to the previous and the next one in the list. Each list loads by itself, and choices from the address are requested all at once. Another choice
 * empties the lists that depend on it and drops their calls, so that no old entries appear under a new choice. Refresh loads every list on the screen again
 * and keeps the choices that still exist.
 */
export const archiveBrowserMachine = setup({
  types: {
    context: {} as Context,
    /** Choices from the address; empty where there is none. */
    input: {} as { template: string; wip: string; place: string },
    events: {} as
      | { type: 'template.chosen'; template: string }
      | { type: 'templates.listed' }
      | { type: 'wip.chosen'; wip: string }
      | { type: 'wips.listed' }
      | { type: 'refresh.requested' }
      | { type: 'retry.requested' }
      | { type: 'page.found'; entries: ArchiveSummary[] }
      | { type: 'page.added'; entries: ArchiveSummary[] }
      | { type: 'content.requested'; archive: string; order: string[] }
      | { type: 'previous.requested' | 'next.requested' }
      | { type: 'content.retryRequested' }
      | { type: 'content.closed' },
    tags: {} as `${ListName | 'content'}.${'loading' | 'loaded' | 'failed'}`,
  },
  actors: {
    document: documentFrameMachine,
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    listWips: fromPromise<Wip[], { template: string }>(unprovided),
    /** A plain host returns the whole list instead of its first page. */
    listArchives: fromPromise<Page<ArchiveSummary>, PageRequest & { wip: string }>(unprovided),
    pages: pagedListMachine,
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
  },
  actions: {
    keepTemplates: assign({ templates: (_, params: { output: Template[] }) => params.output }),
    keepWips: assign({ wips: (_, params: { output: Wip[] }) => params.output }),
    keepArchives: assign((_, { output: { entries, ...first } }: { output: Page<ArchiveSummary> }) => ({
      archives: entries,
      first,
    })),
    keepFound: assign({ archives: (_, params: { entries: ArchiveSummary[] }) => params.entries }),
    addMore: assign(({ context: { archives, order } }, { entries }: { entries: ArchiveSummary[] }) => ({
      archives: withMore(archives, entries),
      // The next page follows what is shown.
      order: [...new Set([...order, ...entries.map(({ uuid }) => uuid)])],
    })),
    chooseTemplate: assign((_, params: { template: string }) => ({
      template: params.template,
      wip: '',
      wips: [],
      archives: [],
    })),
    chooseWip: assign((_, params: { wip: string }) => ({ wip: params.wip, archives: [] })),
    raiseTemplatesListed: raise({ type: 'templates.listed' }),
    raiseWipsListed: raise({ type: 'wips.listed' }),
    openArchive: assign(({ context }, { archive, order }: { archive: string; order: string[] }) => ({
      opened: context.archives.find(({ uuid }) => uuid === archive) ?? null,
      order,
      detail: null,
    })),
    openNeighbour: assign(({ context }, params: { step: Step }) => ({
      opened: neighbourOf(context, params.step),
      detail: null,
    })),
    keepDetail: assign({ detail: (_, params: { output: ArchiveDetail }) => params.output }),
    keepTemplatesMessage: assign({
      messages: ({ context }, { error }: Failed) => ({
        ...context.messages,
        templates: listMessage('loadingTemplates', failureOf(error)),
      }),
    }),
    keepWipsMessage: assign({
      messages: ({ context }, { error }: Failed) => ({
        ...context.messages,
        wips: listMessage('loadingWips', failureOf(error)),
      }),
    }),
    keepArchivesMessage: assign({
      messages: ({ context }, { error }: Failed) => ({
        ...context.messages,
        archives: listMessage('loadingArchives', failureOf(error)),
      }),
    }),
    keepContentMessage: assign({
      messages: ({ context }, { error }: Failed) => ({
        ...context.messages,
        content: archiveMessage('browser', true, failureOf(error)),
      }),
    }),
  },
  guards: {
    hasTemplate: ({ context }) => context.template !== '',
    hasWip: ({ context }) => context.wip !== '',
    isTemplateListed: ({ context }, params: { template: string }) =>
      context.templates.some(({ uuid }) => uuid === params.template),
    isWipListed: ({ context }, params: { wip: string }) => context.wips.some(({ uuid }) => uuid === params.wip),
    isArchiveListed: ({ context }, params: { archive: string }) =>
      context.archives.some(({ uuid }) => uuid === params.archive),
    hasNeighbour: ({ context }, params: { step: Step }) => neighbourOf(context, params.step) !== null,
    isTemplateLost: ({ context }) =>
      context.template !== '' && !context.templates.some(({ uuid }) => uuid === context.template),
    isWipLost: ({ context }) => context.wip !== '' && !context.wips.some(({ uuid }) => uuid === context.wip),
  },
}).createMachine({
  id: 'archiveBrowser',
  context: ({ input }) => ({
    template: input.template,
    wip: input.template === '' ? '' : input.wip,
    templates: [],
    wips: [],
    archives: [],
    first: { next: null, count: 0 },
    opened: null,
    order: [],
    detail: null,
    place: input.place,
    messages: { templates: null, wips: null, archives: null, content: null },
  }),
  type: 'parallel',
  states: {
    templates: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'templates.loading',
          invoke: {
            id: 'listTemplates',
            src: 'listTemplates',
            onDone: {
              target: 'loaded',
              actions: [{ type: 'keepTemplates', params: fromEvent }, 'raiseTemplatesListed'],
            },
            onError: { target: 'failed', actions: { type: 'keepTemplatesMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'templates.loaded', on: { 'refresh.requested': { target: 'loading' } } },
        failed: {
          tags: 'templates.failed',
          on: { 'refresh.requested': { target: 'loading' }, 'retry.requested': { target: 'loading' } },
        },
      },
    },
    wips: {
      initial: 'unasked',
      on: {
        'template.chosen': {
          guard: { type: 'isTemplateListed', params: fromEvent },
          target: '.loading',
          actions: { type: 'chooseTemplate', params: fromEvent },
        },
        'templates.listed': {
          guard: 'isTemplateLost',
          target: '.unasked',
          actions: { type: 'chooseTemplate', params: { template: '' } },
        },
      },
      states: {
        unasked: { always: { guard: 'hasTemplate', target: 'loading' } },
        loading: {
          tags: 'wips.loading',
          invoke: {
            id: 'listWips',
            src: 'listWips',
            input: ({ context }) => ({ template: context.template }),
            onDone: { target: 'loaded', actions: [{ type: 'keepWips', params: fromEvent }, 'raiseWipsListed'] },
            onError: { target: 'failed', actions: { type: 'keepWipsMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'wips.loaded', on: { 'refresh.requested': { target: 'loading' } } },
        failed: {
          tags: 'wips.failed',
          on: { 'refresh.requested': { target: 'loading' }, 'retry.requested': { target: 'loading' } },
        },
      },
    },
    archives: {
      initial: 'unasked',
      on: {
        'template.chosen': {
          guard: { type: 'isTemplateListed', params: fromEvent },
          target: '.unasked',
        },
        'templates.listed': { guard: 'isTemplateLost', target: '.unasked' },
        'wip.chosen': [
          {
            guard: { type: 'isWipListed', params: fromEvent },
            target: '.loading',
            actions: { type: 'chooseWip', params: fromEvent },
          },
          { target: '.unasked', actions: { type: 'chooseWip', params: { wip: '' } } },
        ],
        'wips.listed': { guard: 'isWipLost', target: '.unasked', actions: { type: 'chooseWip', params: { wip: '' } } },
      },
      states: {
        unasked: { always: { guard: 'hasWip', target: 'loading' } },
        loading: {
          tags: 'archives.loading',
          invoke: {
            id: 'listArchives',
            src: 'listArchives',
            input: ({ context }) => ({ wip: context.wip, ...FIRST_PAGE.archives }),
            onDone: { target: 'loaded', actions: { type: 'keepArchives', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepArchivesMessage', params: fromEvent } },
          },
        },
        loaded: {
          tags: 'archives.loaded',
          invoke: {
            id: 'pages',
            src: 'pages',
            input: ({ context: { wip, first } }) => ({
              list: wip,
              operation: 'loadingArchives',
              sort: FIRST_PAGE.archives.sort,
              ...first,
            }),
          },
          on: {
            'refresh.requested': { target: 'loading' },
            'page.found': { actions: { type: 'keepFound', params: fromEvent } },
            'page.added': { actions: { type: 'addMore', params: fromEvent } },
          },
        },
        failed: {
          tags: 'archives.failed',
          on: { 'refresh.requested': { target: 'loading' }, 'retry.requested': { target: 'loading' } },
        },
      },
    },
    content: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'content.requested': {
              guard: { type: 'isArchiveListed', params: fromEvent },
              target: 'viewing',
              actions: { type: 'openArchive', params: fromEvent },
            },
          },
        },
        viewing: {
          on: {
            'content.closed': { target: 'closed' },
            'previous.requested': {
              guard: { type: 'hasNeighbour', params: { step: -1 } },
              target: '.loading',
              actions: { type: 'openNeighbour', params: { step: -1 } },
            },
            'next.requested': {
              guard: { type: 'hasNeighbour', params: { step: 1 } },
              target: '.loading',
              actions: { type: 'openNeighbour', params: { step: 1 } },
            },
          },
          initial: 'loading',
          states: {
            loading: {
              tags: 'content.loading',
              invoke: {
                id: 'loadArchive',
                src: 'loadArchive',
                input: ({ context }) => ({ archive: context.opened?.uuid ?? '' }),
                onDone: { target: 'loaded', actions: { type: 'keepDetail', params: fromEvent } },
                onError: { target: 'failed', actions: { type: 'keepContentMessage', params: fromEvent } },
              },
            },
            loaded: {
              tags: 'content.loaded',
              invoke: {
                id: 'document',
                src: 'document',
                input: ({ context }) => ({
                  place: context.place,
                  mode: 'view',
                  isLive: false,
                  html: context.detail?.content ?? '',
                  lines: context.detail?.line_breaks ?? 'guessed',
                  isStored: true,
                }),
              },
            },
            failed: { tags: 'content.failed', on: { 'content.retryRequested': { target: 'loading' } } },
          },
        },
      },
    },
  },
});
