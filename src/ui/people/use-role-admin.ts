import { NO_ROLES, questionOf, type RoleAct } from '#machines/people/role-acts.ts';
import type { ManagedList } from '#machines/shared/managed-list.ts';
import type { ManagedRoles } from '#common/calls/roles.ts';
import { useManagedList } from '../shared/use-managed-list.ts';

export { calledOf } from '#machines/people/role-acts.ts';
export type RoleAdminMachine = ManagedList<ManagedRoles, RoleAct>;

/** The roles as an administrator sees them. */
export function useRoleAdmin(machine: RoleAdminMachine) {
  const list = useManagedList(machine);
  const all = list.data ?? NO_ROLES;
  return { ...list, all, loaded: list.data !== null, question: list.act && questionOf(all, list.act) };
}

export type RoleAdmin = ReturnType<typeof useRoleAdmin>;
