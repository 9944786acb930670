import type { Storage } from '#server/storage/port.ts';
import { auditEntry } from './audit.ts';

/** The beginning of a day (UTC), so many days ago: a server that purges each hour finds something to take away once a day. */
export function daysAgo(now: Date, days: number): Date {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() - days);
  return day;
}

/**
 * Takes away what the audit log holds of the time before a moment, and notes in it that this was done.
 * @param now the clock's moment
 * @returns how many entries went
 */
export function purgeAudit({ transaction }: Pick<Storage, 'transaction'>, before: Date, now: Date): Promise<number> {
  return transaction(async ({ audit }) => {
    const gone = await audit.purge(before.toISOString());
    const detail = `${gone} entries from before ${before.toISOString()}`;
    if (gone > 0) await audit.add(auditEntry(now, null, 'audit_purged', { detail }));
    return gone;
  });
}
