import type { Board } from '#common/calls/boards.ts';
import type { BoardAct } from '#machines/boards/board-acts.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import { useManagedList } from '../shared/use-managed-list.ts';

export type BoardListMachine = ManagedList<Board[], BoardAct>;

/** The boards stored at the host. */
export function useBoardList(machine: BoardListMachine) {
  const { data, act, isAsking, working, message, ...list } = useManagedList(machine);
  const isDeletion = act?.kind === 'delete';
  const deleting = working && isDeletion;
  return {
    ...list,
    boards: data,
    /** Name of the board that is to be deleted. */
    asked: isDeletion ? act.name : '',
    dialog: isAsking || deleting ? 'confirmingDelete' : isDeletion && message !== null ? 'deleteFailed' : null,
    deleting,
    deleteMessage: isDeletion ? message : null,
    copyMessage: isDeletion ? null : message,
  };
}
