import type { dashboardMachine } from '#machines/documents/dashboard.machine.ts';
import type { NewestArchivesRef } from '#machines/documents/newest-archives.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { phaseOf } from '../shared/phase.ts';
import { useChild, useSelected } from '../shared/use-selected.ts';

export type DashboardMachine = typeof dashboardMachine;

/** The dashboard's state and actions. `newestArchives`: the host's information about the newest archives, and how much of it may be shown. */
export function useDashboard(machine: DashboardMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    phase: phaseOf((phase) => snapshot.hasTag(phase)),
    templates: snapshot.context.templates,
    message: snapshot.context.message,
  }));
  const newest = useChild(actor, 'newestArchives') as NewestArchivesRef | undefined;
  const newestArchives = useSelected(newest, (snapshot) => ({
    answer: snapshot?.context.answer ?? null,
    isKnown: snapshot?.hasTag('known') ?? false,
    isUnknown: snapshot?.hasTag('unknown') ?? false,
  }));
  return {
    ...shown,
    newestArchives,
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}

/** Data of the cards about the newest archive of each template. */
export type NewestArchivesView = ReturnType<typeof useDashboard>['newestArchives'];
