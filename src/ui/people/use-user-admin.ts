import { messages } from '#machines/shared/messages.ts';
import type { userAdminMachine } from '#machines/people/user-admin.machine.ts';
import type { UserFields } from '#machines/people/user-update.ts';
import { useScreenActor } from '../shared/use-screen-actor.ts';
import { useSelected } from '../shared/use-selected.ts';

export type UserAdminMachine = typeof userAdminMachine;

/**
 * The machine of user management. Only for administrators: it requests users and roles at once. @param first the user who is selected at first;
 * empty for none
 */
export function useUserAdmin(machine: UserAdminMachine, first: string) {
  const actor = useScreenActor(machine, { user: first });
  const users = useSelected(actor, (snapshot) => ({
    list: snapshot.context.users,
    loading: snapshot.hasTag('users.loading'),
    message: snapshot.context.usersMessage,
  }));
  const roles = useSelected(actor, (snapshot) => ({
    list: snapshot.context.roles,
    loading: snapshot.hasTag('roles.loading'),
    message: snapshot.context.rolesMessage,
  }));
  const assignment = useSelected(actor, (snapshot) => ({
    problem: snapshot.context.assignmentProblem,
    message: snapshot.context.assignmentMessage,
    success: snapshot.hasTag('assigned') ? messages.admin.createdRole : null,
    busy: snapshot.hasTag('assigning'),
  }));
  const update = useSelected(actor, (snapshot) => ({
    user: snapshot.context.users.find(({ uuid }) => uuid === snapshot.context.user) ?? null,
    problem: snapshot.context.updateProblem,
    message: snapshot.context.updateMessage,
    success: snapshot.hasTag('updated') ? messages.admin.updatedUser : null,
    busy: snapshot.hasTag('updating'),
  }));
  return {
    users: { ...users, retry: () => actor.send({ type: 'users.retryRequested' }) },
    roles: { ...roles, retry: () => actor.send({ type: 'roles.retryRequested' }) },
    assignment: {
      ...assignment,
      request: (user: string, role: string) =>
        actor.send({ type: 'assignment.requested', assignment: { user_uuid: user, role_uuid: role } }),
    },
    update: {
      ...update,
      chooseUser: (user: string) => actor.send({ type: 'user.chosen', user }),
      request: (fields: UserFields) => actor.send({ type: 'update.requested', fields }),
    },
  };
}

export type UserAdmin = ReturnType<typeof useUserAdmin>;
