import { type AnyEventObject, assign, fromCallback, fromPromise, raise, setup } from 'xstate';
import { failureOf, statusOf } from '#api/failure.ts';
import type { BoardOfPanes } from '#common/config/boards.ts';
import { BOARD_POLL_INTERVAL, BOARD_RETRY, STREAM_RECONNECT } from '#common/config/constants.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { boardMessage } from '../shared/board-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

/** Content of a board, with the boards of a playlist, and the uuids of all of them, whose changes are watched. */
type Shown = { name: string; boards: BoardOfPanes[]; seconds: number; ids: string[] };

/**
 * A board that is stored at the host, in its current version: it is read again when the host reports a change, each time its stream opens, and from time to
 * time. The shown board stays through every failure, but a removed board is reported as gone. A host that reports no changes is read only from time to time.
 */
export const liveBoardMachine = setup({
  types: {
    context: {} as { uuid: string; shown: Shown | null; message: string | null },
    input: {} as { uuid: string },
    events: {} as
      | { type: 'board.changed' }
      | { type: 'boards.renamed' }
      | { type: 'stream.closed' }
      | { type: 'retry.requested' },
    tags: {} as 'loading' | 'failed' | 'gone',
  },
  actors: {
    /** Sends `board.changed` and `stream.closed`. */
    watchBoards: fromCallback<AnyEventObject, { ids: string[] }>(() => undefined),
    readBoard: fromPromise<Shown, { uuid: string }>(unprovided),
  },
  actions: {
    keepShown: assign((_, params: { output: Shown }) => ({ shown: params.output, message: null })),
    raiseRenamed: raise({ type: 'boards.renamed' }),
    forgetShown: assign({ shown: null, message: null }),
    keepMessage: assign({ message: (_, { error }: Failed) => boardMessage('opening', failureOf(error)) }),
  },
  guards: {
    /** True if the boards of the playlist differ from those that are watched. */
    areOthers: ({ context }, params: { output: Shown }) =>
      params.output.ids.join(' ') !== (context.shown?.ids.join(' ') ?? context.uuid),
    isGone: (_, { error }: Failed) => statusOf(failureOf(error)) === 404,
  },
  delays: { streamReconnect: STREAM_RECONNECT, boardLook: BOARD_POLL_INTERVAL, boardRetry: BOARD_RETRY },
}).createMachine({
  id: 'liveBoard',
  context: ({ input }) => ({ uuid: input.uuid, shown: null, message: null }),
  type: 'parallel',
  states: {
    news: {
      initial: 'listening',
      states: {
        listening: {
          invoke: {
            id: 'watchBoards',
            src: 'watchBoards',
            input: ({ context }) => ({ ids: context.shown?.ids ?? [context.uuid] }),
          },
          on: {
            'stream.closed': { target: 'waiting' },
            'boards.renamed': { target: 'listening', reenter: true },
          },
        },
        waiting: { after: { streamReconnect: { target: 'listening' } } },
      },
    },
    board: {
      initial: 'loading',
      on: { 'board.changed': { target: '.loading' } },
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'readBoard',
            src: 'readBoard',
            input: ({ context }) => ({ uuid: context.uuid }),
            onDone: [
              {
                guard: { type: 'areOthers', params: fromEvent },
                target: 'shown',
                actions: [{ type: 'keepShown', params: fromEvent }, 'raiseRenamed'],
              },
              { target: 'shown', actions: { type: 'keepShown', params: fromEvent } },
            ],
            onError: [
              { guard: { type: 'isGone', params: fromEvent }, target: 'gone', actions: 'forgetShown' },
              { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
            ],
          },
        },
        shown: { after: { boardLook: { target: 'loading' } } },
        gone: { tags: 'gone', after: { boardLook: { target: 'loading' } } },
        failed: {
          tags: 'failed',
          on: { 'retry.requested': { target: 'loading' } },
          after: { boardRetry: { target: 'loading' } },
        },
      },
    },
  },
});
