import type { Storage } from '#server/storage/storage.ts';
import type { AuditEntry, AuditWanted } from '#server/storage/stores/audit.ts';
import { isSiteAdministrator, requireAdministrator, type Actor } from '../access.ts';

type Lists = Pick<Storage, 'audit' | 'users' | 'organisations' | 'roles' | 'templates'>;

/** An entry with the names that its actor and its subject have now; null where they have none. */
export type NamedEntry = AuditEntry & { number: number; actor_name: string | null; subject_name: string | null };

/**
 * Reads the last entries that are wanted, newest first, with names. Documents get none, since it would add nothing.
 * @param most maximum of entries
 */
export async function readAudit(
  { audit, users, organisations, roles, templates }: Lists,
  most: number,
  wanted: AuditWanted,
): Promise<NamedEntry[]> {
  const [entries, people, all, opening, files] = await Promise.all([
    audit.list(most, wanted),
    users.list(null),
    organisations.list(),
    roles.list(),
    templates.all(),
  ]);
  const names = new Map([
    ...people.map(({ uuid, username }) => [uuid, username] as const),
    ...all.map(({ uuid, name }) => [uuid, name] as const),
    ...opening.map(({ uuid, name }) => [uuid, name] as const),
    ...files.map(({ uuid, file_name }) => [uuid, file_name] as const),
  ]);
  const nameOf = (uuid: string | null): string | null => (uuid === null ? null : (names.get(uuid) ?? null));
  return entries.map((one) => ({ ...one, actor_name: nameOf(one.actor), subject_name: nameOf(one.subject) }));
}

/** A question of an administrator to the log. `person`: a username or a uuid. */
export type AuditQuestion = Omit<AuditWanted, 'about' | 'organisation'> & { person?: string; limit: number };

/** The audit log as administrators read it. */
export type AuditReading = ReturnType<typeof createAuditReading>;

/** @param storage where the log is stored */
export function createAuditReading(storage: Lists) {
  return {
    /**
     * A page of the newest entries that concern the actor's organisation; for a site administrator, of all. An unknown
     * person has none.
     * @returns `next`: the number before which the next page begins; null after the last
     */
    async page(
      actor: Actor,
      { person, limit, ...wanted }: AuditQuestion,
    ): Promise<{ entries: NamedEntry[]; next: number | null }> {
      requireAdministrator(actor);
      const about = person === undefined ? undefined : ((await storage.users.byUsername(person))?.uuid ?? person);
      const entries = await readAudit(storage, limit + 1, {
        ...wanted,
        ...(about !== undefined && { about }),
        ...(!isSiteAdministrator(actor) && { organisation: actor.organisation }),
      });
      const shown = entries.slice(0, limit);
      return { entries: shown, next: entries.length > limit ? (shown.at(-1)?.number ?? null) : null };
    },
  };
}
