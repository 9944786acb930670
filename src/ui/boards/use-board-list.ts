import type { boardListMachine } from '#machines/boards/board-list.machine.ts';
import { phaseOf } from '../shared/phase.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type BoardListMachine = typeof boardListMachine;

/** The boards stored at the host. */
export function useBoardList(machine: BoardListMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => {
    const { boards, copied } = snapshot.context;
    return {
      ...snapshot.context,
      phase: phaseOf((phase) => snapshot.hasTag(phase)),
      dialog: (['confirmingDelete', 'deleteFailed'] as const).find((tag) => snapshot.hasTag(tag)) ?? null,
      deleting: snapshot.hasTag('deleting'),
      copied: boards.find(({ uuid }) => uuid === copied) ?? null,
      copy: (['copied', 'copyFailed'] as const).find((tag) => snapshot.hasTag(tag)) ?? null,
    };
  });
  return {
    ...shown,
    retry: () => actor.send({ type: 'retry.requested' }),
    askToDelete: (board: string) => actor.send({ type: 'delete.requested', board }),
    confirmDelete: () => actor.send({ type: 'delete.confirmed' }),
    cancelDialog: () => actor.send({ type: 'dialog.cancelled' }),
    copyAddress: (board: string) => actor.send({ type: 'copy.requested', board }),
  };
}
