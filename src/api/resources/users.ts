import type { Client } from '../client.ts';
import {
  type Role,
  type RoleAssignment,
  rolesReply,
  type User,
  usersReply,
  type UserUpdate,
} from '#common/calls/admin.ts';
import { type Outcome, outcomeReply } from '#common/calls/fields.ts';

export async function listRoles(client: Client, signal?: AbortSignal): Promise<Role[]> {
  return (await client.get('/v1/roles', rolesReply, { signal })).roles;
}

export async function listUsers(client: Client, signal?: AbortSignal): Promise<User[]> {
  return (await client.get('/v1/users', usersReply, { signal })).users;
}

/** Gives a role to a user. */
export async function assignRole(client: Client, assignment: RoleAssignment): Promise<Outcome> {
  return client.post('/v1/users/roles/create', assignment, outcomeReply);
}

/** Changes a user. @param update only the fields that are to change (`s5.update.non-empty`) */
export async function updateUser(client: Client, user: string, update: UserUpdate): Promise<Outcome> {
  return client.post(`/v1/users/${encodeURIComponent(user)}/update`, update, outcomeReply);
}
