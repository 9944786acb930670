import * as v from 'valibot';
import { type BodyOf, bodyOf, get, post } from './call.ts';
import { identity, listOf, only, optionalId, optionalInteger, optionalText, outcomeReply } from './fields.ts';
import type { roleAssignmentRequest, userUpdateRequest } from './requests.ts';

/**
 * The administrator's last job of a kind (ADR 74), running or ended a short time ago; null if there is none. `message`: why it failed.
 * @param result its result, which is null until it is done, and for a request without the key with which it was begun
 */
export const jobOf = <const S extends v.GenericSchema>(result: S) =>
  v.nullable(
    v.object({
      uuid: identity,
      total: v.number(),
      done: v.number(),
      state: v.picklist(['running', 'done', 'failed']),
      message: v.fallback(v.nullable(v.string()), null),
      result: v.fallback(v.nullable(result), null),
    }),
  );

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
