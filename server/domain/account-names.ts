import type { Organisation, RoleRecord, UserRecord } from '#server/storage/people-port.ts';
import type { Stores } from '#server/storage/port.ts';
import { Refusal } from './refusal.ts';

const LINE = /^[^\p{Cc}\p{Cf}\u2028\u2029]{1,200}$/u;

/**
 * A name of one line.
 * @param what it is, as a refusal is to have it
 * @throws {Refusal} when it is too long, or holds what nobody sees
 */
export function line(value: string, what: string): string {
  const text = value.trim();
  if (LINE.test(text)) return text;
  throw new Refusal('invalid', `${what} must have 1 to 200 characters, none of them invisible.`);
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
