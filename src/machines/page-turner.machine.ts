import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { PAGE_REST, PAGE_TURN } from '#config/constants.ts';

/**
 * Turns the pages of a document on a wall that cannot be seen whole in letters that can be read: one after the other, slowly. Whoever turns one by hand, or
 * touches the page, reads it: then nothing turns for a minute. A document that is fitted anew in as many pages stays at its page.
 */
export const pageTurnerMachine = setup({
  types: {
    /** `at`: which page is shown, counted from 0. */
    context: {} as { count: number; at: number },
    events: {} as
      | { type: 'pages.told'; count: number }
      | { type: 'page.wanted'; page: number }
      | { type: 'next.requested' }
      | { type: 'previous.requested' }
      | { type: 'page.touched' },
    tags: {} as 'many',
  },
  actions: {
    keepCount: assign(({ context }, { count }: { count: number }) => ({
      count,
      at: count === context.count ? context.at : 0,
    })),
    goOn: assign({ at: ({ context }) => (context.at + 1) % context.count }),
    goTo: assign({ at: (_, params: { page: number }) => params.page }),
    goBack: assign({ at: ({ context }) => (context.at + context.count - 1) % context.count }),
    tell: sendParent(({ context }) => ({ type: 'page.turned', page: context.at })),
  },
  guards: {
    isWhole: (_, params: { count: number }) => params.count < 2,
    isMany: (_, params: { count: number }) => params.count > 1,
    isPage: ({ context }, params: { page: number }) => params.page < context.count,
  },
  delays: { pageTurn: PAGE_TURN, pageRest: PAGE_REST },
}).createMachine({
  id: 'pageTurner',
  context: { count: 1, at: 0 },
  initial: 'whole',
  on: {
    'pages.told': [
      {
        guard: { type: 'isWhole', params: ({ event }) => ({ count: event.count }) },
        target: '.whole',
        actions: { type: 'keepCount', params: ({ event }) => ({ count: event.count }) },
      },
      {
        target: '.many',
        actions: [{ type: 'keepCount', params: ({ event }) => ({ count: event.count }) }, 'tell'],
      },
    ],
  },
  states: {
    whole: {},
    many: {
      tags: 'many',
      initial: 'turning',
      on: {
        'next.requested': { target: '.held', actions: ['goOn', 'tell'] },
        'previous.requested': { target: '.held', actions: ['goBack', 'tell'] },
        'page.touched': { target: '.held' },
      },
      states: {
        turning: {
          on: {
            'page.wanted': {
              guard: { type: 'isPage', params: ({ event }) => ({ page: event.page }) },
              target: 'turning',
              reenter: true,
              actions: [{ type: 'goTo', params: ({ event }) => ({ page: event.page }) }, 'tell'],
            },
          },
          after: { pageTurn: { target: 'turning', reenter: true, actions: ['goOn', 'tell'] } },
        },
        held: {
          on: {
            // Whoever reads goes on, also in a newer document.
            'pages.told': {
              guard: { type: 'isMany', params: ({ event }) => ({ count: event.count }) },
              actions: [{ type: 'keepCount', params: ({ event }) => ({ count: event.count }) }, 'tell'],
            },
          },
          after: { pageRest: { target: 'turning' } },
        },
      },
    },
  },
});
export type PageTurnerSnapshot = SnapshotFrom<typeof pageTurnerMachine>;
