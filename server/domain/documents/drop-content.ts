import { setTimeout } from 'node:timers/promises';
import { problemOf } from '#server/storage/lifecycle/archive-proof.ts';
import type { Storage, Stores } from '#server/storage/storage.ts';
import type { ArchivesWanted, NumberedArchive } from '#server/storage/stores/archives.ts';
import { auditEntry } from '../audit/audit.ts';
import { holdsOf, holdText } from '../holds.ts';

/**
 * Archives whose content is removed in one transaction, and milliseconds between two of them: a save does not wait
 * long.
 */
const AT_ONCE = 20;
const PAUSE = 200;
/** Archives that are listed at once. */
const LISTED = 1_000;

/** The result of removing the content of archives. */
export type Dropped = {
  archives: number;
  /** Bytes that were stored for them alone. */
  bytes: number;
  /** How many were left because a wall shows them. */
  shown: number;
  /** How many were left because of holds, and these in words. */
  held: number;
  holds: string[];
  /** Problems of archives that were left: without their content no problem could be found any more. */
  problems: string[];
};

/** The way of removing content. */
export type Dropping = {
  /** Includes those that a wall shows, and those that are not as they were submitted; never those that are held. */
  isForced?: boolean;
  /** Only counts what would be removed, without its bytes. */
  isTrial?: boolean;
  /** The action in the audit log. */
  action?: 'content_removed' | 'retention_applied';
  /** Problems that were found before, by the uuids of their archives: these are not proved again. More are added. */
  known?: Map<string, string>;
  /** Ends after so many archives. */
  most?: number;
};

export const NOTHING_DROPPED: Dropped = { archives: 0, bytes: 0, shown: 0, held: 0, holds: [], problems: [] };

/** The sum of two results. */
export const addDropped = (one: Dropped, other: Dropped): Dropped => ({
  archives: one.archives + other.archives,
  bytes: one.bytes + other.bytes,
  shown: one.shown + other.shown,
  held: one.held + other.held,
  holds: [...new Set([...one.holds, ...other.holds])],
  problems: [...one.problems, ...other.problems],
});

/**
 * Removes the content of archives, a few in each transaction. Their records stay, and prove themselves and the chain; content that other archives
 * share stays for these. What is held stays.
 * @param wanted which ones
 * @param now the clock
 */
export async function dropContent(
  storage: Pick<Storage, 'archives' | 'holds' | 'transaction'>,
  wanted: ArchivesWanted,
  dropping: Dropping,
  now: () => Date,
): Promise<Dropped> {
  const { isForced = false, isTrial = false, most = Infinity, known = new Map<string, string>() } = dropping;
  let dropped = NOTHING_DROPPED;
  // oxlint-disable no-await-in-loop -- a few at once
  for (let after = 0; ;) {
    const listed = await storage.archives.withContent(wanted, after, LISTED);
    const end = listed.at(-1);
    if (!end) return dropped;
    // Read again within each transaction: what is held already needs no proof.
    const active = await storage.holds.active();
    const free = listed.filter((one) => holdsOver(active, one).length === 0);
    const holds = listed.flatMap((one) => holdsOver(active, one).map(holdText));
    dropped = addDropped(dropped, { ...NOTHING_DROPPED, held: listed.length - free.length, holds });
    for (const few of fewOfOne(free)) {
      if (dropped.archives >= most) return dropped;
      if (!isTrial && dropped.archives > 0) await setTimeout(PAUSE);
      // Unpacked and proved before the transaction, for which others wait.
      for (const { uuid } of isForced ? [] : few) {
        const found = known.has(uuid) ? null : await storage.archives.proof(uuid);
        const problem = found && (await problemOf(found.record, found.before));
        if (problem !== null) known.set(uuid, problem);
      }
      dropped = addDropped(dropped, await storage.transaction((stores) => drop(stores, few, known, dropping, now())));
    }
    after = end.number;
  }
  // oxlint-enable no-await-in-loop
}

const holdsOver = (active: Parameters<typeof holdsOf>[0], archive: NumberedArchive) =>
  holdsOf(active, { ...archive, at: archive.submitted_on });

/** The archives in parts, each of one WIP. */
function* fewOfOne(listed: readonly NumberedArchive[]): Generator<NumberedArchive[]> {
  for (const archives of Map.groupBy(listed, ({ wip }) => wip).values())
    for (let at = 0; at < archives.length; at += AT_ONCE) yield archives.slice(at, at + AT_ONCE);
}

/** Removes the content of archives of one WIP, within a transaction. @param problems those of archives that stay for them */
async function drop(
  stores: Stores,
  few: readonly NumberedArchive[],
  problems: ReadonlyMap<string, string>,
  { isForced = false, isTrial = false, action = 'content_removed' }: Dropping,
  now: Date,
): Promise<Dropped> {
  const some = { ...NOTHING_DROPPED, holds: [] as string[], problems: [] as string[] };
  await stores.holds.lock();
  const active = await stores.holds.active();
  for (const archive of few) {
    const problem = problems.get(archive.uuid);
    const holds = holdsOver(active, archive);
    if (holds.length > 0) {
      some.held += 1;
      some.holds.push(...holds.map(holdText));
    } else if (!isForced && (await stores.archives.isShown(archive.uuid))) some.shown += 1;
    else if (problem !== undefined) some.problems.push(problem);
    else if (isTrial) some.archives += 1;
    else {
      const bytes = await stores.archives.dropContent(archive.uuid, now.toISOString());
      const head = bytes === null ? null : await stores.records.head(archive.uuid);
      if (head) await stores.records.remove(head.wip, head.place);
      // Another command may have been faster.
      if (bytes !== null) some.archives += 1;
      some.bytes += bytes ?? 0;
    }
  }
  const { wip: subject = null, organisation = null } = few[0] ?? {};
  const detail = `${some.archives} archives, ${some.bytes} bytes`;
  if (some.archives > 0 && !isTrial)
    await stores.audit.add(auditEntry(now, null, action, { subject, organisation, detail }));
  return some;
}
