import { assign, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#api/contract/archives.ts';
import type { Template } from '#api/contract/templates.ts';
import type { Wip } from '#api/contract/wips.ts';
import { archiveMessage, listMessage } from './messages.ts';
import { unprovided } from './unprovided.ts';

type ListName = 'templates' | 'wips' | 'archives';

const LOADING = { templates: 'loadingTemplates', wips: 'loadingWips', archives: 'loadingArchives' } as const;

/** The vocabulary of the archives screen: what its chart (`archive-browser.machine.ts`) is written with. */
export const archiveBrowserSetup = setup({
  types: {
    context: {} as {
      template: string;
      wip: string;
      templates: Template[];
      wips: Wip[];
      archives: ArchiveSummary[];
      opened: ArchiveSummary | null;
      detail: ArchiveDetail | null;
      /** Why a list or a content did not come; looked at only while that is so. */
      messages: Record<ListName | 'content', string | null>;
    },
    /** The choices that the address brings; empty where there is none. */
    input: {} as { template: string; wip: string },
    events: {} as
      | { type: 'template.chosen'; template: string }
      | { type: 'template.lost' }
      | { type: 'wip.chosen'; wip: string }
      | { type: 'wip.lost' }
      | { type: 'refresh.requested' }
      | { type: 'retry.requested' }
      | { type: 'content.requested'; archive: string }
      | { type: 'content.retryRequested' }
      | { type: 'content.closed' },
    tags: {} as
      | `${ListName}${'Loading' | 'Loaded' | 'Failed'}`
      | 'refreshing'
      | 'viewing'
      | 'contentLoading'
      | 'contentFailed',
  },
  actors: {
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    listWips: fromPromise<Wip[], { template: string }>(unprovided),
    listArchives: fromPromise<ArchiveSummary[], { wip: string }>(unprovided),
    loadArchive: fromPromise<ArchiveDetail, { archive: string }>(unprovided),
  },
  actions: {
    keepTemplates: assign({ templates: (_, params: { templates: Template[] }) => params.templates }),
    keepWips: assign({ wips: (_, params: { wips: Wip[] }) => params.wips }),
    keepArchives: assign({ archives: (_, params: { archives: ArchiveSummary[] }) => params.archives }),
    chooseTemplate: assign((_, params: { template: string }) => ({
      template: params.template,
      wip: '',
      wips: [],
      archives: [],
    })),
    chooseWip: assign((_, params: { wip: string }) => ({ wip: params.wip, archives: [] })),
    tellTemplateLost: raise({ type: 'template.lost' }),
    tellWipLost: raise({ type: 'wip.lost' }),
    openArchive: assign(({ context }, params: { archive: string }) => ({
      opened: context.archives.find(({ uuid }) => uuid === params.archive) ?? null,
      detail: null,
    })),
    keepDetail: assign({ detail: (_, params: { detail: ArchiveDetail }) => params.detail }),
    keepListMessage: assign({
      messages: ({ context }, params: { list: ListName; error: unknown }) => ({
        ...context.messages,
        [params.list]: listMessage(LOADING[params.list], failureOf(params.error)),
      }),
    }),
    keepContentMessage: assign({
      messages: ({ context }, params: { error: unknown }) => ({
        ...context.messages,
        content: archiveMessage('browser', true, failureOf(params.error)),
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
    isTemplateLost: ({ context }, params: { templates: Template[] }) =>
      context.template !== '' && !params.templates.some(({ uuid }) => uuid === context.template),
    isWipLost: ({ context }, params: { wips: Wip[] }) =>
      context.wip !== '' && !params.wips.some(({ uuid }) => uuid === context.wip),
  },
});
