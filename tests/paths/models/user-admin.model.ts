import type { SnapshotFrom } from 'xstate';
import type { Role, User } from '#api/contract/admin.ts';
import type { UserFields } from '#machines/user-update.ts';
import { userAdminMachine } from '#machines/user-admin.machine.ts';
import { pendingCalls } from '../engine/moment.ts';
import { defineModel, type Outcome } from '../engine/model.ts';
import { failures } from './samples.ts';

type Snapshot = SnapshotFrom<typeof userAdminMachine>;
type Event = Parameters<Snapshot['can']>[0];

const users: User[] = [{ uuid: 'u-1', email: 'ada@example.org', name: 'Ada', organization_id: '1', permission: 2 }];
const roles: Role[] = [{ uuid: 'r-1', name: 'Watch', file_name: 'daily-brief.html' }];
const fields: UserFields = { name: 'Ada Byron', email: '', organization_id: '7', permission: '3' };

const isAlone = (snapshot: Snapshot): boolean => pendingCalls(snapshot).length === 1;
const said = (success: boolean, message: string | null): Outcome => ({ output: { success, message } });
const answers = (snapshot: Snapshot): Record<string, Outcome> => ({
  done: said(true, null),
  'unauthorized (401)': { error: failures.unauthorized },
  ...(isAlone(snapshot)
    ? {
        'refused with a reason': said(false, 'Not in your organization.'),
        'refused without a reason': said(false, null),
        'invalid (400)': { error: failures.badRequest },
        'denied (403)': { error: failures.forbidden },
        'not reached': { error: failures.network },
      }
    : {}),
});

export const userAdminModel = defineModel(userAdminMachine)({
  outcomes: {
    listUsers: { 'one user': { output: users }, 'not reached': { error: failures.network } },
    listRoles: { 'one role': { output: roles }, 'not reached': { error: failures.network } },
    assignRole: ({ snapshot }) => answers(snapshot),
    updateUser: ({ snapshot }) => answers(snapshot),
  },
  events: ({ snapshot }) => eventsOf(snapshot),
  key: ({ snapshot: { context } }) => ({
    users: context.users.length,
    roles: context.roles.length,
    user: context.user,
    answered: [context.assignmentMessage !== null, context.updateMessage !== null],
    problems: [context.assignmentProblem !== null, context.updateProblem !== null],
  }),
  limit: 10_000,
});

/** The two forms and the two lists do not touch each other: one thing at a time is taken up, but for a change of a user, which brings the list anew. */
function eventsOf(snapshot: Snapshot): Record<string, Event> {
  const { context } = snapshot;
  const isAnswered =
    snapshot.hasTag('assigned') || context.assignmentMessage !== null || context.assignmentProblem !== null;
  const isUpdateAnswered =
    snapshot.hasTag('updated') || context.updateMessage !== null || context.updateProblem !== null;
  if (pendingCalls(snapshot).length > 0) return {};
  const lists: Record<string, Event> = {
    'tries the users again': { type: 'users.retryRequested' },
    'tries the roles again': { type: 'roles.retryRequested' },
  };
  const assigning: Record<string, Event> = {
    'gives a role to nobody': { type: 'assignment.requested', assignment: { user_uuid: '', role_uuid: 'r-1' } },
    'gives no role': { type: 'assignment.requested', assignment: { user_uuid: 'u-1', role_uuid: '' } },
    'gives a role': { type: 'assignment.requested', assignment: { user_uuid: 'u-1', role_uuid: 'r-1' } },
  };
  const updating: Record<string, Event> = {
    'chooses a user': { type: 'user.chosen', user: 'u-1' },
    'chooses no user': { type: 'user.chosen', user: '' },
    'saves the user': { type: 'update.requested', fields },
  };
  return { ...lists, ...(isUpdateAnswered ? {} : assigning), ...(isAnswered ? {} : updating) };
}
