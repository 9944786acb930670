import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { archiveBrowserSetup } from './archive-browser.setup.ts';

/**
 * The archives, in three steps (section 2, archives): a template, one of its WIPs, its submissions; and one submission's content in a window over them.
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
    opened: null,
    detail: null,
    messages: { templates: null, wips: null, archives: null, content: null },
  }),
  type: 'parallel',
  states: {
    templates: {
      initial: 'loading',
      states: {
        loading: {
          tags: ['templatesLoading', 'refreshing'],
          invoke: {
            id: 'listTemplates',
            src: 'listTemplates',
            onDone: [
              {
                guard: { type: 'isTemplateLost', params: ({ event }) => ({ templates: event.output }) },
                target: 'loaded',
                actions: [
                  { type: 'keepTemplates', params: ({ event }) => ({ templates: event.output }) },
                  'tellTemplateLost',
                ],
              },
              {
                target: 'loaded',
                actions: { type: 'keepTemplates', params: ({ event }) => ({ templates: event.output }) },
              },
            ],
            onError: {
              target: 'failed',
              actions: {
                type: 'keepListMessage',
                params: ({ event }) => ({ list: 'templates' as const, error: event.error }),
              },
            },
          },
        },
        loaded: { tags: 'templatesLoaded', on: { 'refresh.requested': { target: 'loading' } } },
        failed: {
          tags: 'templatesFailed',
          on: { 'refresh.requested': { target: 'loading' }, 'retry.requested': { target: 'loading' } },
        },
      },
    },
    wips: {
      initial: 'unasked',
      on: {
        'template.chosen': {
          guard: { type: 'isTemplateListed', params: ({ event }) => event },
          target: '.loading',
          actions: { type: 'chooseTemplate', params: ({ event }) => event },
        },
        'template.lost': { target: '.unasked', actions: { type: 'chooseTemplate', params: { template: '' } } },
      },
      states: {
        unasked: { always: { guard: 'hasTemplate', target: 'loading' } },
        loading: {
          tags: ['wipsLoading', 'refreshing'],
          invoke: {
            id: 'listWips',
            src: 'listWips',
            input: ({ context }) => ({ template: context.template }),
            onDone: [
              {
                guard: { type: 'isWipLost', params: ({ event }) => ({ wips: event.output }) },
                target: 'loaded',
                actions: [{ type: 'keepWips', params: ({ event }) => ({ wips: event.output }) }, 'tellWipLost'],
              },
              { target: 'loaded', actions: { type: 'keepWips', params: ({ event }) => ({ wips: event.output }) } },
            ],
            onError: {
              target: 'failed',
              actions: {
                type: 'keepListMessage',
                params: ({ event }) => ({ list: 'wips' as const, error: event.error }),
              },
            },
          },
        },
        loaded: { tags: 'wipsLoaded', on: { 'refresh.requested': { target: 'loading' } } },
        failed: {
          tags: 'wipsFailed',
          on: { 'refresh.requested': { target: 'loading' }, 'retry.requested': { target: 'loading' } },
        },
      },
    },
    archives: {
      initial: 'unasked',
      on: {
        'template.chosen': {
          guard: { type: 'isTemplateListed', params: ({ event }) => event },
          target: '.unasked',
        },
        'template.lost': { target: '.unasked' },
        'wip.chosen': [
          {
            guard: { type: 'isWipListed', params: ({ event }) => event },
            target: '.loading',
            actions: { type: 'chooseWip', params: ({ event }) => event },
          },
          { target: '.unasked', actions: { type: 'chooseWip', params: { wip: '' } } },
        ],
        'wip.lost': { target: '.unasked', actions: { type: 'chooseWip', params: { wip: '' } } },
      },
      states: {
        unasked: { always: { guard: 'hasWip', target: 'loading' } },
        loading: {
          tags: ['archivesLoading', 'refreshing'],
          invoke: {
            id: 'listArchives',
            src: 'listArchives',
            input: ({ context }) => ({ wip: context.wip }),
            onDone: {
              target: 'loaded',
              actions: { type: 'keepArchives', params: ({ event }) => ({ archives: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: {
                type: 'keepListMessage',
                params: ({ event }) => ({ list: 'archives' as const, error: event.error }),
              },
            },
          },
        },
        loaded: { tags: 'archivesLoaded', on: { 'refresh.requested': { target: 'loading' } } },
        failed: {
          tags: 'archivesFailed',
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
              guard: { type: 'isArchiveListed', params: ({ event }) => event },
              target: 'viewing',
              actions: { type: 'openArchive', params: ({ event }) => event },
            },
          },
        },
        viewing: {
          tags: 'viewing',
          initial: 'loading',
          on: { 'content.closed': { target: 'closed' } },
          states: {
            loading: {
              tags: 'contentLoading',
              invoke: {
                id: 'loadArchive',
                src: 'loadArchive',
                input: ({ context }) => ({ archive: context.opened?.uuid ?? '' }),
                onDone: {
                  target: 'loaded',
                  actions: { type: 'keepDetail', params: ({ event }) => ({ detail: event.output }) },
                },
                onError: {
                  target: 'failed',
                  actions: { type: 'keepContentMessage', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            loaded: {},
            failed: { tags: 'contentFailed', on: { 'content.retryRequested': { target: 'loading' } } },
          },
        },
      },
    },
  },
});
export type ArchiveBrowserRef = ActorRefFrom<typeof archiveBrowserMachine>;
export type ArchiveBrowserSnapshot = SnapshotFrom<typeof archiveBrowserMachine>;
