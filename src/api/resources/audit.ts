import { type AuditEntry, type AuditPage, readAudit } from '#common/calls/audit.ts';
import type { Client } from '../client.ts';

/** A question to the audit log: moments in ISO text; empty for all. */
export type AuditQuery = { person: string; action: string; since: string; until: string };

/** A page of the audit log, newest first. @param before as `next` of the page before; null for the first */
export async function readAuditPage(
  client: Client,
  query: AuditQuery,
  before: string | null,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const asked = Object.entries({ ...query, before: before ?? '' }).filter(([, value]) => value !== '');
  return client.call(readAudit, {}, { signal, query: Object.fromEntries(asked) });
}

/**
 * The log page after page, for a file.
 * @param most how many entries at most
 * @returns `isWhole`: whether that is all
 */
export async function readAllAudit(
  client: Client,
  query: AuditQuery,
  most: number,
  signal?: AbortSignal,
): Promise<{ entries: AuditEntry[]; isWhole: boolean }> {
  const entries: AuditEntry[] = [];
  let next: string | null = null;
  do {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each page begins where the one before ended
    const page: AuditPage = await readAuditPage(client, query, next, signal);
    entries.push(...page.entries);
    next = page.next;
  } while (next !== null && entries.length < most);
  return { entries, isWhole: next === null };
}
