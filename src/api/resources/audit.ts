import type { Client } from '../client.ts';
import { type AuditEntry, type AuditPage, auditReply } from '#common/calls/audit.ts';
import { type UsageReply, usageReply } from '#common/calls/usage.ts';

/** A question to the audit log: moments in ISO text; empty for all. */
export type AuditQuery = { person: string; action: string; since: string; until: string };

/** A page of the audit log, newest first. @param before as `next` of the page before; null for the first */
export async function readAudit(
  client: Client,
  query: AuditQuery,
  before: string | null,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const given = Object.entries({ ...query, before: before ?? '' }).filter(([, value]) => value !== '');
  return client.get(`/v1/audit?${new URLSearchParams(given).toString()}`, auditReply, { signal });
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
    const page: AuditPage = await readAudit(client, query, next, signal);
    entries.push(...page.entries);
    next = page.next;
  } while (next !== null && entries.length < most);
  return { entries, isWhole: next === null };
}

/** The used share of the server's budgets. */
export async function readUsage(client: Client, signal?: AbortSignal): Promise<UsageReply> {
  return client.get('/v1/usage', usageReply, { signal });
}
