import { BOARD_DEFAULTS, type BoardOfPanes } from '#common/config/boards.ts';
import { type Board, readBoard } from '#common/calls/boards.ts';
import type { Client } from '../client.ts';
import { failureOf, statusOf } from '../failure.ts';

/** Content of a board, with the boards of a playlist, and the uuids of all of them. */
export type BoardRead = { name: string; boards: BoardOfPanes[]; seconds: number; ids: string[] };

const panesOf = ({ name, shown }: Board): BoardOfPanes[] =>
  shown.kind === 'panes' ? [{ name: name ?? '', panes: shown.panes, old: shown.old, very_old: shown.very_old }] : [];

/**
 * Reads a board with all its content. A removed board of a playlist is left out and gets no stream: its stream would be refused, and everything
 * read again, endlessly.
 */
export async function readWholeBoard(client: Client, board: string, signal?: AbortSignal): Promise<BoardRead> {
  const own = await client.call(readBoard, { uuid: board }, { signal });
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
    return await client.call(readBoard, { uuid: board }, { signal });
  } catch (error) {
    if (statusOf(failureOf(error)) === 404) return null;
    throw error;
  }
}
