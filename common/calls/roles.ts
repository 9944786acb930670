import * as v from 'valibot';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, optionalText } from './fields.ts';
import type { newRoleRequest, roleRequest } from './requests.ts';

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
