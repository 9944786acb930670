import { ADMIN_PERMISSION, BASIC_PERMISSION, SITE_ADMIN_PERMISSION } from '#common/config/constants.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { UserRecord } from '#server/storage/stores/people.ts';
import type { TemplateHead } from '#server/storage/stores/templates.ts';
import { Refusal } from './refusal.ts';

/** The user who makes a request. */
export type Actor = Omit<UserRecord, 'password_hash' | 'signed_in_at' | 'disabled_at'>;

/** The user who makes a call, and their session. `waiting`: aborted once the caller no longer waits for the answer. */
export type Caller = Actor & { family: string; waiting: AbortSignal };

/** A reader: a user, or a display. */
export type Reader = Pick<Actor, 'organisation' | 'permission'>;

/** The actor that a stored user is. */
export function actorOf({
  password_hash: _hash,
  signed_in_at: _at,
  disabled_at: _disabled,
  ...actor
}: UserRecord): Actor {
  return actor;
}

/** Below level 2 a user only reads. */
export function requireWriter(actor: Actor): void {
  if (actor.permission < BASIC_PERMISSION) {
    throw new Refusal('forbidden', 'Your permission level lets you read documents, not change them.');
  }
}

/** Level 3 or higher administers (`s6.admin-level`). */
export function requireAdministrator(actor: Actor): void {
  if (actor.permission < ADMIN_PERMISSION) {
    throw new Refusal('forbidden', 'Only administrators may do this.');
  }
}

/** Level 4 administers every organisation. */
export function isSiteAdministrator(actor: Pick<Actor, 'permission'>): boolean {
  return actor.permission >= SITE_ADMIN_PERMISSION;
}

/** Level 4: required for changes that affect all organisations. */
export function requireSiteAdministrator(actor: Actor): void {
  if (!isSiteAdministrator(actor)) {
    throw new Refusal('forbidden', 'Only a site administrator (level 4) may do this.');
  }
}

/**
 * @param thing what was looked up; an organisation of null means that every organisation may use it
 * @param what its name in a sentence, such as 'document'
 * @throws {Refusal} when it does not exist, or belongs to another organisation
 */
export function foundFor<T extends { organisation: string | null }>(actor: Reader, thing: T | null, what: string): T {
  const there = found(thing, what);
  const { organisation } = there;
  if (organisation !== null && organisation !== actor.organisation && !isSiteAdministrator(actor)) {
    throw new Refusal('forbidden', `This ${what} belongs to another organization.`);
  }
  return there;
}

/**
 * Refuses to remove an organisation's last administrator.
 * @param name the user's name for the text of the refusal
 */
export async function requireOtherAdministrator(
  users: Pick<Stores['users'], 'countAtLeast'>,
  { permission, disabled_at, password_until, organisation, organization_name }: UserRecord,
  name: string,
): Promise<void> {
  if (permission < ADMIN_PERMISSION || disabled_at !== null) return;
  // A user with a one-time password may never sign in, and is not counted.
  const own = password_until === null ? 1 : 0;
  if ((await users.countAtLeast(ADMIN_PERMISSION, organisation)) > own) return;
  throw new Refusal('invalid', `${name} is the last administrator of ${organization_name}: make another one first.`);
}

/**
 * Requires the role of a template file, if the file has roles: only their holders and administrators change its
 * documents.
 */
export async function requireRole(
  actor: Actor,
  { file_name }: Pick<TemplateHead, 'file_name'>,
  roles: Pick<Stores['roles'], 'forFile'>,
): Promise<void> {
  if (actor.permission >= ADMIN_PERMISSION) return;
  const { exists, held } = await roles.forFile(file_name, actor.uuid);
  if (exists && !held) {
    throw new Refusal('forbidden', 'Documents of this template may be changed only by people who hold its role.');
  }
}

/**
 * @param thing what was looked up
 * @param what its name in a sentence, such as 'template'
 * @throws {Refusal} when it does not exist
 */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new Refusal('missing', `This ${what} does not exist, or was deleted.`);
  return thing;
}
