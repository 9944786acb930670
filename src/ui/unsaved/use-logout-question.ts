import { use } from 'react';
import type { logoutQuestionMachine } from '#machines/unsaved/logout-question.machine.ts';
import { LogoutContext } from './logout-context.ts';
import { useAuth } from '../session/use-auth.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type LogoutQuestionMachine = typeof logoutQuestionMachine;

/** The question before a logout. Its answer logs the user out, or not. */
export function useLogoutQuestion(machine: LogoutQuestionMachine) {
  const { logOut } = useAuth();
  const drop = use(LogoutContext);
  const actor = useScreenActor(machine, undefined, ({ type }) => (type === 'logout.decided' ? logOut() : drop()));
  const shown = useSelected(actor, (snapshot) => ({
    isOpen: snapshot.hasTag('asking'),
    isKeeping: snapshot.hasTag('keeping'),
    isNotKept: snapshot.hasTag('notKept'),
    isDeleting: snapshot.hasTag('deleting'),
    isFailed: snapshot.hasTag('failed'),
    count: snapshot.context.count,
  }));
  return {
    ...shown,
    keep: () => actor.send({ type: 'text.kept' }),
    deleteAll: () => actor.send({ type: 'deletion.chosen' }),
    cancel: () => actor.send({ type: 'logout.cancelled' }),
  };
}
