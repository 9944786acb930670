import { type ActorRefFrom, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { PAGE_REST, PAGE_TURN } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';
import { countOf, type PageCounts, pageAfter, pageOf, pagesBetween } from './page-order.ts';

type PaneCount = { pane: string; count: number };
type Wanted = { pane: string; page: number };

/** Maximum number of times that a change cuts short a page before one is shown in its order. */
const MOST_JUMPS = 3;

/** Clears the wanted page once it is shown. */
const sightOf = ({ wanted }: { wanted: number | null }, at: number) => ({ at, wanted: wanted === at ? null : wanted });

/** Returns true for an existing page that its pane does not show. */
const isAnother = (counts: PageCounts, at: number, { pane, page }: Wanted): boolean =>
  page >= 0 && page < (counts[pane] ?? 1) && pageOf(counts, pane, at) !== page;

/**
 * Turns the pages of documents side by side on a wall that do not fit on the screen in readable letters: all panes together, one page after the other,
 * slowly. A pane with fewer pages waits on its last one. A user who turns a page by hand, or touches the screen, is reading it: then nothing turns for a
 * minute. A page with a fresh change is shown at once, and the pages still to be shown follow it; after a few such jumps one of those is shown for its whole
 * time, so that each page is seen however often something changes. The chart reports when each page was shown for its time, which a playlist waits for.
 * Before its panes are visible nothing turns.
 */
export const pageTurnerMachine = setup({
  types: {
    /**
     * `at`: index of the shown page, from 0. `left`: the pages still to be shown in this round, in their order; a page counts as shown when its time has
     * passed. `jumps`: how often a change has cut short a page since one was shown in its order. `wanted`: the page of a change that waits for that, and
     * `wantedIn`: its pane.
     */
    context: {} as {
      counts: PageCounts;
      at: number;
      left: number[];
      jumps: number;
      wanted: number | null;
      wantedIn: string;
    },
    events: {} as
      | { type: 'panes.shown' }
      | ({ type: 'pages.reported' } & PaneCount)
      | ({ type: 'page.wanted' } & Wanted)
      | { type: 'next.requested' }
      | { type: 'previous.requested' }
      | { type: 'page.touched' },
    emitted: {} as { type: 'page.turned'; page: number },
    /** `over`: each page was shown since the panes became visible. `ending`: the last one is shown. `jumped`: one with a change is shown. */
    tags: {} as 'over' | 'ending' | 'jumped',
  },
  actions: {
    keepCount: assign(({ context: { counts, at, left, wanted, wantedIn } }, { pane, count }: PaneCount) => {
      const counted = { ...counts, [pane]: count };
      const all = countOf(counted);
      const more = pagesBetween(counts[pane] ?? 1, count);
      const kept = wanted !== null && wanted < (counted[wantedIn] ?? 1) ? wanted : null;
      return {
        counts: counted,
        ...sightOf({ wanted: kept }, Math.min(at, all - 1)),
        left: pagesBetween(0, all).filter((page) => left.includes(page) || more.includes(page)),
      };
    }),
    beginRound: assign({ left: ({ context }) => pagesBetween(0, countOf(context.counts)) }),
    endPage: assign({ left: ({ context: { at, left } }) => left.filter((page) => page !== at) }),
    countJump: assign({ jumps: ({ context }) => context.jumps + 1 }),
    forgetJumps: assign({ jumps: 0 }),
    keepWanted: assign((_, { pane, page }: Wanted) => ({ wanted: page, wantedIn: pane })),
    forgetWanted: assign({ jumps: 0, wanted: null }),
    showPage: assign(({ context }, { page }: { page: number | null }) => sightOf(context, page ?? context.at)),
    goOn: assign(({ context }) => sightOf(context, pageAfter(context.at, countOf(context.counts), context.left))),
    showNext: assign(({ context }) => sightOf(context, (context.at + 1) % countOf(context.counts))),
    showPrevious: assign(({ context }) =>
      sightOf(context, (context.at + countOf(context.counts) - 1) % countOf(context.counts)),
    ),
    reportPage: emit(({ context }) => ({ type: 'page.turned' as const, page: context.at })),
  },
  guards: {
    isMany: ({ context }) => countOf(context.counts) > 1,
    makesMany: ({ context }, { pane, count }: PaneCount) => countOf({ ...context.counts, [pane]: count }) > 1,
    takesPage: ({ context: { counts, at } }, { pane, count }: PaneCount) => {
      const all = countOf({ ...counts, [pane]: count });
      return all > 1 && at >= all;
    },
    bringsPages: ({ context }, { pane, count }: PaneCount) => count > (context.counts[pane] ?? 1),
    isOutOfSight: ({ context: { counts, at } }, params: Wanted) => isAnother(counts, at, params),
    mayJump: ({ context: { counts, at, jumps } }, { pane, page }: Wanted) =>
      isAnother(counts, at, { pane, page }) && jumps < MOST_JUMPS,
    hasWanted: ({ context }) => context.wanted !== null,
    isLast: ({ context: { left, at } }) => left.length === 1 && left[0] === at,
    isNotLast: ({ context: { left, at } }) => left.length !== 1 || left[0] !== at,
    isAllShown: ({ context }) => context.left.length === 0,
  },
  delays: { pageTurn: PAGE_TURN, pageRest: PAGE_REST },
}).createMachine({
  id: 'pageTurner',
  context: { counts: {}, at: 0, left: [0], jumps: 0, wanted: null, wantedIn: '' },
  initial: 'awaited',
  states: {
    // The first page shown is one with a change.
    awaited: {
      on: {
        'panes.shown': [{ guard: 'isMany', target: 'many' }, { target: 'whole' }],
        'pages.reported': { actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'] },
        'page.wanted': {
          guard: { type: 'isOutOfSight', params: fromEvent },
          actions: [{ type: 'showPage', params: fromEvent }, 'reportPage'],
        },
      },
    },
    whole: {
      tags: 'over',
      entry: ['beginRound', 'forgetWanted'],
      on: {
        'pages.reported': [
          {
            guard: { type: 'makesMany', params: fromEvent },
            target: 'many',
            actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'],
          },
          { actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'] },
        ],
      },
    },
    many: {
      type: 'parallel',
      on: {
        'pages.reported': {
          target: 'whole',
          actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'],
        },
      },
      states: {
        turns: {
          initial: 'turning',
          on: {
            'next.requested': { target: '.held', actions: ['showNext', 'reportPage'] },
            'previous.requested': { target: '.held', actions: ['showPrevious', 'reportPage'] },
            'page.touched': { target: '.held' },
          },
          states: {
            turning: {
              initial: 'ordered',
              on: {
                'pages.reported': [
                  {
                    guard: { type: 'takesPage', params: fromEvent },
                    target: '.ordered',
                    actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'],
                  },
                  {
                    guard: { type: 'makesMany', params: fromEvent },
                    actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'],
                  },
                ],
                'page.wanted': [
                  {
                    guard: { type: 'mayJump', params: fromEvent },
                    target: '.jumped',
                    actions: ['countJump', { type: 'showPage', params: fromEvent }, 'reportPage'],
                  },
                  {
                    guard: { type: 'isOutOfSight', params: fromEvent },
                    actions: { type: 'keepWanted', params: fromEvent },
                  },
                ],
              },
              states: {
                ordered: {
                  after: {
                    pageTurn: [
                      {
                        guard: 'hasWanted',
                        target: 'jumped',
                        actions: [
                          'endPage',
                          'forgetJumps',
                          { type: 'showPage', params: ({ context }) => ({ page: context.wanted }) },
                          'reportPage',
                        ],
                      },
                      { target: 'ordered', reenter: true, actions: ['endPage', 'forgetJumps', 'goOn', 'reportPage'] },
                    ],
                  },
                },
                jumped: {
                  tags: 'jumped',
                  after: { pageTurn: { target: 'ordered', actions: ['endPage', 'goOn', 'reportPage'] } },
                },
              },
            },
            held: {
              on: {
                'pages.reported': {
                  guard: { type: 'makesMany', params: fromEvent },
                  actions: [{ type: 'keepCount', params: fromEvent }, 'reportPage'],
                },
                'page.wanted': {
                  guard: { type: 'isOutOfSight', params: fromEvent },
                  actions: { type: 'keepWanted', params: fromEvent },
                },
              },
              after: {
                pageRest: [
                  {
                    guard: 'hasWanted',
                    target: 'turning.jumped',
                    actions: [{ type: 'showPage', params: ({ context }) => ({ page: context.wanted }) }, 'reportPage'],
                  },
                  { target: 'turning' },
                ],
              },
            },
          },
        },
        round: {
          initial: 'running',
          states: {
            running: {
              always: [
                { guard: 'isAllShown', target: 'over', actions: 'beginRound' },
                { guard: 'isLast', target: 'ending' },
              ],
            },
            ending: {
              tags: 'ending',
              always: [
                { guard: 'isAllShown', target: 'over', actions: 'beginRound' },
                { guard: 'isNotLast', target: 'running' },
              ],
            },
            over: {
              tags: 'over',
              on: { 'pages.reported': { guard: { type: 'bringsPages', params: fromEvent }, target: 'running' } },
              always: { guard: 'isAllShown', actions: 'beginRound' },
            },
          },
        },
      },
    },
  },
});
export type PageTurnerRef = ActorRefFrom<typeof pageTurnerMachine>;
export type PageTurnerSnapshot = SnapshotFrom<typeof pageTurnerMachine>;
