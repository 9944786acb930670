import type { SnapshotFrom } from 'xstate';
import type { Role, User } from '#common/calls/admin.ts';
import type { UserFields } from '#machines/people/user-update.ts';
import { userAdminMachine } from '#machines/people/user-admin.machine.ts';
import { pendingCalls, defineModel, type Outcome } from 'chart-walks';
import { failures } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof userAdminMachine>;
type Event = Parameters<Snapshot['can']>[0];

const users: User[] = [{ uuid: 'u-1', email: 'ada@example.org', name: 'Ada', organization_id: '1', permission: 2 }];
const roles: Role[] = [{ uuid: 'r-1', name: 'Watch', file_name: 'daily-brief.html' }];
const fields: UserFields = { name: 'Ada Byron', email: '', organization_id: '7', permission: '3' };

const said = (success: boolean, message: string | null): Outcome => ({ output: { success, message } });
/** Whatever the lists do, one good and one bad end; where all is well, every one. */
const answers = ({ snapshot }: { snapshot: Snapshot }): Record<string, Outcome> => ({
  done: said(true, null),
  'unauthorized (401)': { error: failures.unauthorized },
  ...(snapshot.matches({ users: 'loaded', roles: 'loaded' }) && {
    'refused with a reason': said(false, 'Not in your organization.'),
    'refused without a reason': said(false, null),
    'invalid (400)': { error: failures.badRequest },
    'denied (403)': { error: failures.forbidden },
    'not reached': { error: failures.network },
  }),
});

export const userAdminModel = defineModel(userAdminMachine)({
  starts: { 'user management': { input: { user: '' } } },
  outcomes: {
    listUsers: { 'one user': { output: users }, 'not reached': { error: failures.network } },
    listRoles: { 'one role': { output: roles }, 'not reached': { error: failures.network } },
    assignRole: answers,
    updateUser: answers,
  },
  events: ({ snapshot }) => eventsOf(snapshot),
  key: ({ snapshot: { context } }) => ({
    users: context.users.length,
    roles: context.roles.length,
    user: context.user,
    answered: [context.assignmentMessage !== null, context.updateMessage !== null],
    problems: [context.assignmentProblem !== null, context.updateProblem !== null],
  }),
  accepts: { 'tries the users again': 'users.failed', 'tries the roles again': 'roles.failed' },
  leads: { 'users.loading': 'updateUser: done' },
  changes: {
    users: 'listUsers: one',
    usersMessage: 'listUsers: not | tries the users',
    roles: 'listRoles: one',
    rolesMessage: 'listRoles: not | tries the roles',
    assignment: 'gives a role$',
    assignmentProblem: 'gives no | gives a',
    assignmentMessage: [
      'gives no | gives a | assignRole: unauthorized | assignRole: refused | assignRole: invalid | assignRole: denied | assignRole: not',
    ],
    user: 'chooses a | chooses no',
    update: 'saves the',
    updateProblem: 'chooses a | saves the',
    updateMessage: [
      'saves the | chooses no | updateUser: unauthorized | updateUser: refused | updateUser: invalid | updateUser: denied | updateUser: not',
    ],
  },
  never: {
    'two changes at once': ({ snapshot }) => snapshot.hasTag('assigning') && snapshot.hasTag('updating'),
    'told that it is done before the host said so': ({ before, snapshot, label }) =>
      (!before.hasTag('assigned') && snapshot.hasTag('assigned') && label !== 'assignRole: done') ||
      (!before.hasTag('updated') && snapshot.hasTag('updated') && label !== 'updateUser: done'),
    'a change of nobody, or a role for nobody': ({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          ['user', 'user_uuid', 'role_uuid'].some(
            (key) => (effect.input as Record<string, unknown> | undefined)?.[key] === '',
          ),
      ),
  },
  limit: 10_000,
});

/**
 * Returns the events of a moment. The two forms and the two lists do not touch each other: one thing is done at a time, except a change of a user, which
 * loads the list again. With a list that failed to load each form is used once; without users there is none.
 */
function eventsOf(snapshot: Snapshot): Record<string, Event> {
  const { context } = snapshot;
  if (pendingCalls(snapshot).length > 0) return {};
  const retryUsers: Record<string, Event> = { 'tries the users again': { type: 'users.retryRequested' } };
  if (context.users.length === 0) return retryUsers;
  const isAnswered =
    snapshot.hasTag('assigned') || context.assignmentMessage !== null || context.assignmentProblem !== null;
  const isUpdateAnswered =
    snapshot.hasTag('updated') || context.updateMessage !== null || context.updateProblem !== null;
  const assigning: Record<string, Event> = {
    'gives no role': { type: 'assignment.requested', assignment: { user_uuid: 'u-1', role_uuid: '' } },
    ...(context.roles.length > 0 && {
      'gives a role to nobody': { type: 'assignment.requested', assignment: { user_uuid: '', role_uuid: 'r-1' } },
      'gives a role': { type: 'assignment.requested', assignment: { user_uuid: 'u-1', role_uuid: 'r-1' } },
    }),
  };
  // A list does not report the same choice twice.
  const updating: Record<string, Event> = {
    ...(context.user === ''
      ? { 'chooses a user': { type: 'user.chosen', user: 'u-1' } }
      : { 'chooses no user': { type: 'user.chosen', user: '' } }),
    'saves the user': { type: 'update.requested', fields },
  };
  const hasFailed = snapshot.hasTag('users.failed') || snapshot.hasTag('roles.failed');
  return {
    ...retryUsers,
    'tries the roles again': { type: 'roles.retryRequested' },
    ...(isUpdateAnswered || (hasFailed && isAnswered) ? {} : assigning),
    ...(isAnswered || (hasFailed && isUpdateAnswered) ? {} : updating),
  };
}
