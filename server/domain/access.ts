import { ADMIN_PERMISSION, BASIC_PERMISSION, SITE_ADMIN_PERMISSION } from '#config/constants.ts';
import type { RoleStore, TemplateHead, UserRecord } from '#server/storage/port.ts';
import { Refusal } from './refusal.ts';

/** Who makes a request. */
export type Actor = Omit<UserRecord, 'password_hash' | 'disabled_at'>;

/** The actor that a stored user is. */
export function actorOf({ password_hash: _hash, disabled_at: _disabled, ...actor }: UserRecord): Actor {
  return actor;
}

/** Decision 27: below level 2 a user only reads. */
export function requireWriter(actor: Actor): void {
  if (actor.permission < BASIC_PERMISSION) {
    throw new Refusal('forbidden', 'Your permission level lets you read documents, not change them.');
  }
}

/** Section 6: level 3 or higher administers. */
export function requireAdministrator(actor: Actor): void {
  if (actor.permission < ADMIN_PERMISSION) {
    throw new Refusal('forbidden', 'Only administrators may do this.');
  }
}

/** Decision 27: level 4 administers every organisation. */
export function isSiteAdministrator(actor: Actor): boolean {
  return actor.permission >= SITE_ADMIN_PERMISSION;
}

/**
 * Decision 26: another organisation's things are closed.
 * @param organisation whose thing it is; null means everybody's
 * @param what the thing's name in a sentence, such as 'document'
 */
export function requireOrganisation(actor: Actor, organisation: string | null, what: string): void {
  if (organisation !== null && organisation !== actor.organisation && !isSiteAdministrator(actor)) {
    throw new Refusal('forbidden', `This ${what} belongs to another organization.`);
  }
}

/** Decision 27: where roles exist for a template file, only their holders and administrators change documents of it. */
export async function requireRole(
  actor: Actor,
  { file_name }: Pick<TemplateHead, 'file_name'>,
  roles: Pick<RoleStore, 'forFile'>,
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
