import * as v from 'valibot';
import { type BodyOf, bodyOf, get, post } from './call.ts';
import { identity, listOf, only, optionalId, optionalInteger, optionalText, outcomeReply } from './fields.ts';
import type { newRoleRequest, roleAssignmentRequest, roleRequest, userUpdateRequest } from './requests.ts';

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

const texts = v.fallback(v.array(v.string()), []);

const managedRole = v.object({
  uuid: identity,
  name: optionalText,
  file_name: optionalText,
  /** The uuids of its holders among `people`. */
  holders: texts,
  /** Number of holders in other organizations. */
  elsewhere: v.fallback(v.number(), 0),
});
/** A role as an administrator sees it. */
export type ManagedRole = v.InferOutput<typeof managedRole>;

const holder = v.object({
  uuid: identity,
  username: optionalText,
  name: optionalText,
  organization: optionalText,
  disabled: v.fallback(v.boolean(), false),
});

const templateFile = v.object({ file_name: v.string(), name: optionalText });

/** The reply of a read and of each change of a role: all as they are then. `files`: for which a role can be made. */
const managedRolesReply = v.object({
  roles: listOf(managedRole),
  people: listOf(holder),
  files: listOf(templateFile),
  /** True where this administrator makes and removes roles. */
  changeable: v.fallback(v.boolean(), false),
});
export type ManagedRoles = v.InferOutput<typeof managedRolesReply>;

/** Calls for roles (`capabilities.rolesManage`). */
export const listManagedRoles = get('/v1/roles/all', { reply: managedRolesReply });
export const createRole = post('/v1/roles/create', {
  body: bodyOf<typeof newRoleRequest>(),
  reply: managedRolesReply,
});
export const removeRole = post('/v1/roles/remove', { body: bodyOf<typeof roleRequest>(), reply: managedRolesReply });
