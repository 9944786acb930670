import { assign, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '#api/failure.ts';
import type { Role, RoleAssignment, User, UserUpdate } from '#common/calls/admin.ts';
import type { Outcome } from '#common/calls/fields.ts';
import { type Failed, fromEvent } from '../shared/from-event.ts';
import { adminListMessage, adminMessage, messages, refusedMessage } from '../shared/messages.ts';
import { unprovided } from '../shared/unprovided.ts';
import { type UserFields, userUpdateOf } from './user-update.ts';

/** Complaint about a field of a form: a new object each time, since each complaint moves the focus (`use-form.ts`). */
export type FieldProblem<Field extends string> = { field: Field; text: string };

/**
 * User management (`s2.admin.*`, `s5.role.*`, `s5.update.*`, `s8.admin.*`): giving a role to a user, and changing a user. Two lists and two forms work
 * independently: without roles a user can still be changed. After a change the users are loaded again, so that the form never shows outdated facts.
 */
export const userAdminMachine = setup({
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
    /** `user`: the user chosen at first; empty for none. */
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
    /** `app.ts` requests a session check when administrators change themselves. */
    announceUpdate: (_, _params: { user: string }) => {},
    keepUsers: assign({ users: (_, params: { output: User[] }) => params.output }),
    keepUsersMessage: assign({ usersMessage: (_, { error }: Failed) => adminListMessage('users', failureOf(error)) }),
    clearUsersMessage: assign({ usersMessage: null }),
    keepRoles: assign({ roles: (_, params: { output: Role[] }) => params.output }),
    keepRolesMessage: assign({ rolesMessage: (_, { error }: Failed) => adminListMessage('roles', failureOf(error)) }),
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
      assignmentMessage: (_, { error }: Failed) => adminMessage('role', failureOf(error)),
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
    keepUpdateMessage: assign({ updateMessage: (_, { error }: Failed) => adminMessage('user', failureOf(error)) }),
    raiseUsersChanged: raise({ type: 'users.changed' }),
  },
  guards: {
    isEmpty: (_, params: { value: string }) => params.value === '',
    hasNoUser: ({ context }) => !context.users.some(({ uuid }) => uuid === context.user),
    isSuccess: (_, params: { output: Outcome }) => params.output.success,
  },
}).createMachine({
  id: 'userAdmin',
  context: ({ input }) => ({
    users: [],
    usersMessage: null,
    roles: [],
    rolesMessage: null,
    assignment: { user_uuid: '', role_uuid: '' },
    assignmentProblem: null,
    assignmentMessage: null,
    user: input.user,
    update: {},
    updateProblem: null,
    updateMessage: null,
  }),
  type: 'parallel',
  states: {
    users: {
      on: { 'users.changed': { target: '.loading' } },
      initial: 'loading',
      states: {
        loading: {
          tags: 'users.loading',
          entry: 'clearUsersMessage',
          invoke: {
            id: 'listUsers',
            src: 'listUsers',
            onDone: { target: 'loaded', actions: { type: 'keepUsers', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepUsersMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'users.loaded' },
        failed: { tags: 'users.failed', on: { 'users.retryRequested': { target: 'loading' } } },
      },
    },
    roles: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'roles.loading',
          entry: 'clearRolesMessage',
          invoke: {
            id: 'listRoles',
            src: 'listRoles',
            onDone: { target: 'loaded', actions: { type: 'keepRoles', params: fromEvent } },
            onError: { target: 'failed', actions: { type: 'keepRolesMessage', params: fromEvent } },
          },
        },
        loaded: { tags: 'roles.loaded' },
        failed: { tags: 'roles.failed', on: { 'roles.retryRequested': { target: 'loading' } } },
      },
    },
    assignment: {
      initial: 'form',
      states: {
        form: {
          initial: 'unanswered',
          on: {
            'assignment.requested': [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.assignment.user_uuid }) },
                target: '.unanswered',
                actions: 'askForAssignedUser',
              },
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ value: event.assignment.role_uuid }) },
                target: '.unanswered',
                actions: 'askForRole',
              },
              {
                target: 'assigning',
                actions: ['clearAssignment', { type: 'keepAssignment', params: fromEvent }],
              },
            ],
          },
          states: { unanswered: {}, assigned: { tags: 'assigned' } },
        },
        assigning: {
          tags: 'assigning',
          invoke: {
            id: 'assignRole',
            src: 'assignRole',
            input: ({ context }) => context.assignment,
            onDone: [
              {
                guard: { type: 'isSuccess', params: fromEvent },
                target: 'form.assigned',
              },
              {
                target: 'form',
                actions: { type: 'keepAssignmentRefusal', params: fromEvent },
              },
            ],
            onError: {
              target: 'form',
              actions: { type: 'keepAssignmentMessage', params: fromEvent },
            },
          },
        },
      },
    },
    update: {
      initial: 'form',
      states: {
        form: {
          initial: 'unanswered',
          on: {
            'user.chosen': {
              target: '.unanswered',
              actions: ['clearUpdate', { type: 'keepUser', params: fromEvent }],
            },
            'update.requested': [
              { guard: 'hasNoUser', target: '.unanswered', actions: 'askForUser' },
              {
                target: 'updating',
                actions: ['clearUpdate', { type: 'keepUpdate', params: fromEvent }],
              },
            ],
          },
          states: { unanswered: {}, updated: { tags: 'updated' } },
        },
        updating: {
          tags: 'updating',
          invoke: {
            id: 'updateUser',
            src: 'updateUser',
            input: ({ context }) => ({ user: context.user, update: context.update }),
            onDone: [
              {
                guard: { type: 'isSuccess', params: fromEvent },
                target: 'form.updated',
                actions: [
                  'raiseUsersChanged',
                  { type: 'announceUpdate', params: ({ context }) => ({ user: context.user }) },
                ],
              },
              {
                target: 'form',
                actions: { type: 'keepUpdateRefusal', params: fromEvent },
              },
            ],
            onError: {
              target: 'form',
              actions: { type: 'keepUpdateMessage', params: fromEvent },
            },
          },
        },
      },
    },
  },
});
