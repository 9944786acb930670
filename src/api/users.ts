import type { Client } from './client.ts';
import {
  type Role,
  type RoleAssignment,
  rolesReply,
  type User,
  usersReply,
  type UserUpdate,
} from './contract/admin.ts';
import { type Outcome, outcomeReply } from './contract/fields.ts';

/** GET /v1/roles */
export async function listRoles(client: Client, signal?: AbortSignal): Promise<Role[]> {
  return (await client.get('/v1/roles', rolesReply, { ...(signal && { signal }) })).roles;
}

/** GET /v1/users */
export async function listUsers(client: Client, signal?: AbortSignal): Promise<User[]> {
  return (await client.get('/v1/users', usersReply, { ...(signal && { signal }) })).users;
}

/** POST /v1/users/roles/create: gives a role to a user. */
export async function assignRole(client: Client, assignment: RoleAssignment): Promise<Outcome> {
  return client.post('/v1/users/roles/create', assignment, outcomeReply);
}

/** POST /v1/users/{uuid}/update: only the fields that are to change (section 5). */
export async function updateUser(client: Client, user: string, update: UserUpdate): Promise<Outcome> {
  return client.post(`/v1/users/${encodeURIComponent(user)}/update`, update, outcomeReply);
}
