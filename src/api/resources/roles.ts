import type { Client } from '../client.ts';
import type { RoleAssignment } from '#common/calls/admin.ts';
import { type ManagedRoles, managedRolesReply } from '#common/calls/roles.ts';
import { ApiError } from '../failure.ts';
import { changeRole } from './people.ts';

export async function listManagedRoles(client: Client, signal?: AbortSignal): Promise<ManagedRoles> {
  return client.get('/v1/roles/all', managedRolesReply, { signal });
}

export async function addRole(client: Client, role: { name: string; file_name: string }): Promise<ManagedRoles> {
  return client.post('/v1/roles/create', role, managedRolesReply);
}

export async function removeRole(client: Client, role: string): Promise<ManagedRoles> {
  return client.post('/v1/roles/remove', { role_uuid: role }, managedRolesReply);
}

/** Gives a role to a user, or removes it. @throws {ApiError} also if it was done but the new state is unknown: as without an answer */
export async function changeHolder(
  client: Client,
  deed: 'create' | 'delete',
  assignment: RoleAssignment,
): Promise<ManagedRoles> {
  await changeRole(client, deed, assignment);
  return listManagedRoles(client).catch(() => {
    throw new ApiError({ kind: 'network' });
  });
}
