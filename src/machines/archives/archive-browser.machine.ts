import { type Context, archiveBrowserSetup } from './archive-browser.setup.ts';
import { fromEvent, loading } from '../shared/loading.ts';
import { FIRST_PAGE } from '../shared/pages.ts';

const content = loading({
  src: 'loadArchive',
  name: 'content',
  input: ({ context }: { context: Context }) => ({ archive: context.opened?.uuid ?? '' }),
  keep: 'keepDetail',
  complain: 'keepContentMessage',
  retry: 'content.retryRequested',
});

const archives = loading({
  src: 'listArchives',
  name: 'archives',
  input: ({ context }: { context: Context }) => ({ wip: context.wip, ...FIRST_PAGE.archives }),
  keep: 'keepArchives',
  complain: 'keepArchivesMessage',
  retry: 'retry.requested',
  refresh: 'refresh.requested',
});

/**
 * The archives, in three steps (`s2.archives.*`): a template, one of its WIPs, its submissions; and one submission's content in a window over them, from which the one before and the next in the list are one step away.
 * Each list is a concern of its own, and choices that came with the address are asked for all at once. Another choice empties what depends on it and drops its calls, so that nothing old stands under a new choice. Refresh asks
 * again for every list on the screen and keeps the choices, unless what was chosen is no longer there.
 */
export const archiveBrowserMachine = archiveBrowserSetup.createMachine({
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
    templates: loading({
      src: 'listTemplates',
      name: 'templates',
      keep: 'keepTemplates',
      complain: 'keepTemplatesMessage',
      tell: 'tellTemplatesListed',
      retry: 'retry.requested',
      refresh: 'refresh.requested',
    }),
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
        ...loading({
          src: 'listWips',
          name: 'wips',
          input: ({ context }: { context: Context }) => ({ template: context.template }),
          keep: 'keepWips',
          complain: 'keepWipsMessage',
          tell: 'tellWipsListed',
          retry: 'retry.requested',
          refresh: 'refresh.requested',
        }).states,
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
        ...archives.states,
        loaded: {
          ...archives.states.loaded,
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
            ...archives.states.loaded.on,
            'page.found': { actions: { type: 'keepFound', params: fromEvent } },
            'page.added': { actions: { type: 'addMore', params: fromEvent } },
          },
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
            ...content.states,
            loaded: {
              ...content.states.loaded,
              invoke: {
                id: 'document',
                src: 'document',
                input: ({ context }) => ({
                  place: context.place,
                  mode: 'view',
                  isLive: false,
                  html: context.detail?.content ?? '',
                  lines: context.detail?.line_breaks ?? 'guessed',
                }),
              },
            },
          },
        },
      },
    },
  },
});
