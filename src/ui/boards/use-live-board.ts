import type { liveBoardMachine } from '#machines/live/live-board.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { tagsOf, useSelected } from '../shared/use-selected.ts';

export type LiveBoardMachine = typeof liveBoardMachine;

/** A board stored at the host. @param uuid uuid of the board; a new one needs a new `key` on the component */
export function useLiveBoard(machine: LiveBoardMachine, uuid: string) {
  const actor = useScreenActor(machine, { uuid });
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    ...tagsOf(snapshot, 'gone', 'failed'),
  }));
  return { ...shown, retry: () => actor.send({ type: 'retry.requested' }) };
}
