import type { accountMachine } from '#machines/account/account.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type AccountMachine = typeof accountMachine;

/** The user's own sessions. */
export function useAccount(machine: AccountMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => ({
    sessions: snapshot.context.sessions,
    listMessage: snapshot.context.listMessage,
    message: snapshot.context.message,
    loading: snapshot.hasTag('loading'),
    ending: snapshot.hasTag('ending') ? snapshot.context.ended : null,
  }));
  return {
    ...shown,
    retry: () => actor.send({ type: 'retry.requested' }),
    readAgain: () => actor.send({ type: 'sessions.changed' }),
    end: (session: string) => actor.send({ type: 'end.requested', session }),
  };
}
