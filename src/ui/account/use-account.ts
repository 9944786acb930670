import type { OwnSession } from '#common/calls/account.ts';
import type { SessionAct } from '#machines/account/session-acts.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import { useManagedList } from '../shared/use-managed-list.ts';

export type AccountMachine = ManagedList<OwnSession[], SessionAct>;

/** The user's own sessions. */
export function useAccount(machine: AccountMachine) {
  const { actor, data, act, ...list } = useManagedList(machine);
  return {
    ...list,
    sessions: data ?? [],
    listMessage: list.loading ? null : list.listMessage,
    ending: list.working && act ? act.session : null,
    /** Reads the list again after the others were ended, as by a change of the password. */
    readAgain: () => actor.send({ type: 'list.outdated' }),
    end: (session: string) => list.request({ kind: 'end', session }),
  };
}
