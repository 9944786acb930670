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
  /** True while failed sign-ins keep them out somewhere. */
  locked: v.fallback(v.boolean(), false),
  /** Until when their one-time password lets in; null where they chose their password. */
  one_time_until: moment,
  /** True where a code is asked of them at each sign-in. */
  second_factor: v.fallback(v.boolean(), false),
});
/** A user as an administrator sees them at a host that announces `users.manage`. */
export type PersonEntry = v.InferOutput<typeof person>;

/** GET /v1/users with the parameters of a page: its list. */
export const peopleReply = v.pipe(
  v.object({ users: listOf(person) }),
  v.transform(({ users }) => users),
);

/** The reply of each change of a user: the user as they are then, and `password`, shown this once, where one was made. */
export const personReply = v.object({ user: person, password: v.fallback(v.nullable(v.string()), null) });
/** The output of `personReply`. */
export type PersonReply = v.InferOutput<typeof personReply>;

const organization = v.object({ organization_id: v.pipe(v.number(), v.integer()), name: optionalText });
/** An organization that the administrator may put people into. */
export type Organization = v.InferOutput<typeof organization>;

/** GET /v1/organizations */
export const organizationsReply = v.object({ organizations: listOf(organization) });

/** A line of a file of people, as it stands there. */
const personLine = v.object({
  line: v.number(),
  username: v.string(),
  name: v.string(),
  level: v.string(),
  organization: v.string(),
  roles: v.string(),
  /** Why the person cannot be added; null where they can. */
  problem: v.nullable(v.string()),
});
/** POST /v1/users/import/check: what an import would do. `unused`: columns that mean nothing. */
export const peopleCheckReply = v.object({ lines: v.array(personLine), unused: v.array(v.string()) });
/** The output of `peopleCheckReply`. */
export type PeopleCheck = v.InferOutput<typeof peopleCheckReply>;

/** POST /v1/users/import: who was added, with the one-time passwords, told this once, and until when they let in. */
export const peopleImportReply = v.object({
  people: v.array(v.object({ username: v.string(), name: v.string(), password: v.string() })),
  one_time_until: moment,
});
/** The output of `peopleImportReply`. */
export type ImportedPeople = v.InferOutput<typeof peopleImportReply>;
