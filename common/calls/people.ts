import * as v from 'valibot';
import { listUsers } from './admin.ts';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalInteger, optionalText } from './fields.ts';
import type { newUserRequest, peopleFileRequest, roleAssignmentRequest } from './requests.ts';

const person = v.object({
  uuid: identity,
  username: optionalText,
  name: optionalText,
  email: optionalText,
  organization_id: optionalInteger,
  organization: optionalText,
  permission: optionalInteger,
  /** The uuids of the roles that they hold. */
  roles: v.fallback(v.array(v.string()), []),
  last_sign_in: moment,
  disabled: v.fallback(v.boolean(), false),
  /** True while failed sign-ins lock them out anywhere. */
  locked: v.fallback(v.boolean(), false),
  /** Expiry of their one-time password; null if they chose their password. */
  one_time_until: moment,
  /** True if each sign-in requires a code. */
  second_factor: v.fallback(v.boolean(), false),
});
/** A user as an administrator sees them at a host that announces `users.manage`. */
export type PersonEntry = v.InferOutput<typeof person>;

/** The same call as `listUsers`, with the parameters of a page. */
export const listPeople = get(listUsers.path, { reply: only('users', listOf(person)) });

/** The reply of each change of a user: the changed user, and `password`, shown only this once, if one was created. */
export const personReply = v.object({ user: person, password: v.fallback(v.nullable(v.string()), null) });
/** The output of `personReply`. */
export type PersonReply = v.InferOutput<typeof personReply>;

const organization = v.object({ organization_id: v.pipe(v.number(), v.integer()), name: optionalText });
/** An organization that the administrator may put people into. */
export type Organization = v.InferOutput<typeof organization>;

export const listOrganizations = get('/v1/organizations', { reply: only('organizations', listOf(organization)) });

/** A line of a file of users, as in the file. */
const personLine = v.object({
  line: v.number(),
  username: v.string(),
  name: v.string(),
  level: v.string(),
  organization: v.string(),
  roles: v.string(),
  /** Reason why the user cannot be added; null if they can. */
  problem: v.nullable(v.string()),
});
/** The result of an import. `unused`: columns that are ignored. */
const peopleCheckReply = v.object({ lines: v.array(personLine), unused: v.array(v.string()) });
/** The output of `peopleCheckReply`. */
export type PeopleCheck = v.InferOutput<typeof peopleCheckReply>;

/** The added users, with the one-time passwords, sent only this once, and their expiry. */
const peopleImportReply = v.object({
  people: v.array(v.object({ username: v.string(), name: v.string(), password: v.string() })),
  one_time_until: moment,
});
/** The output of `peopleImportReply`. */
export type ImportedPeople = v.InferOutput<typeof peopleImportReply>;

/** Calls that add and change users (`capabilities.usersManage`). */
export const createUser = post('/v1/users/create', { body: bodyOf<typeof newUserRequest>(), reply: personReply });
/** Checks a table of text with headings, without adding anyone. */
export const checkPeopleFile = post('/v1/users/import/check', {
  body: bodyOf<typeof peopleFileRequest>(),
  reply: peopleCheckReply,
});
/** Adds all users of a table, or none. */
export const importPeople = post('/v1/users/import', {
  body: bodyOf<typeof peopleFileRequest>(),
  reply: peopleImportReply,
});
/** Removes a role from a user. */
export const unassignRole = post('/v1/users/roles/delete', {
  body: bodyOf<typeof roleAssignmentRequest>(),
  reply: personReply,
});
/** Acts that need no input but the user. */
export const personActs = {
  'one-time-password': post('/v1/users/:uuid/one-time-password', { reply: personReply }),
  disable: post('/v1/users/:uuid/disable', { reply: personReply }),
  enable: post('/v1/users/:uuid/enable', { reply: personReply }),
  unlock: post('/v1/users/:uuid/unlock', { reply: personReply }),
  'sign-out': post('/v1/users/:uuid/sign-out', { reply: personReply }),
  'remove-second-factor': post('/v1/users/:uuid/remove-second-factor', { reply: personReply }),
};
