import { assignRole, type RoleAssignment } from '#common/calls/admin.ts';
import { type PersonReply, personReply, unassignRole } from '#common/calls/people.ts';
import { listManagedRoles, type ManagedRoles } from '#common/calls/roles.ts';
import type { Client } from '../client.ts';
import { ApiError } from '../failure.ts';

/** Gives a role to a user, or removes it. */
export const changeRole = (client: Client, isGiven: boolean, body: RoleAssignment): Promise<PersonReply> =>
  isGiven ? client.call(assignRole, { body }, {}, personReply) : client.call(unassignRole, { body });

/** Gives a role to a user, or removes it. @throws {ApiError} also if it was done but the new state is unknown: as without an answer */
export async function changeHolder(client: Client, isGiven: boolean, body: RoleAssignment): Promise<ManagedRoles> {
  await changeRole(client, isGiven, body);
  return client.call(listManagedRoles, {}).catch(() => {
    throw new ApiError({ kind: 'network' });
  });
}
