import { assign, fromCallback, fromPromise, setup, stateIn } from 'xstate';
import type { Board } from '#common/calls/boards.ts';
import type { Template } from '#common/calls/templates.ts';
import { type ApiFailure, failureOf } from '#api/failure.ts';
import { SEARCH_PAUSE } from '#common/config/constants.ts';
import { boardMessage } from '../shared/board-messages.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { listMessage } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';
import type { RecentDocument } from '../unsaved/unsaved-list.machine.ts';

/** A WIP that can be opened, and its template. */
export type FoundWip = { uuid: string; name: string | null; template: string };

/** WIPs of one template; `isWhole`: the template has no others. */
type Came = { template: string; wips: FoundWip[]; isWhole: boolean };

/**
 * Quick open: a sheet that leads to any screen, template, WIP and board by its name, and to the regions of the open document. The lists are read each time it
 * opens, with calls that any host has: the templates, then the boards if there are any, then the WIPs of each template. Earlier lists stay until the new ones
 * have loaded, and a list that does not load removes no other. If a template has more WIPs than the host has sent (a host with `lists.pages`), the host
 * searches for the typed text. If the user presses Enter before there is a result, the chart waits for the lists and takes the result that they bring, unless
 * the text has changed since.
 */
export const quickOpenMachine = setup({
  types: {
    context: {} as {
      text: string;
      templates: Template[];
      wips: FoundWip[];
      boards: Board[];
      /** Documents that the user last opened in this browser. */
      recent: RecentDocument[];
      /** Templates with more WIPs than the host has sent. */
      long: string[];
      /** Messages about templates and WIPs that did not load, about a search, and about the boards. */
      message: string | null;
      searchMessage: string | null;
      boardsMessage: string | null;
    },
    events: {} as
      | { type: 'quickOpen.requested' | 'quickOpen.closed' | 'retry.requested' | 'wips.ended' }
      /** The user takes the first result before there is one; and there is none after all. */
      | { type: 'pick.requested' | 'pick.missed' }
      | { type: 'text.typed'; text: string }
      | ({ type: 'wips.came' } & Came)
      | { type: 'wips.failed'; failure: ApiFailure },
    tags: {} as 'open' | 'reading' | 'searching' | 'pick.awaited' | 'pick.due',
  },
  actors: {
    listTemplates: fromPromise<Template[], undefined>(unprovided),
    /** Sends the WIPs of each template as they arrive, and reports when all have arrived or failed. `q`: words that they must contain. */
    readWips: fromCallback<{ type: string }, { templates: string[]; q: string }>(() => undefined),
    /** Returns none at a host that stores no boards. */
    listBoards: fromPromise<Board[], undefined>(unprovided),
    listRecent: fromPromise<RecentDocument[], undefined>(unprovided),
  },
  actions: {
    keepText: assign({ text: (_, params: { text: string }) => params.text }),
    clearText: assign({ text: '' }),
    keepTemplates: assign(({ context }, params: { output: Template[] }) => ({
      templates: params.output,
      wips: context.wips.filter(({ template }) => params.output.some(({ uuid }) => uuid === template)),
    })),
    keepWips: assign(({ context }, { template, wips }: Came) => ({
      wips: [...context.wips.filter((wip) => wip.template !== template), ...wips],
    })),
    keepLong: assign(({ context }, { template }: Came) => ({ long: [...context.long, template] })),
    addWips: assign(({ context }, { wips }: Came) => {
      const known = new Set(context.wips.map(({ uuid }) => uuid));
      return { wips: [...context.wips, ...wips.filter(({ uuid }) => !known.has(uuid))] };
    }),
    keepRecent: assign({ recent: (_, params: { output: RecentDocument[] }) => params.output }),
    keepBoards: assign({ boards: (_, params: { output: Board[] }) => params.output }),
    sayNoTemplates: assign({ message: (_, { error }: Failed) => listMessage('loadingTemplates', failureOf(error)) }),
    sayNoWips: assign({
      message: (_, params: { failure: ApiFailure }) => listMessage('loadingWips', params.failure),
    }),
    saySearchFailed: assign({
      searchMessage: (_, params: { failure: ApiFailure }) => listMessage('loadingWips', params.failure),
    }),
    sayNoBoards: assign({ boardsMessage: (_, { error }: Failed) => boardMessage('listing', failureOf(error)) }),
    beginReading: assign({ message: null, searchMessage: null, boardsMessage: null, long: [] }),
    clearSearchMessage: assign({ searchMessage: null }),
  },
  guards: {
    hasFailed: ({ context }) => context.message !== null || context.boardsMessage !== null,
    /** Blanks alone select no result. */
    isSought: ({ context }) => context.text.trim() !== '',
    areListsRead: stateIn('#quickOpen.lists.read.idle'),
    isWhole: (_, params: Came) => params.isWhole,
    isToBeSought: ({ context }) => context.long.length > 0 && context.text.trim() !== '',
    willBeSought: ({ context }, params: { text: string }) => context.long.length > 0 && params.text.trim() !== '',
  },
  delays: { searchPause: SEARCH_PAUSE },
}).createMachine({
  id: 'quickOpen',
  context: {
    text: '',
    templates: [],
    wips: [],
    boards: [],
    recent: [],
    long: [],
    message: null,
    searchMessage: null,
    boardsMessage: null,
  },
  type: 'parallel',
  states: {
    sheet: {
      initial: 'closed',
      states: {
        closed: { on: { 'quickOpen.requested': { target: 'open' } } },
        open: {
          tags: 'open',
          exit: 'clearText',
          on: {
            'quickOpen.closed': { target: 'closed' },
            'text.typed': { target: '.choosing', actions: { type: 'keepText', params: fromEvent } },
          },
          initial: 'choosing',
          states: {
            choosing: { on: { 'pick.requested': { guard: 'isSought', target: 'awaiting' } } },
            awaiting: { tags: 'pick.awaited', always: { guard: 'areListsRead', target: 'picking' } },
            picking: {
              tags: 'pick.due',
              on: {
                'pick.missed': { target: 'choosing' },
                // The lists are read again: the chart waits for their results.
                'quickOpen.requested': { target: 'awaiting' },
                'retry.requested': { target: 'awaiting' },
              },
            },
          },
        },
      },
    },
    lists: {
      initial: 'due',
      states: {
        due: { on: { 'quickOpen.requested': { target: 'recent' } } },
        // Stored on this computer: available at once.
        recent: {
          tags: 'reading',
          entry: 'beginReading',
          invoke: {
            id: 'listRecent',
            src: 'listRecent',
            onDone: { target: 'templates', actions: { type: 'keepRecent', params: fromEvent } },
            onError: { target: 'templates' },
          },
        },
        templates: {
          tags: 'reading',
          invoke: {
            id: 'listTemplates',
            src: 'listTemplates',
            onDone: { target: 'boards', actions: { type: 'keepTemplates', params: fromEvent } },
            onError: { target: 'boards', actions: { type: 'sayNoTemplates', params: fromEvent } },
          },
        },
        boards: {
          tags: 'reading',
          invoke: {
            id: 'listBoards',
            src: 'listBoards',
            onDone: { target: 'wips', actions: { type: 'keepBoards', params: fromEvent } },
            onError: { target: 'wips', actions: { type: 'sayNoBoards', params: fromEvent } },
          },
        },
        wips: {
          tags: 'reading',
          invoke: {
            id: 'readWips',
            src: 'readWips',
            input: ({ context }) => ({ templates: context.templates.map(({ uuid }) => uuid), q: '' }),
          },
          on: {
            'wips.came': [
              { guard: { type: 'isWhole', params: fromEvent }, actions: { type: 'keepWips', params: fromEvent } },
              {
                actions: [
                  { type: 'keepWips', params: fromEvent },
                  { type: 'keepLong', params: fromEvent },
                ],
              },
            ],
            'wips.failed': { actions: { type: 'sayNoWips', params: fromEvent } },
            'wips.ended': { target: 'read' },
          },
        },
        read: {
          initial: 'choosing',
          on: {
            'quickOpen.requested': { target: 'recent' },
            'retry.requested': { guard: 'hasFailed', target: 'recent' },
            'quickOpen.closed': { target: '.idle', actions: 'clearSearchMessage' },
            'text.typed': [
              {
                guard: { type: 'willBeSought', params: fromEvent },
                target: '.settling',
                actions: 'clearSearchMessage',
              },
              { target: '.idle', actions: 'clearSearchMessage' },
            ],
          },
          states: {
            // The user may have typed before the lists had loaded.
            choosing: { always: [{ guard: 'isToBeSought', target: 'settling' }, { target: 'idle' }] },
            idle: {},
            settling: { tags: 'searching', after: { searchPause: { target: 'asking' } } },
            asking: {
              tags: 'searching',
              invoke: {
                id: 'findWips',
                src: 'readWips',
                input: ({ context }) => ({ templates: context.long, q: context.text.trim() }),
              },
              on: {
                'wips.came': { actions: { type: 'addWips', params: fromEvent } },
                'wips.failed': { actions: { type: 'saySearchFailed', params: fromEvent } },
                'wips.ended': { target: 'idle' },
              },
            },
          },
        },
      },
    },
  },
});
