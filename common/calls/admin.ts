import * as v from 'valibot';
import { identity, listOf, optionalId, optionalInteger, optionalText } from './fields.ts';

const role = v.object({ uuid: identity, name: optionalText, file_name: optionalText });
/** A role: it opens one template file to its holders. */
export type Role = v.InferOutput<typeof role>;

const user = v.object({
  uuid: identity,
  email: optionalText,
  name: optionalText,
  organization_id: optionalId,
  permission: optionalInteger,
});
/** A user as an administrator sees it. */
export type User = v.InferOutput<typeof user>;

/** GET /v1/roles */
export const rolesReply = v.object({ roles: listOf(role) });
/** GET /v1/users */
export const usersReply = v.object({ users: listOf(user) });

/** POST /v1/users/roles/create */
export type RoleAssignment = { user_uuid: string; role_uuid: string };

/** POST /v1/users/{uuid}/update: only the fields that are to change. */
export type UserUpdate = { name?: string; email?: string; organization_id?: number | string; permission?: number };
