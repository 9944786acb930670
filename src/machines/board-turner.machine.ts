import { assign, setup, type SnapshotFrom } from 'xstate';
import { BOARD_AHEAD, BOARD_REST } from '#config/constants.ts';

/**
 * Turns the boards of a playlist: each is shown for its seconds, and the next one is got ready a moment before its turn, so that its documents are there when
 * it comes. Whoever touches the page reads it: then nothing turns for a minute. It can be stopped for good, too. A board that is alone never turns.
 */
export const boardTurnerMachine = setup({
  types: {
    /** `at`: which board is shown, counted from 0. */
    context: {} as { count: number; seconds: number; at: number },
    input: {} as { count: number; seconds: number },
    events: {} as
      | { type: 'next.requested' }
      | { type: 'previous.requested' }
      | { type: 'page.touched' }
      | { type: 'pause.requested' }
      | { type: 'turning.requested' },
    /** `ready`: the next board is got ready. */
    tags: {} as 'ready' | 'held' | 'paused',
  },
  actions: {
    showNext: assign({ at: ({ context }) => (context.at + 1) % context.count }),
    showPrevious: assign({ at: ({ context }) => (context.at + context.count - 1) % context.count }),
  },
  guards: { isAlone: ({ context }) => context.count < 2 },
  delays: {
    boardTurn: ({ context }) => context.seconds * 1_000 - BOARD_AHEAD,
    boardAhead: BOARD_AHEAD,
    boardRest: BOARD_REST,
  },
}).createMachine({
  id: 'boardTurner',
  context: ({ input }) => ({ count: input.count, seconds: input.seconds, at: 0 }),
  initial: 'counting',
  states: {
    counting: { always: [{ guard: 'isAlone', target: 'alone' }, { target: 'many' }] },
    alone: {},
    many: {
      initial: 'turning',
      on: {
        'next.requested': { target: '.held', reenter: true, actions: 'showNext' },
        'previous.requested': { target: '.held', reenter: true, actions: 'showPrevious' },
        'pause.requested': { target: '.paused' },
      },
      states: {
        turning: {
          initial: 'showing',
          on: { 'page.touched': { target: 'held' } },
          states: {
            showing: { after: { boardTurn: { target: 'ready' } } },
            ready: { tags: 'ready', after: { boardAhead: { target: 'showing', actions: 'showNext' } } },
          },
        },
        held: {
          tags: 'held',
          on: { 'page.touched': { target: 'held', reenter: true } },
          after: { boardRest: { target: 'turning' } },
        },
        paused: {
          tags: 'paused',
          on: {
            'next.requested': { actions: 'showNext' },
            'previous.requested': { actions: 'showPrevious' },
            'turning.requested': { target: 'turning' },
          },
        },
      },
    },
  },
});
export type BoardTurnerSnapshot = SnapshotFrom<typeof boardTurnerMachine>;
