import { useSelector } from '@xstate/react';
import type { DashboardSnapshot } from '#machines/dashboard.machine.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

const templatesOf = (snapshot: DashboardSnapshot) => snapshot.context.templates;
const messageOf = (snapshot: DashboardSnapshot) => snapshot.context.message;
const phaseOf = (snapshot: DashboardSnapshot): 'loading' | 'failed' | 'loaded' =>
  snapshot.hasTag('loaded') ? 'loaded' : snapshot.hasTag('failed') ? 'failed' : 'loading';

/** The dashboard's machine. */
export function useDashboard() {
  const actor = useScreenActor(useApp().machines.dashboard, undefined);
  return {
    phase: useSelector(actor, phaseOf),
    templates: useSelector(actor, templatesOf),
    message: useSelector(actor, messageOf),
    retry: () => actor.send({ type: 'retry.requested' }),
  };
}
