import * as v from 'valibot';
import { boardShown } from './board-shown.ts';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalText } from './fields.ts';
import type { boardRequest } from './requests.ts';

export const board = v.object({
  uuid: identity,
  name: optionalText,
  shown: boardShown,
  updated_on: moment,
  updated_by: optionalText,
});
/** A board that is stored at the host (`capabilities.boards`). */
export type Board = v.InferOutput<typeof board>;

/** Boards of the organization (`capabilities.boards`). */
export const listBoards = get('/v1/boards', { reply: only('boards', listOf(board)) });
const changed = { body: bodyOf<typeof boardRequest>(), reply: only('board', board) };
export const readBoard = get('/v1/boards/:uuid', { reply: only('board', board) });
export const createBoard = post('/v1/boards/create', changed);
export const updateBoard = post('/v1/boards/:uuid/update', changed);
export const deleteBoard = post('/v1/boards/:uuid/delete');

/** The data of a 'board' event on a stream of many: this board was changed or removed. */
export const boardEvent = v.object({ id: v.string(), type: v.literal('board_changed') });
