import type { dashboardMachine } from '#machines/dashboard.machine.ts';
import { useScreenActor } from './use-screen-actor.ts';
import { phaseOf } from './phase.ts';
import { useSelected } from './use-selected.ts';

export type DashboardMachine = typeof dashboardMachine;

/** The dashboard's machine. */
export function useDashboard(machine: DashboardMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    phase: phaseOf((phase) => snapshot.hasTag(phase)),
    templates: snapshot.context.templates,
    message: snapshot.context.message,
  }));
  return { ...shown, retry: () => actor.send({ type: 'retry.requested' }) };
}
