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
