import { createBoard, deleteBoard, listBoards, readBoard, updateBoard } from '#common/calls/boards.ts';
import { arrange, read } from '../guards/access.ts';
import { boardRequest } from '#common/calls/requests.ts';
import type { Boards, ReadBoard } from '#server/domain/boards/boards.ts';
import { picked, serve, type Api } from '../serve.ts';

/** A board as it is sent. */
export const boardEntry = (board: ReadBoard) => ({
  ...picked(board, 'uuid', 'name', 'shown', 'updated_by'),
  updated_on: board.updated_at,
});

/** Routes of boards (`boards` in `capabilities`). */
export function boardRoutes(server: Api, { boards }: { boards: Boards }): void {
  const api: Api = { ...server, capability: 'boards' };
  serve(api, listBoards, { access: read(), about: 'Boards of the organization' }, async ({ actor }) => ({
    success: true,
    boards: (await boards.list(actor)).map(boardEntry),
  }));
  serve(api, readBoard, { access: read('board'), about: 'A board' }, async ({ actor, id }) => ({
    success: true,
    board: boardEntry(await boards.read(actor, id)),
  }));
  serve(
    api,
    createBoard,
    { access: arrange(), about: 'Make a board', body: boardRequest, status: 201 },
    async ({ actor, body }) => {
      const board = await boards.create(actor, body);
      return { success: true, board: boardEntry(board) };
    },
  );
  serve(
    api,
    updateBoard,
    { access: arrange('board'), about: 'Change a board', body: boardRequest },
    async ({ actor, id, body }) => ({ success: true, board: boardEntry(await boards.update(actor, id, body)) }),
  );
  serve(api, deleteBoard, { access: arrange('board'), about: 'Delete a board' }, async ({ actor, id }) => {
    await boards.remove(actor, id);
    return { success: true, message: 'Deleted.' };
  });
}
