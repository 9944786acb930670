import { fromPromise } from 'xstate';
import * as boards from '#api/resources/boards.ts';
import { paths } from '#common/config/paths.ts';
import { boardListMachine } from '#machines/boards/board-list.machine.ts';
import { BoardsScreen } from '#ui/boards/boards.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(BoardsScreen, ({ client }) =>
  boardListMachine.provide({
    actors: {
      listBoards: fromPromise(({ signal }) => boards.listBoards(client, signal)),
      deleteBoard: fromPromise(({ input }) => boards.deleteBoard(client, input.board)),
      copyAddress: fromPromise(({ input }) =>
        navigator.clipboard.writeText(`${location.origin}${paths.keptBoard(input.board)}`),
      ),
    },
  }),
);
