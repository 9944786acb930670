import { assign, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { ArchiveDetail, ArchiveSummary } from '#api/contract/archives.ts';
import type { Page, PageRequest } from '#api/contract/pages.ts';
import type { Template } from '#api/contract/templates.ts';
import type { Wip } from '#api/contract/wips.ts';
import { documentFrameMachine } from '../document/document-frame.machine.ts';
import { archiveMessage, listMessage } from '../shared/messages.ts';
import { pagedListMachine } from '../shared/paged-list.machine.ts';
import { withMore } from '../shared/pages.ts';
import { unprovided } from '../shared/unprovided.ts';

type ListName = 'templates' | 'wips' | 'archives';

type Failed = { error: unknown };

/** What the archives screen remembers. */
export type Context = {
  template: string;
  wip: string;
  templates: Template[];
  wips: Wip[];
  archives: ArchiveSummary[];
  /** What the first page said of the archives. */
  first: Omit<Page<ArchiveSummary>, 'entries'>;
  opened: ArchiveSummary | null;
  /** The uuids of the archives in the order in which the list shows them: the next of one that is opened is looked for here. */
  order: string[];
  detail: ArchiveDetail | null;
  /** The key of the content's place in the page. */
  place: string;
  /** Why a list or a content did not come; looked at only while that is so. */
  messages: Record<ListName | 'content', string | null>;
};

/** The way through the list: back to the one before, or on to the next. */
export type Step = -1 | 1;

/** The archives that can be opened, in the order of the list, and where the open one is among them: -1 where it left the list. */
function readable({ order, archives, opened }: Context): { list: ArchiveSummary[]; at: number } {
  const known = new Map(archives.map((one) => [one.uuid, one]));
  const list = order
    .flatMap((uuid) => known.get(uuid) ?? [])
    .filter(({ contentRemovedOn }) => contentRemovedOn === null);
  return { list, at: list.findIndex(({ uuid }) => uuid === opened?.uuid) };
}

/** The archive before or after the open one; null at an end of the list. */
function neighbourOf(context: Context, step: Step): ArchiveSummary | null {
  const { list, at } = readable(context);
  return at === -1 ? null : (list[at + step] ?? null);
}

/** The place of the open archive among those that can be opened, from 1 on, 0 where it left the list; and how many these are. */
export function placeOfOpened(context: Context): { place: number; count: number } {
  const { list, at } = readable(context);
  return { place: at + 1, count: list.length };
}

/** The vocabulary of the archives screen: what its chart (`archive-browser.machine.ts`) is written with. */
export const archiveBrowserSetup = setup({
  types: {
    context: {} as Context,
    /** The choices that the address brings; empty where there is none. */
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
    /** A plain host gives the whole list instead of its first page. */
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
    tellTemplatesListed: raise({ type: 'templates.listed' }),
    tellWipsListed: raise({ type: 'wips.listed' }),
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
});
