import type { Storage } from '#server/storage/storage.ts';
import { endText } from '#server/storage/lifecycle/audit-proof.ts';
import { auditEntry } from './audit.ts';

/** Start of a day (UTC), so many days ago: a server that purges each hour finds something to remove once a day. */
function daysAgo(now: Date, days: number): Date {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() - days);
  return day;
}

/**
 * Removes the audit log's entries from before a moment. The log notes it for each organisation, with the ends of what was removed, so that
 * the rest is still proved.
 * @param now the clock's moment
 * @returns how many entries were removed
 */
export function purgeAudit({ transaction }: Pick<Storage, 'transaction'>, before: Date, now: Date): Promise<number> {
  const moment = before.toISOString();
  return transaction(async ({ audit }) => {
    const { counts, ends } = await audit.old(moment);
    if (counts.size === 0) return 0;
    await audit.addNow(
      [...counts].map(([organisation, count]) => {
        const own = ends.filter((end) => end.organisation === organisation);
        const detail = `${count} entries from before ${moment}; what follows them is proved by ${own.map(endText).join(', ')}`;
        return auditEntry(now, null, 'audit_purged', { organisation, detail });
      }),
    );
    return audit.purge(moment);
  });
}

/**
 * Removes entries older than so many days. Removes nothing if that would be all entries, or all but those of a newest
 * day more than that many days after the one before it: then the clock may be years ahead, and a user may have signed
 * in by it.
 * @param now the clock's moment
 * @returns a warning in words that say what to do, if nothing was removed for that reason; else null
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
