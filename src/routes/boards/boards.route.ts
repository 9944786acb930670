import { fromPromise } from 'xstate';
import { deleteBoard, listBoards } from '#common/calls/boards.ts';
import { paths } from '#common/config/paths.ts';
import { boardListMachine } from '#machines/boards/board-list.machine.ts';
import { BoardsScreen } from '#ui/boards/boards.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(BoardsScreen, ({ client }) =>
  boardListMachine.provide({
    actors: {
      listBoards: fromPromise(({ signal }) => client.call(listBoards, {}, { signal })),
      deleteBoard: fromPromise(({ input }) => client.call(deleteBoard, { uuid: input.board })),
      copyAddress: fromPromise(({ input }) =>
        navigator.clipboard.writeText(`${location.origin}${paths.keptBoard(input.board)}`),
      ),
    },
  }),
);
