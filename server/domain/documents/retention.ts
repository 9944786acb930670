import type { Storage } from '#server/storage/storage.ts';
import { isClockAhead } from '../audit/audit-purge.ts';
import { dropContent, type Dropped, type Dropping } from './drop-content.ts';

const DAY = 86_400_000;
/** Archives of a template whose content a server removes in one hour. */
const IN_AN_HOUR = 2_000;

/** A template whose contents are kept for some days, and what became of the older ones. */
export type Retained = { uuid: string; name: string; days: number; before: string } & Dropped;

/**
 * Removes the content of archives that are older than their template or the installation keeps them, in the way of
 * `archive drop-content`: what a wall shows, what is held and what is not as it was submitted stays.
 * @param days of the installation, for templates without a number of their own; null for ever
 * @param isTrial only counts
 * @param most archives of each template
 * @param known problems that were found before
 */
export async function applyRetention(
  storage: Pick<Storage, 'archives' | 'holds' | 'templates' | 'transaction'>,
  days: number | null,
  { isTrial = false, most = Infinity, known }: Pick<Dropping, 'isTrial' | 'most' | 'known'>,
  now: () => Date,
): Promise<Retained[]> {
  const all: Retained[] = [];
  for (const { uuid, name, kept_days } of await storage.templates.all()) {
    const kept = kept_days ?? days;
    if (kept === null) continue;
    const before = new Date(now().getTime() - kept * DAY).toISOString();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const dropped = await dropContent(
      storage,
      { before, template: uuid },
      { isTrial, most, action: 'retention_applied', ...(known && { known }) },
      now,
    );
    all.push({ uuid, name, days: kept, before, ...dropped });
  }
  return all;
}

/** Days without an entry in the audit log after which the clock is doubted. */
const CLOCK_DOUBT = 30;

/**
 * The same as a server does it each hour: some at once, and nothing while the clock may be ahead.
 * @param days of the installation
 * @param known problems that were found by this process: each hour would find them again
 * @returns a warning in words if nothing was removed for that reason; else null
 */
export async function retainHourly(
  storage: Pick<Storage, 'archives' | 'audit' | 'holds' | 'templates' | 'transaction'>,
  days: number | null,
  known: Map<string, string>,
  now: () => Date,
): Promise<string | null> {
  if (days === null && (await storage.templates.all()).every(({ kept_days }) => kept_days === null)) return null;
  if (await isClockAhead(storage.audit, CLOCK_DOUBT, now()))
    return `No content is removed by its age: the audit log has nothing from ${CLOCK_DOUBT} days before its newest day or before now, so that the clock may be wrong. If it is, set it right; if not: records retention.`;
  await applyRetention(storage, days, { most: IN_AN_HOUR, known }, now);
  return null;
}
