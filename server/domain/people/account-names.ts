import type { Stores } from '#server/storage/storage.ts';
import type { Organisation, RoleRecord, UserRecord } from '#server/storage/stores/people.ts';
import { Refusal } from '../refusal.ts';

/** Joiners are letters of some scripts. */
const LINE = /^(?:[^\p{Cc}\p{Cf}\u2028\u2029]|[\u200c\u200d]){1,200}$/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Invisible characters, some of which count as letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Alphabets whose letters look alike. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/**
 * Checks a name of one line.
 * @param what its description in the text of the refusal
 * @throws {Refusal} when it is too long, or contains invisible characters
 */
export function line(value: string, what: string): string {
  const text = value.trim();
  if (LINE.test(text) && SEEN.test(text.replaceAll(new RegExp(UNSEEN, 'gu'), ''))) return text;
  throw new Refusal('invalid', `${what} must have 1 to 200 characters, none of them invisible.`);
}

/**
 * Checks a username, which must not look like another one.
 * @throws {Refusal} also when it contains invisible characters, or letters of several alphabets that look alike
 */
export function usernameLine(value: string): string {
  const text = line(value, 'The username');
  if (UNSEEN.test(text)) {
    throw new Refusal('invalid', 'The username must have 1 to 200 characters, none of them invisible.');
  }
  if (ALIKE.filter((alphabet) => alphabet.test(text)).length > 1) {
    throw new Refusal('invalid', 'The username must not mix alphabets: it could pass for another one.');
  }
  return text;
}

/** @throws {Refusal} when there is none of that name */
export async function userOf({ users }: Pick<Stores, 'users'>, username: string): Promise<UserRecord> {
  const user = await users.byUsername(username);
  if (user) return user;
  throw new Refusal('missing', `There is no user '${username}'.`);
}

/** @param wanted its number or its name. @throws {Refusal} when there is none of these */
export async function organisationOf(
  { organisations }: Pick<Stores, 'organisations'>,
  wanted: string,
): Promise<Organisation> {
  const all = await organisations.list();
  const found = all.find((one) => String(one.organization_id) === wanted || one.name === wanted);
  if (found) return found;
  const names = all.map((one) => `${one.organization_id} (${one.name})`).join(', ');
  throw new Refusal(
    'missing',
    `There is no organization '${wanted}'. ${names ? `There are: ${names}.` : 'Add one first: org add.'}`,
  );
}

/** @param wanted its uuid or its name. @throws {Refusal} when there is none of these, or several */
export async function roleOf({ roles }: Pick<Stores, 'roles'>, wanted: string): Promise<RoleRecord> {
  const found = (await roles.list()).filter((one) => one.uuid === wanted || one.name === wanted);
  const [role] = found;
  if (!role) throw new Refusal('missing', `There is no role '${wanted}'.`);
  if (found.length > 1) throw new Refusal('invalid', `Several roles are called '${wanted}': give its uuid.`);
  return role;
}
