import { assign, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Role, RoleAssignment, User, UserUpdate } from '#api/contract/admin.ts';
import type { Outcome } from '#api/contract/fields.ts';
import { adminListMessage, adminMessage, messages, refusedMessage } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';
import { type UserFields, userUpdateOf } from './user-update.ts';

/** What a form says about one of its fields: a new object each time, since each complaint moves the focus (`use-problem-focus.ts`). */
export type FieldProblem<Field extends string> = { field: Field; text: string };

/** The vocabulary of the administration: what its chart (`user-admin.machine.ts`) is written with. */
export const userAdminSetup = setup({
  types: {
    context: {} as {
      users: User[];
      usersMessage: string | null;
      roles: Role[];
      rolesMessage: string | null;
      assignment: RoleAssignment;
      assignmentProblem: FieldProblem<'user' | 'role'> | null;
      assignmentMessage: string | null;
      user: string;
      update: UserUpdate;
      updateProblem: FieldProblem<'user'> | null;
      updateMessage: string | null;
    },
    /** `user`: who is chosen at first; empty for nobody. */
    input: {} as { user: string },
    events: {} as
      | { type: 'users.retryRequested' }
      | { type: 'users.changed' }
      | { type: 'roles.retryRequested' }
      | { type: 'assignment.requested'; assignment: RoleAssignment }
      | { type: 'user.chosen'; user: string }
      | { type: 'update.requested'; fields: UserFields },
    tags: {} as
      | `${'users' | 'roles'}.${'loading' | 'loaded' | 'failed'}`
      | 'assigning'
      | 'assigned'
      | 'updating'
      | 'updated',
  },
  actors: {
    listUsers: fromPromise<User[], undefined>(unprovided),
    listRoles: fromPromise<Role[], undefined>(unprovided),
    assignRole: fromPromise<Outcome, RoleAssignment>(unprovided),
    updateUser: fromPromise<Outcome, { user: string; update: UserUpdate }>(unprovided),
  },
  actions: {
    /** `app.ts` has the session looked at again when administrators change themselves. */
    announceUpdate: (_, _params: { user: string }) => {},
    keepUsers: assign({ users: (_, params: { output: User[] }) => params.output }),
    keepUsersMessage: assign({
      usersMessage: (_, params: { error: unknown }) => adminListMessage('users', failureOf(params.error)),
    }),
    clearUsersMessage: assign({ usersMessage: null }),
    keepRoles: assign({ roles: (_, params: { output: Role[] }) => params.output }),
    keepRolesMessage: assign({
      rolesMessage: (_, params: { error: unknown }) => adminListMessage('roles', failureOf(params.error)),
    }),
    clearRolesMessage: assign({ rolesMessage: null }),
    keepAssignment: assign({ assignment: (_, params: { assignment: RoleAssignment }) => params.assignment }),
    clearAssignment: assign({ assignmentProblem: null, assignmentMessage: null }),
    askForAssignedUser: assign({
      assignmentProblem: () => ({ field: 'user' as const, text: messages.admin.userRequired }),
      assignmentMessage: null,
    }),
    askForRole: assign({
      assignmentProblem: () => ({ field: 'role' as const, text: messages.admin.roleRequired }),
      assignmentMessage: null,
    }),
    keepAssignmentRefusal: assign({
      assignmentMessage: (_, params: { output: Outcome }) => refusedMessage('role', params.output.message),
    }),
    keepAssignmentMessage: assign({
      assignmentMessage: (_, params: { error: unknown }) => adminMessage('role', failureOf(params.error)),
    }),
    keepUser: assign({ user: (_, params: { user: string }) => params.user }),
    keepUpdate: assign({ update: (_, params: { fields: UserFields }) => userUpdateOf(params.fields) }),
    clearUpdate: assign({ updateProblem: null, updateMessage: null }),
    askForUser: assign({
      updateProblem: () => ({ field: 'user' as const, text: messages.admin.userRequired }),
      updateMessage: null,
    }),
    keepUpdateRefusal: assign({
      updateMessage: (_, params: { output: Outcome }) => refusedMessage('user', params.output.message),
    }),
    keepUpdateMessage: assign({
      updateMessage: (_, params: { error: unknown }) => adminMessage('user', failureOf(params.error)),
    }),
    tellUsersChanged: raise({ type: 'users.changed' }),
  },
  guards: {
    isEmpty: (_, params: { value: string }) => params.value === '',
    hasNoUser: ({ context }) => !context.users.some(({ uuid }) => uuid === context.user),
    isSuccess: (_, params: { output: Outcome }) => params.output.success,
  },
});
