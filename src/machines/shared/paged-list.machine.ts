import { type ActorRefFrom, assign, fromPromise, sendParent, setup } from 'xstate';
import type { ArchiveSummary } from '#common/calls/archives.ts';
import type { ListSort, Page, PageRequest } from '#common/calls/pages.ts';
import type { PersonEntry } from '#common/calls/people.ts';
import type { Wip } from '#common/calls/wips.ts';
import { failureOf } from '#api/failure.ts';
import { SEARCH_PAUSE } from '#common/config/constants.ts';
import { type Failed, fromEvent } from './from-event.ts';
import { listMessage } from './messages.ts';
import { unprovided } from './unprovided.ts';

/** An entry of a list that comes in pages. */
export type Listed = Wip | ArchiveSummary | PersonEntry;
/** A page of the list of a template or of a WIP. */
export type Asked = PageRequest & { list: string };

type Came = { output: Page<Listed> };
type Input = {
  /** Uuid of the template or the WIP that the list belongs to; empty if it belongs to the host. */
  list: string;
  /** Message to show when a page does not load. */
  operation: 'loadingWips' | 'loadingArchives' | 'loadingUsers';
  sort: ListSort;
  /** Facts of the first page, which the owner has loaded: the cursor of the next one, and the number of entries. */
  next: string | null;
  count: number;
};

/**
 * Further pages of a list, where the host announces `lists.pages` (`capabilities.ts`). A list of one page is whole: its screen searches and sorts it by
 * itself. Longer lists are searched and sorted by the host: a search is requested once the user has stopped typing for a moment, and further entries when the
 * user wants them. The owner keeps the entries: it receives the results of a search, which replace those before, and the entries that follow them.
 */
export const pagedListMachine = setup({
  types: {
    context: {} as Input & {
      q: string;
      /** Number of entries without a search. */
      total: number;
      message: string | null;
    },
    input: {} as Input,
    events: {} as
      | { type: 'list.sought'; q: string; sort: ListSort }
      | { type: 'more.requested' }
      | { type: 'retry.requested' }
      | { type: 'entry.removed' }
      | { type: 'entry.added' },
    tags: {} as 'paged' | 'searching' | 'searchFailed' | 'fetching' | 'moreFailed',
  },
  actors: { askPage: fromPromise<Page<Listed>, Asked>(unprovided) },
  actions: {
    keepSought: assign((_, params: { q: string; sort: ListSort }) => ({ q: params.q, sort: params.sort })),
    keepPage: assign(({ context }, { output: { next, count } }: Came) => ({
      next,
      count,
      total: context.q === '' ? count : context.total,
    })),
    keepMessage: assign({
      message: ({ context }, { error }: Failed) => listMessage(context.operation, failureOf(error)),
    }),
    countDown: assign(({ context }) => ({ count: context.count - 1, total: context.total - 1 })),
    countUp: assign(({ context }) => ({ count: context.count + 1, total: context.total + 1 })),
    reportFound: sendParent((_, { output }: Came) => ({ type: 'page.found', entries: output.entries })),
    reportMore: sendParent((_, { output }: Came) => ({ type: 'page.added', entries: output.entries })),
  },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isOther: ({ context }, params: { q: string; sort: ListSort }) =>
      params.q !== context.q || params.sort !== context.sort,
  },
  delays: { searchPause: SEARCH_PAUSE },
}).createMachine({
  id: 'pagedList',
  context: ({ input }) => ({ ...input, q: '', total: input.count, message: null }),
  initial: 'beginning',
  on: { 'entry.removed': { actions: 'countDown' }, 'entry.added': { actions: 'countUp' } },
  states: {
    beginning: { always: [{ guard: 'hasMore', target: 'paged' }, { target: 'whole' }] },
    whole: {},
    paged: {
      tags: 'paged',
      initial: 'idle',
      on: {
        'list.sought': {
          guard: { type: 'isOther', params: fromEvent },
          target: '.settling',
          actions: { type: 'keepSought', params: fromEvent },
        },
      },
      states: {
        idle: { on: { 'more.requested': { guard: 'hasMore', target: 'fetching' } } },
        settling: { tags: 'searching', after: { searchPause: { target: 'searching' } } },
        searching: {
          tags: 'searching',
          invoke: {
            id: 'firstPage',
            src: 'askPage',
            input: ({ context: { list, q, sort } }) => ({ list, q, sort, cursor: null }),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'keepPage', params: fromEvent },
                { type: 'reportFound', params: fromEvent },
              ],
            },
            onError: { target: 'searchFailed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        searchFailed: { tags: 'searchFailed', on: { 'retry.requested': { target: 'searching' } } },
        fetching: {
          tags: 'fetching',
          invoke: {
            id: 'nextPage',
            src: 'askPage',
            input: ({ context: { list, q, sort, next } }) => ({ list, q, sort, cursor: next }),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'keepPage', params: fromEvent },
                { type: 'reportMore', params: fromEvent },
              ],
            },
            onError: { target: 'moreFailed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        moreFailed: { tags: 'moreFailed', on: { 'retry.requested': { target: 'fetching' } } },
      },
    },
  },
});
export type PagedListRef = ActorRefFrom<typeof pagedListMachine>;
