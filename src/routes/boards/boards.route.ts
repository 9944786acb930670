import { fromPromise } from 'xstate';
import type { Client } from '#api/client.ts';
import { deleteBoard, listBoards } from '#common/calls/boards.ts';
import { type BoardAct, boardList } from '#machines/boards/board-acts.ts';
import { BoardsScreen } from '#ui/boards/boards.tsx';
import { screenRoute } from '../screen-route.ts';

const doAct = (client: Client, act: BoardAct): Promise<unknown> =>
  act.kind === 'copy' ? navigator.clipboard.writeText(act.address) : client.call(deleteBoard, { uuid: act.board });

export const route = screenRoute(BoardsScreen, ({ client }) =>
  boardList.provide({
    actors: {
      readList: fromPromise(({ signal }) => client.call(listBoards, {}, { signal })),
      doAct: fromPromise(({ input }) => doAct(client, input.act as BoardAct)),
    },
  }),
);
