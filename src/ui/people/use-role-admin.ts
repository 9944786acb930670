import { questionOf, type RoleAct } from '#machines/people/role-acts.ts';
import type { roleAdminMachine } from '#machines/people/role-admin.machine.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export { calledOf } from '#machines/people/role-acts.ts';
export type RoleAdminMachine = typeof roleAdminMachine;

/** The roles as an administrator sees them. */
export function useRoleAdmin(machine: RoleAdminMachine) {
  const actor = useScreenActor(machine, undefined);
  const shown = useSelected(actor, (snapshot) => {
    const { all, listMessage, act, problem, message, success, added } = snapshot.context;
    return {
      all,
      listMessage,
      act,
      problem,
      message,
      success,
      added,
      loading: snapshot.hasTag('loading'),
      loaded: snapshot.hasTag('loaded'),
      isAsking: snapshot.hasTag('asking'),
      working: snapshot.hasTag('working'),
    };
  });
  return {
    ...shown,
    question: shown.act && questionOf(shown.all, shown.act),
    retry: () => actor.send({ type: 'retry.requested' }),
    request: (act: RoleAct) => actor.send({ type: 'act.requested', act }),
    confirm: () => actor.send({ type: 'act.confirmed' }),
    cancel: () => actor.send({ type: 'dialog.cancelled' }),
  };
}

export type RoleAdmin = ReturnType<typeof useRoleAdmin>;
