import { hash } from 'node:crypto';
import type { Row } from './schema.ts';

/** The columns of an entry of the audit log that its checksum covers. */
export const AUDIT_ENTRY = ['at', 'action', 'actor', 'organisation', 'subject', 'address', 'detail'] as const;
type AuditEntry = Row<'audit', typeof AUDIT_ENTRY>;

/** A place in the chain of one organization. */
export type Link = { link_number: number; link: string };

const sha256 = (texts: readonly (string | null)[]): string => hash('sha256', JSON.stringify(texts), 'hex');

/**
 * The next link of an organization's own chain, of which nothing of other organizations is needed.
 * @param before the newest link; undefined for the first
 * @param checksum of what is added
 */
export function nextLink(before: Link | undefined, checksum: string): Link {
  return { link_number: (before?.link_number ?? 0) + 1, link: sha256([before?.link ?? null, checksum]) };
}

/** The texts of which the checksum of an entry of the audit log is made. @param previous the checksum before it */
export function auditTexts(entry: AuditEntry, previous: string | null): (string | null)[] {
  const { at, action, actor, organisation, subject, address, detail } = entry;
  return [at, action, actor, organisation, subject, address, detail, previous];
}

/** The checksum of an entry of the audit log: the SHA-256 of the JSON text of its texts. */
export const auditChecksum = (entry: AuditEntry, previous: string | null): string =>
  sha256(auditTexts(entry, previous));
