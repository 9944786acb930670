import { useCallback } from 'react';
import type { wipListMachine } from '#machines/documents/wip-list.machine.ts';
import { usePages } from '../lists/use-pages.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { phaseOf } from '../shared/phase.ts';
import { useSelected } from '../shared/use-selected.ts';

export type WipListMachine = typeof wipListMachine;

/**
 * The machine of one template's WIPs.
 * @param template the template's uuid; a new one needs a new `key` on the component
 */
export function useWipList(machine: WipListMachine, template: string) {
  const actor = useScreenActor(machine, { template });
  const shown = useSelected(actor, (snapshot) => ({
    ...snapshot.context,
    phase: phaseOf((phase) => snapshot.hasTag(phase)),
    dialog: (['confirmingDelete', 'deleteFailed'] as const).find((tag) => snapshot.hasTag(tag)) ?? null,
    deleting: snapshot.hasTag('deleting'),
    canRetry: snapshot.can({ type: 'retry.requested' }),
  }));
  return {
    ...shown,
    pages: usePages(actor),
    retry: () => actor.send({ type: 'retry.requested' }),
    askToDelete: useCallback((wip: string) => actor.send({ type: 'delete.requested', wip }), [actor]),
    confirmDelete: () => actor.send({ type: 'delete.confirmed' }),
    cancelDialog: () => actor.send({ type: 'dialog.cancelled' }),
  };
}

export type WipList = ReturnType<typeof useWipList>;
