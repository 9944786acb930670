import type { Stores } from '#server/storage/storage.ts';
import type { AuditAction, AuditEntry } from '#server/storage/stores/audit.ts';
import type { Actor } from '../access.ts';

/**
 * An entry of the audit log: stored for good and never changed. No names, no contents.
 * @param at the moment
 * @param actor the user who did it; null for the command line, or if no user is signed in
 * @param more the subject, and the other fields that are known
 */
export function auditEntry(
  at: Date,
  actor: Pick<Actor, 'uuid' | 'organisation'> | null,
  action: AuditAction,
  more: Partial<Pick<AuditEntry, 'subject' | 'organisation' | 'address' | 'detail'>> = {},
): AuditEntry {
  return {
    at: at.toISOString(),
    action,
    actor: actor?.uuid ?? null,
    organisation: actor?.organisation ?? null,
    subject: null,
    address: null,
    detail: null,
    ...more,
  };
}

/**
 * Author and time of a change. The command line and administrators in the browser make these changes by the
 * same rules, each within a transaction. Callers check the permission first. The changes return the events of sessions
 * that ended, for the event bus.
 */
export type By = {
  /** Null for the command line. */
  actor: Actor | null;
  at: Date;
};

/** Adds a change of a user or a thing to the audit log. */
export function noteOf(
  { audit }: Pick<Stores, 'audit'>,
  { actor, at }: By,
  action: AuditAction,
  { uuid, organisation }: { uuid: string; organisation: string | null },
  detail: string | null = null,
): Promise<void> {
  return audit.add(auditEntry(at, actor, action, { subject: uuid, organisation, detail }));
}
