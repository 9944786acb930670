import { fromEvent, loading } from '../shared/loading.ts';
import { userAdminSetup } from './user-admin.setup.ts';

/**
 * User management (`s2.admin.*`, `s5.role.*`, `s5.update.*`, `s8.admin.*`): giving a role to a user, and changing a user. Two lists and two forms, each a
 * concern of its own: without roles a user can still be changed. After a change the users are asked for again, so that the form never tells old facts.
 */
export const userAdminMachine = userAdminSetup.createMachine({
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
      ...loading({
        src: 'listUsers',
        name: 'users',
        keep: 'keepUsers',
        complain: 'keepUsersMessage',
        clear: 'clearUsersMessage',
        retry: 'users.retryRequested',
      }),
    },
    roles: loading({
      src: 'listRoles',
      name: 'roles',
      keep: 'keepRoles',
      complain: 'keepRolesMessage',
      clear: 'clearRolesMessage',
      retry: 'roles.retryRequested',
    }),
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
                  'tellUsersChanged',
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
