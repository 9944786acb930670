import type { Storage, Stores } from '#server/storage/storage.ts';
import { endText } from '#server/storage/lifecycle/audit-proof.ts';
import { Refusal } from '../refusal.ts';
import { requireNotHeld } from '../holds.ts';
import { auditEntry } from './audit.ts';

type Purged = Pick<Storage, 'transaction' | 'audit'>;

/** Start of a day (UTC), so many days ago: a server that purges each hour finds something to remove once a day. */
function daysAgo(now: Date, days: number): Date {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() - days);
  return day;
}

/**
 * Removes the audit log's entries from before a moment, some at once, so that others wait for none of it long. The log notes each time for
 * each organisation how many, and the ends of what was removed, so that the rest is still proved.
 * @param now the clock's moment
 * @returns how many entries were removed
 * @throws {Refusal} if a hold covers one of them
 */
export async function purgeAudit(storage: Purged, before: Date, now: Date): Promise<number> {
  const moment = before.toISOString();
  const last = await storage.audit.lastOld(moment);
  if (last === null) return 0;
  const what = `Something in the audit log from before ${dayOf(moment)}`;
  const purgeSome = async ({ audit, holds }: Stores): Promise<number> => {
    await requireNotHeld({ holds }, what, () => holds.ofAudit(moment));
    const removed = await audit.old(moment, last);
    if (!removed) return 0;
    const { to, counts, ends } = removed;
    await audit.addNow(
      [...counts].map(([organisation, count]) => {
        const own = ends.filter((end) => end.organisation === organisation);
        const detail = `${count} entries from before ${moment}; what follows them is proved by ${own.map(endText).join(', ')}`;
        return auditEntry(now, null, 'audit_purged', { organisation, detail });
      }),
    );
    return audit.purge(moment, to);
  };
  for (let gone = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const some = await storage.transaction(purgeSome);
    if (some === 0) return gone;
    gone += some;
  }
}

/**
 * Removes entries older than so many days. Removes nothing if that would be all entries, or all but those of a newest
 * day more than that many days after the one before it: then the clock may be years ahead, and a user may have signed
 * in by it.
 * @param now the clock's moment
 * @returns a warning in words that say what to do, if nothing was removed for that reason or for a hold; else null
 */
export async function purgeOldAudit(storage: Purged, days: number, now: Date): Promise<string | null> {
  const before = daysAgo(now, days).toISOString();
  const doubt = await doubtOf(storage.audit, days, now);
  if (doubt === 'old') return null;
  if (doubt) {
    return (
      `READY_AUDIT_DAYS takes nothing away of the audit log (its newest day, ${dayOf(doubt.newest)}, is more than ${days} days after the one before it, ` +
      `${dayOf(doubt.earlier)}, so that the clock may be wrong). If it is, set it right; if not: audit purge --before ${dayOf(before)}.`
    );
  }
  try {
    await purgeAudit(storage, new Date(before), now);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return `READY_AUDIT_DAYS takes nothing away of the audit log. ${error.message}`;
    throw error;
  }
}

/** True if the clock may be ahead: nothing that is older than so many days should be removed by itself then. */
export const isClockAhead = async (audit: Storage['audit'], days: number, now: Date): Promise<boolean> =>
  (await doubtOf(audit, days, now)) !== null;

/** Doubts of the clock: the whole log is `old`, or its newest day is too long after the one before it. */
async function doubtOf(
  audit: Storage['audit'],
  days: number,
  now: Date,
): Promise<'old' | { newest: string; earlier: string } | null> {
  const before = daysAgo(now, days).toISOString();
  const newest = await audit.newest();
  if (newest === null || newest < before) return 'old';
  const earlier = await audit.newest(daysAgo(new Date(newest), 0).toISOString());
  const isAlone = earlier !== null && earlier < before && earlier < daysAgo(new Date(newest), days).toISOString();
  return isAlone ? { newest, earlier } : null;
}

const dayOf = (moment: string): string => moment.slice(0, 10);
