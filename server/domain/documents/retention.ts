import type { Storage } from '#server/storage/storage.ts';
import { isClockAhead } from '../audit/audit-purge.ts';
import { dropContent, type Dropped } from './drop-content.ts';

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
 */
export async function applyRetention(
  storage: Pick<Storage, 'archives' | 'holds' | 'templates' | 'transaction'>,
  days: number | null,
  { isTrial = false, most = Infinity }: { isTrial?: boolean; most?: number },
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
      { isTrial, most, action: 'retention_applied' },
      now,
    );
    all.push({ uuid, name, days: kept, before, ...dropped });
  }
  return all;
}

/**
 * The same as a server does it each hour: some at once, and nothing while the clock may be years ahead.
 * @param days of the installation
 */
export async function retainHourly(
  storage: Pick<Storage, 'archives' | 'audit' | 'holds' | 'templates' | 'transaction'>,
  days: number | null,
  now: () => Date,
): Promise<void> {
  const shortest = Math.min(...(await storage.templates.all()).map(({ kept_days }) => kept_days ?? days ?? Infinity));
  if (Number.isFinite(shortest) && !(await isClockAhead(storage.audit, shortest, now())))
    await applyRetention(storage, days, { most: IN_AN_HOUR }, now);
}
