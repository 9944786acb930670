import { BOARD_DEFAULTS, type BoardOfPanes } from '#common/config/boards.ts';
import type { Client } from '../client.ts';
import { type Board, boardReply, type BoardShown, boardsReply } from '#common/calls/boards.ts';
import { failureOf, statusOf } from '../failure.ts';

const id = encodeURIComponent;

/** Content of a board, with the boards of a playlist, and the uuids of all of them. */
export type BoardRead = { name: string; boards: BoardOfPanes[]; seconds: number; ids: string[] };

export async function listBoards(client: Client, signal?: AbortSignal): Promise<Board[]> {
  return (await client.get('/v1/boards', boardsReply, { signal })).boards;
}

export async function loadBoard(client: Client, board: string, signal?: AbortSignal): Promise<Board> {
  return (await client.get(`/v1/boards/${id(board)}`, boardReply, { signal })).board;
}

/** Makes a board, or changes one. @param board its uuid; null for a new one */
export async function saveBoard(client: Client, board: string | null, name: string, shown: BoardShown): Promise<Board> {
  const path = board === null ? '/v1/boards/create' : `/v1/boards/${id(board)}/update`;
  return (await client.post(path, { name, shown }, boardReply)).board;
}

export async function deleteBoard(client: Client, board: string): Promise<void> {
  await client.send(`/v1/boards/${id(board)}/delete`, {});
}

const panesOf = ({ name, shown }: Board): BoardOfPanes[] =>
  shown.kind === 'panes' ? [{ name: name ?? '', panes: shown.panes, old: shown.old, very_old: shown.very_old }] : [];

/**
 * Reads a board with all its content. A removed board of a playlist is left out and gets no stream: its stream would be refused, and everything
 * read again, endlessly.
 */
export async function readBoard(client: Client, board: string, signal?: AbortSignal): Promise<BoardRead> {
  const own = await loadBoard(client, board, signal);
  const name = own.name ?? '';
  if (own.shown.kind === 'panes') {
    return { name, boards: panesOf(own), seconds: BOARD_DEFAULTS.seconds, ids: [own.uuid] };
  }
  const wanted = [...new Set(own.shown.boards)];
  const parts = await Promise.all(wanted.map((one) => loadPart(client, one, signal)));
  const boards = own.shown.boards.flatMap((one) => {
    const part = parts[wanted.indexOf(one)];
    return part ? panesOf(part) : [];
  });
  const there = wanted.filter((_, at) => parts[at] !== null);
  return { name, boards, seconds: own.shown.seconds, ids: [own.uuid, ...there] };
}

async function loadPart(client: Client, board: string, signal?: AbortSignal): Promise<Board | null> {
  try {
    return await loadBoard(client, board, signal);
  } catch (error) {
    if (statusOf(failureOf(error)) === 404) return null;
    throw error;
  }
}
