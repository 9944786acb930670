import { boardRequest } from '#common/calls/requests.ts';
import type { Boards, ReadBoard } from '#server/domain/boards/boards.ts';
import { addRoute, type Api } from '../route.ts';

/** A board as it is sent. */
export const boardEntry = ({ uuid, name, shown, updated_at, updated_by }: ReadBoard) => ({
  uuid,
  name,
  shown,
  updated_on: updated_at,
  updated_by,
});

/** Routes of boards (`boards` in `capabilities`). */
export function boardRoutes(api: Api, { boards }: { boards: Boards }): void {
  addRoute(api, {
    route: 'GET /v1/boards',
    handle: async ({ actor }) => ({ success: true, boards: (await boards.list(actor)).map(boardEntry) }),
  });
  addRoute(api, {
    route: 'GET /v1/boards/:uuid',
    handle: async ({ actor, id }) => ({
      success: true,
      board: boardEntry(await boards.read(actor, id('uuid', 'board'))),
    }),
  });
  addRoute(api, {
    route: 'POST /v1/boards/create',
    body: boardRequest,
    async handle({ actor, body, reply }) {
      const board = await boards.create(actor, body);
      reply.code(201);
      return { success: true, board: boardEntry(board) };
    },
  });
  addRoute(api, {
    route: 'POST /v1/boards/:uuid/update',
    body: boardRequest,
    handle: async ({ actor, id, body }) => ({
      success: true,
      board: boardEntry(await boards.update(actor, id('uuid', 'board'), body)),
    }),
  });
  addRoute(api, {
    route: 'POST /v1/boards/:uuid/delete',
    async handle({ actor, id }) {
      await boards.remove(actor, id('uuid', 'board'));
      return { success: true, message: 'Deleted.' };
    },
  });
}
