import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Board } from '#common/calls/boards.ts';
import { SUCCESS_BANNER } from '#common/config/constants.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { boardMessage } from '../shared/board-messages.ts';
import { unprovided } from '../shared/unprovided.ts';

/**
 * The boards that are stored at the host: the list, deleting one of them, and copying the address of one to the clipboard. One deletion at a time: requested,
 * confirmed, and removed from the list only after the host has confirmed it.
 */
export const boardListMachine = setup({
  types: {
    context: {} as { boards: Board[]; asked: Board | null; message: string | null; copied: string },
    events: {} as
      | { type: 'retry.requested' }
      | { type: 'delete.requested'; board: string }
      | { type: 'delete.confirmed' }
      | { type: 'dialog.cancelled' }
      | { type: 'copy.requested'; board: string },
    tags: {} as
      | 'loading'
      | 'failed'
      | 'loaded'
      | 'confirmingDelete'
      | 'deleting'
      | 'deleteFailed'
      | 'copied'
      | 'copyFailed',
  },
  actors: {
    listBoards: fromPromise<Board[], undefined>(unprovided),
    deleteBoard: fromPromise<void, { board: string }>(unprovided),
    /** Puts the address of a board on the clipboard. */
    copyAddress: fromPromise<void, { board: string }>(unprovided),
  },
  actions: {
    keepBoards: assign({ boards: (_, params: { output: Board[] }) => params.output }),
    keepMessage: assign({ message: (_, { error }: Failed) => boardMessage('listing', failureOf(error)) }),
    keepDeleteMessage: assign({ message: (_, { error }: Failed) => boardMessage('deleting', failureOf(error)) }),
    clearMessage: assign({ message: null }),
    keepAsked: assign({
      asked: ({ context }, params: { board: string }) =>
        context.boards.find(({ uuid }) => uuid === params.board) ?? null,
    }),
    removeAsked: assign({
      boards: ({ context }) => context.boards.filter(({ uuid }) => uuid !== context.asked?.uuid),
    }),
    keepCopied: assign({ copied: (_, params: { board: string }) => params.board }),
  },
  guards: {
    isThere: ({ context }, params: { board: string }) => context.boards.some(({ uuid }) => uuid === params.board),
  },
  delays: { successBanner: SUCCESS_BANNER },
}).createMachine({
  id: 'boardList',
  context: { boards: [], asked: null, message: null, copied: '' },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          entry: 'clearMessage',
          invoke: {
            id: 'listBoards',
            src: 'listBoards',
            onDone: { target: 'loaded', actions: { type: 'keepBoards', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'loaded' },
        failed: { tags: 'failed', on: { 'retry.requested': { target: 'loading' } } },
      },
    },
    deletion: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'delete.requested': {
              guard: { type: 'isThere', params: fromEvent },
              target: 'confirming',
              actions: { type: 'keepAsked', params: fromEvent },
            },
          },
        },
        confirming: {
          tags: 'confirmingDelete',
          on: { 'delete.confirmed': { target: 'deleting' }, 'dialog.cancelled': { target: 'idle' } },
        },
        deleting: {
          tags: ['confirmingDelete', 'deleting'],
          invoke: {
            id: 'deleteBoard',
            src: 'deleteBoard',
            input: ({ context }) => ({ board: context.asked?.uuid ?? '' }),
            onDone: { target: 'idle', actions: 'removeAsked' },
            onError: { target: 'failed', actions: { type: 'keepDeleteMessage', params: fromEvent } },
          },
        },
        failed: {
          tags: 'deleteFailed',
          on: { 'dialog.cancelled': { target: 'idle', actions: 'clearMessage' } },
        },
      },
    },
    copy: {
      initial: 'idle',
      on: {
        'copy.requested': {
          guard: { type: 'isThere', params: fromEvent },
          target: '.copying',
          actions: { type: 'keepCopied', params: fromEvent },
        },
      },
      states: {
        idle: {},
        copying: {
          invoke: {
            id: 'copyAddress',
            src: 'copyAddress',
            input: ({ context }) => ({ board: context.copied }),
            onDone: { target: 'copied' },
            onError: { target: 'failed' },
          },
        },
        copied: { tags: 'copied', after: { successBanner: { target: 'idle' } } },
        failed: { tags: 'copyFailed' },
      },
    },
  },
});
