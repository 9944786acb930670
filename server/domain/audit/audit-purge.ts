import type { Storage } from '#server/storage/port/port.ts';
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
 * Takes away what is older than so many days, unless that is all, or all but a newest day that stands alone: then a clock may be ahead by years, and
 * somebody have signed in by it.
 * @param now the clock's moment
 * @returns a warning in words that say what to do, where nothing was taken away for that reason; else null
 */
export async function purgeOldAudit(
  storage: Pick<Storage, 'transaction' | 'audit'>,
  days: number,
  now: Date,
): Promise<string | null> {
  const before = daysAgo(now, days).toISOString();
  const newest = await storage.audit.newest();
  if (newest === null || newest < before) return null;
  const earlier = await storage.audit.newest(daysAgo(new Date(newest), 0).toISOString());
  const isAlone = earlier !== null && earlier < before && earlier < daysAgo(new Date(newest), days).toISOString();
  if (isAlone) {
    return (
      `READY_AUDIT_DAYS takes nothing away of the audit log (its newest day, ${dayOf(newest)}, is more than ${days} days after the one before it, ` +
      `${dayOf(earlier)}, so that the clock may be wrong). If it is, set it right; if not: audit purge --before ${dayOf(before)}.`
    );
  }
  await purgeAudit(storage, new Date(before), now);
  return null;
}

const dayOf = (moment: string): string => moment.slice(0, 10);
