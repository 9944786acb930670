import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { userAdminSetup } from './user-admin.setup.ts';

/**
 * User management (section 2; sections 5 and 8, roles and users; decision 24): giving a role to a user, and changing a user. Two lists and two forms, each a
 * concern of its own: without roles a user can still be changed. After a change the users are asked for again, so that the form never tells old facts.
 */
export const userAdminMachine = userAdminSetup.createMachine({
  id: 'userAdmin',
  context: {
    users: [],
    usersMessage: null,
    roles: [],
    rolesMessage: null,
    assignment: { user_uuid: '', role_uuid: '' },
    assignmentProblem: null,
    assignmentMessage: null,
    user: '',
    update: {},
    updateProblem: null,
    updateMessage: null,
  },
  type: 'parallel',
  states: {
    users: {
      initial: 'loading',
      on: { 'users.changed': { target: '.loading' } },
      states: {
        loading: {
          tags: 'usersLoading',
          entry: 'clearUsersMessage',
          invoke: {
            id: 'listUsers',
            src: 'listUsers',
            onDone: {
              target: 'loaded',
              actions: { type: 'keepUsers', params: ({ event }) => ({ users: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepUsersMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loaded: {},
        failed: { tags: 'usersFailed', on: { 'users.retryRequested': { target: 'loading' } } },
      },
    },
    roles: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'rolesLoading',
          entry: 'clearRolesMessage',
          invoke: {
            id: 'listRoles',
            src: 'listRoles',
            onDone: {
              target: 'loaded',
              actions: { type: 'keepRoles', params: ({ event }) => ({ roles: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepRolesMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loaded: {},
        failed: { tags: 'rolesFailed', on: { 'roles.retryRequested': { target: 'loading' } } },
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
                actions: ['clearAssignment', { type: 'keepAssignment', params: ({ event }) => event }],
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
                guard: { type: 'isSuccess', params: ({ event }) => ({ outcome: event.output }) },
                target: 'form.assigned',
              },
              {
                target: 'form',
                actions: { type: 'keepAssignmentRefusal', params: ({ event }) => ({ outcome: event.output }) },
              },
            ],
            onError: {
              target: 'form',
              actions: { type: 'keepAssignmentMessage', params: ({ event }) => ({ error: event.error }) },
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
              actions: ['clearUpdate', { type: 'keepUser', params: ({ event }) => event }],
            },
            'update.requested': [
              { guard: 'hasNoUser', target: '.unanswered', actions: 'askForUser' },
              {
                target: 'updating',
                actions: ['clearUpdate', { type: 'keepUpdate', params: ({ event }) => event }],
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
                guard: { type: 'isSuccess', params: ({ event }) => ({ outcome: event.output }) },
                target: 'form.updated',
                actions: [
                  'tellUsersChanged',
                  { type: 'announceUpdate', params: ({ context }) => ({ user: context.user }) },
                ],
              },
              {
                target: 'form',
                actions: { type: 'keepUpdateRefusal', params: ({ event }) => ({ outcome: event.output }) },
              },
            ],
            onError: {
              target: 'form',
              actions: { type: 'keepUpdateMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});
export type UserAdminRef = ActorRefFrom<typeof userAdminMachine>;
export type UserAdminSnapshot = SnapshotFrom<typeof userAdminMachine>;
