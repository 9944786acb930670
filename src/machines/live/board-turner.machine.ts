import { type ActorRefFrom, and, assign, not, or, raise, setup, type SnapshotFrom, stateIn } from 'xstate';
import { BOARD_AHEAD, BOARD_REST, BOARD_WAIT } from '#common/config/constants.ts';

/**
 * Turns the boards of a playlist: each is shown for its seconds, and until each page of its documents was shown. The next board is prepared a moment before
 * its turn, so that its documents have loaded when it is shown. While the shown board is cut off from its host nothing turns: the next one would have nothing
 * to show, and the last documents would be lost. If the documents of the next board have not loaded the chart waits for them, longer than it takes to notice
 * such a cut. A user who touches the page is reading it: then nothing turns for a minute. The turning can be stopped for good, too. A single board never
 * turns.
 */
export const boardTurnerMachine = setup({
  types: {
    /** `at`: index of the shown board, from 0. */
    context: {} as { count: number; seconds: number; at: number },
    input: {} as { count: number; seconds: number },
    /**
     * `host.`: a shown pane does not reach the host, or all do again. `next.`: the next board has content to show, or has none. `pages.`: the shown board has
     * pages that were not shown yet, or shows the last of them, or has none left.
     */
    events: {} as
      | { type: 'next.requested' }
      | { type: 'previous.requested' }
      | { type: 'page.touched' }
      | { type: 'pause.requested' }
      | { type: 'turning.requested' }
      | { type: 'host.lost' }
      | { type: 'host.returned' }
      | { type: 'next.arrived' }
      | { type: 'next.missed' }
      | { type: 'pages.left' }
      | { type: 'pages.ending' }
      | { type: 'pages.shown' }
      | { type: 'board.turned' },
    /** `ready`: the next board is being prepared. `late`: its turn has come. */
    tags: {} as 'ready' | 'late' | 'held' | 'paused',
  },
  actions: {
    /** The pages of the next board were not shown yet. */
    raiseTurned: raise({ type: 'board.turned' }),
    showNext: assign({ at: ({ context }) => (context.at + 1) % context.count }),
    showPrevious: assign({ at: ({ context }) => (context.at + context.count - 1) % context.count }),
  },
  guards: {
    isAlone: ({ context }) => context.count < 2,
    isEnding: or([stateIn('#boardTurner.many.pages.ending'), stateIn('#boardTurner.many.pages.shown')]),
    isRead: stateIn('#boardTurner.many.pages.shown'),
    isUnread: not(stateIn('#boardTurner.many.pages.shown')),
    isReached: stateIn('#boardTurner.many.host.reached'),
    isComplete: and([
      stateIn('#boardTurner.many.host.reached'),
      stateIn('#boardTurner.many.turns.turning.ready.next.there'),
    ]),
  },
  delays: {
    boardTurn: ({ context }) => context.seconds * 1_000 - BOARD_AHEAD,
    boardAhead: BOARD_AHEAD,
    boardWait: BOARD_WAIT,
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
      type: 'parallel',
      states: {
        turns: {
          initial: 'turning',
          on: {
            'next.requested': { target: '.held', actions: ['showNext', 'raiseTurned'] },
            'previous.requested': { target: '.held', actions: ['showPrevious', 'raiseTurned'] },
            'pause.requested': { target: '.paused' },
          },
          states: {
            turning: {
              initial: 'showing',
              on: { 'page.touched': { target: 'held' } },
              states: {
                showing: { after: { boardTurn: { target: 'paging' } } },
                paging: { always: { guard: 'isEnding', target: 'ready' } },
                ready: {
                  tags: 'ready',
                  type: 'parallel',
                  states: {
                    turn: {
                      initial: 'early',
                      states: {
                        early: { after: { boardAhead: { target: 'reading' } } },
                        reading: { always: { guard: 'isRead', target: 'due' } },
                        due: {
                          tags: 'late',
                          // The next board's documents load a moment after those of the shown one.
                          on: { 'host.returned': { target: 'due', reenter: true } },
                          always: [
                            { guard: 'isUnread', target: 'reading' },
                            {
                              guard: 'isComplete',
                              target: '#boardTurner.many.turns.turning.showing',
                              actions: ['showNext', 'raiseTurned'],
                            },
                          ],
                          after: {
                            boardWait: {
                              guard: 'isReached',
                              target: '#boardTurner.many.turns.turning.showing',
                              actions: ['showNext', 'raiseTurned'],
                            },
                          },
                        },
                      },
                    },
                    next: {
                      initial: 'missing',
                      states: {
                        missing: { on: { 'next.arrived': { target: 'there' } } },
                        there: { on: { 'next.missed': { target: 'missing' } } },
                      },
                    },
                  },
                },
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
                'next.requested': { actions: ['showNext', 'raiseTurned'] },
                'previous.requested': { actions: ['showPrevious', 'raiseTurned'] },
                'turning.requested': { target: 'turning' },
              },
            },
          },
        },
        pages: {
          initial: 'left',
          on: {
            'board.turned': { target: '.left' },
            'pages.left': { target: '.left' },
            'pages.ending': { target: '.ending' },
            'pages.shown': { target: '.shown' },
          },
          states: { left: {}, ending: {}, shown: {} },
        },
        host: {
          initial: 'reached',
          states: {
            reached: { on: { 'host.lost': { target: 'lost' } } },
            lost: { on: { 'host.returned': { target: 'reached' } } },
          },
        },
      },
    },
  },
});
export type BoardTurnerRef = ActorRefFrom<typeof boardTurnerMachine>;
export type BoardTurnerSnapshot = SnapshotFrom<typeof boardTurnerMachine>;
