import { useSelector } from '@xstate/react';
import { messages } from '#machines/messages.ts';
import type { UserAdminSnapshot } from '#machines/user-admin.machine.ts';
import type { UserFields } from '#machines/user-update.ts';
import { useApp } from './app-context.ts';
import { useScreenActor } from './use-screen-actor.ts';

const usersOf = (snapshot: UserAdminSnapshot) => snapshot.context.users;
const usersMessageOf = (snapshot: UserAdminSnapshot) => snapshot.context.usersMessage;
const areUsersLoading = (snapshot: UserAdminSnapshot) => snapshot.hasTag('usersLoading');
const rolesOf = (snapshot: UserAdminSnapshot) => snapshot.context.roles;
const rolesMessageOf = (snapshot: UserAdminSnapshot) => snapshot.context.rolesMessage;
const areRolesLoading = (snapshot: UserAdminSnapshot) => snapshot.hasTag('rolesLoading');
const assignmentProblemOf = (snapshot: UserAdminSnapshot) => snapshot.context.assignmentProblem;
const assignmentMessageOf = (snapshot: UserAdminSnapshot) => snapshot.context.assignmentMessage;
const isAssigning = (snapshot: UserAdminSnapshot) => snapshot.hasTag('assigning');
const assignedOf = (snapshot: UserAdminSnapshot): string | null =>
  snapshot.hasTag('assigned') ? messages.admin.createdRole : null;
const chosenOf = (snapshot: UserAdminSnapshot) =>
  snapshot.context.users.find(({ uuid }) => uuid === snapshot.context.user) ?? null;
const updateProblemOf = (snapshot: UserAdminSnapshot) => snapshot.context.updateProblem;
const updateMessageOf = (snapshot: UserAdminSnapshot) => snapshot.context.updateMessage;
const isUpdating = (snapshot: UserAdminSnapshot) => snapshot.hasTag('updating');
const updatedOf = (snapshot: UserAdminSnapshot): string | null =>
  snapshot.hasTag('updated') ? messages.admin.updatedUser : null;

/** The machine of user management. Only for those who may: it asks for users and roles at once. */
export function useUserAdmin() {
  const actor = useScreenActor(useApp().machines.userAdmin, undefined);
  return {
    users: {
      list: useSelector(actor, usersOf),
      loading: useSelector(actor, areUsersLoading),
      message: useSelector(actor, usersMessageOf),
      retry: () => actor.send({ type: 'users.retryRequested' }),
    },
    roles: {
      list: useSelector(actor, rolesOf),
      loading: useSelector(actor, areRolesLoading),
      message: useSelector(actor, rolesMessageOf),
      retry: () => actor.send({ type: 'roles.retryRequested' }),
    },
    assignment: {
      problem: useSelector(actor, assignmentProblemOf),
      message: useSelector(actor, assignmentMessageOf),
      success: useSelector(actor, assignedOf),
      busy: useSelector(actor, isAssigning),
      request: (user: string, role: string) =>
        actor.send({ type: 'assignment.requested', assignment: { user_uuid: user, role_uuid: role } }),
    },
    update: {
      user: useSelector(actor, chosenOf),
      problem: useSelector(actor, updateProblemOf),
      message: useSelector(actor, updateMessageOf),
      success: useSelector(actor, updatedOf),
      busy: useSelector(actor, isUpdating),
      chooseUser: (user: string) => actor.send({ type: 'user.chosen', user }),
      request: (fields: UserFields) => actor.send({ type: 'update.requested', fields }),
    },
  };
}

/** What the parts of user management are given. */
export type UserAdmin = ReturnType<typeof useUserAdmin>;
