import type { serverUsageMachine } from '#machines/audit/server-usage.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type ServerUsageMachine = typeof serverUsageMachine;

/** The used share of the server's budgets. */
export function useServerUsage(machine: ServerUsageMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    usage: snapshot.context.usage,
    message: snapshot.context.message,
    loading: snapshot.hasTag('loading'),
  }));
  return { ...shown, retry: () => actor.send({ type: 'retry.requested' }) };
}
