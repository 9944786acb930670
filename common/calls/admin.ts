import * as v from 'valibot';
import { type BodyOf, bodyOf, get, post } from './call.ts';
import { identity, listOf, only, optionalId, optionalInteger, optionalText, outcomeReply } from './fields.ts';
import type { roleAssignmentRequest, userUpdateRequest } from './requests.ts';

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

/** `s7.roles` */
export const listRoles = get('/v1/roles', { reply: only('roles', listOf(role)) });
/** `s7.users` */
export const listUsers = get('/v1/users', { reply: only('users', listOf(user)) });

/** Gives a role to a user (`s7.assign`). */
export const assignRole = post('/v1/users/roles/create', {
  body: bodyOf<typeof roleAssignmentRequest>(),
  reply: outcomeReply,
});

/** Changes a user: only the fields that are to change (`s7.update-user`). */
export const updateUser = post('/v1/users/:uuid/update', {
  body: bodyOf<typeof userUpdateRequest>(),
  reply: outcomeReply,
});

/** A user and a role. */
export type RoleAssignment = BodyOf<typeof assignRole>;
/** Only the fields of a user that are to change. */
export type UserUpdate = BodyOf<typeof updateUser>;
