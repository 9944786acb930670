import type { Storage } from '#server/storage/port.ts';
import { auditEntry } from './audit.ts';

/** The beginning of a day (UTC), so many days ago: a server that purges each hour finds something to take away once a day. */
function daysAgo(now: Date, days: number): Date {
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

/**
 * Takes away what is older than so many days, unless that is all: then a clock may be ahead by years, and what is old goes once something new is noted.
 * @param now the clock's moment
 */
export async function purgeOldAudit(
  storage: Pick<Storage, 'transaction' | 'audit'>,
  days: number,
  now: Date,
): Promise<void> {
  const before = daysAgo(now, days);
  const newest = await storage.audit.newest();
  if (newest !== null && newest >= before.toISOString()) await purgeAudit(storage, before, now);
}
