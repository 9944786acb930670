import type { unsavedListMachine } from '#machines/unsaved/unsaved-list.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type UnsavedListMachine = typeof unsavedListMachine;

/**
 * The user's documents with unsaved text on this device, and those opened last; the newest first, and none until they are known. Lists below them
 * wait while they are awaited.
 */
export function useUnsavedList(machine: UnsavedListMachine) {
  const actor = useScreenActor(machine, undefined);
  return useSelected(actor, (snapshot) => ({
    documents: snapshot.context.documents,
    recent: snapshot.context.recent,
    isAwaited: snapshot.hasTag('awaited'),
  }));
}

/** The list as passed to its views. */
export type KeptList = ReturnType<typeof useUnsavedList>;
