import * as v from 'valibot';
import { jobOf, listUsers } from './admin.ts';
import { bodyOf, get, post } from './call.ts';
import { identity, listOf, moment, only, optionalInteger, optionalText } from './fields.ts';
import type {
  jobRequest,
  newUserRequest,
  peopleFileRequest,
  peopleImportRequest,
  roleAssignmentRequest,
} from './requests.ts';

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
export type PeopleCheck = v.InferOutput<typeof peopleCheckReply>;

/** The added users with their one-time passwords, and the expiry of these. */
const importedPeople = v.object({
  people: v.array(v.object({ username: v.string(), name: v.string(), password: v.string() })),
  one_time_until: moment,
});
export type ImportedPeople = v.InferOutput<typeof importedPeople>;
const importJob = v.object({ job: jobOf(importedPeople) });
/** An import that runs, or has ended a short time ago. */
export type ImportJob = NonNullable<v.InferOutput<typeof importJob>['job']>;

/** Calls that add and change users (`capabilities.usersManage`). */
export const createUser = post('/v1/users/create', { body: bodyOf<typeof newUserRequest>(), reply: personReply });
/** Checks a table of text with headings, without adding anyone. */
export const checkPeopleFile = post('/v1/users/import/check', {
  body: bodyOf<typeof peopleFileRequest>(),
  reply: peopleCheckReply,
});
/** Begins to add all users of a table, or none. */
export const importPeople = post('/v1/users/import', { body: bodyOf<typeof peopleImportRequest>(), reply: importJob });
/** Reads how far the last import is. It is no GET, since no key belongs into an address. */
export const readImport = post('/v1/users/import/read', { body: bodyOf<typeof jobRequest>(), reply: importJob });
/** Forgets the last import, with its passwords. */
export const dropImport = post('/v1/users/import/drop');
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
