import type { AuditAction, AuditEntry } from '#server/storage/port/port.ts';
import type { Actor } from '../access.ts';

/**
 * An entry of the audit log: what is written down for good and never changed. No names, no contents.
 * @param at the moment
 * @param actor who did it; null for the command line, or when nobody is signed in
 * @param more what it was done to, and the rest that is known
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
