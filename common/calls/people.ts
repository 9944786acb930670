import * as v from 'valibot';
import { identity, listOf, moment, optionalInteger, optionalText } from './fields.ts';

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

/** GET /v1/users with the parameters of a page: its list. */
export const peopleReply = v.pipe(
  v.object({ users: listOf(person) }),
  v.transform(({ users }) => users),
);

/** The reply of each change of a user: the changed user, and `password`, shown only this once, if one was created. */
export const personReply = v.object({ user: person, password: v.fallback(v.nullable(v.string()), null) });
/** The output of `personReply`. */
export type PersonReply = v.InferOutput<typeof personReply>;

const organization = v.object({ organization_id: v.pipe(v.number(), v.integer()), name: optionalText });
/** An organization that the administrator may put people into. */
export type Organization = v.InferOutput<typeof organization>;

/** GET /v1/organizations */
export const organizationsReply = v.object({ organizations: listOf(organization) });

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
/** POST /v1/users/import/check: the result of an import. `unused`: columns that are ignored. */
export const peopleCheckReply = v.object({ lines: v.array(personLine), unused: v.array(v.string()) });
/** The output of `peopleCheckReply`. */
export type PeopleCheck = v.InferOutput<typeof peopleCheckReply>;

/** POST /v1/users/import: the added users, with the one-time passwords, sent only this once, and their expiry. */
export const peopleImportReply = v.object({
  people: v.array(v.object({ username: v.string(), name: v.string(), password: v.string() })),
  one_time_until: moment,
});
/** The output of `peopleImportReply`. */
export type ImportedPeople = v.InferOutput<typeof peopleImportReply>;
