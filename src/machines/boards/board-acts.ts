import type { Board } from '#common/calls/boards.ts';
import { SUCCESS_BANNER } from '#common/config/constants.ts';
import { boardMessage } from '../shared/board-messages.ts';
import { managedList } from '../shared/managed-list.ts';

/** Act on a board, with its name. `copy` puts its address on the clipboard. */
export type BoardAct =
  | { kind: 'delete'; board: string; name: string }
  | { kind: 'copy'; address: string; name: string };

/** The boards that are stored at the host. A board is deleted after a question, and leaves the list only after the host has confirmed it. */
export const boardList = managedList<Board[], BoardAct, void>({
  empty: [],
  listFailed: (failure) => boardMessage('listing', failure),
  asks: ({ kind }) => kind === 'delete',
  after: (all, act) => (act.kind === 'delete' ? all.filter(({ uuid }) => uuid !== act.board) : all),
  doneText: ({ kind, name }) => (kind === 'copy' ? `The address of "${name}" is copied.` : null),
  failedText: (act, failure) =>
    act.kind === 'copy'
      ? `The browser did not let it be copied. The address of "${act.name}" is ${act.address}`
      : boardMessage('deleting', failure),
}).provide({ delays: { banner: SUCCESS_BANNER } });
