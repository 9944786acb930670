import { setTimeout } from 'node:timers/promises';
import { problemOf } from '#server/storage/lifecycle/archive-proof.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { ArchivesWanted } from '#server/storage/stores/archives.ts';
import { auditEntry } from '../audit/audit.ts';

/**
 * Archives whose content is removed in one transaction, and milliseconds between two of them: a save does not wait
 * long.
 */
const AT_ONCE = 20;
const PAUSE = 200;

/** The result of removing the content of archives. */
export type Dropped = {
  archives: number;
  /** Bytes that were stored for them alone. */
  bytes: number;
  /** How many were left because a wall shows them. */
  shown: number;
  /** Problems of archives that were left: without their content no problem could be found any more. */
  problems: string[];
};

/**
 * Removes the content of archives. Their records stay, and prove themselves and the chain; content that other archives
 * share stays for these.
 * @param wanted which ones
 * @param isForced includes those that a wall shows, and those that are not as they were submitted
 * @param now the clock
 */
export async function dropContent(
  storage: Pick<Storage, 'archives' | 'transaction'>,
  wanted: ArchivesWanted,
  isForced: boolean,
  now: () => Date,
): Promise<Dropped> {
  const dropped: Dropped = { archives: 0, bytes: 0, shown: 0, problems: [] };
  const byWip = Map.groupBy(await storage.archives.withContent(wanted), ({ wip }) => wip);
  for (const [subject, archives] of byWip) {
    for (let at = 0; at < archives.length; at += AT_ONCE) {
      const few = archives.slice(at, at + AT_ONCE);
      // oxlint-disable no-await-in-loop -- a few at once
      if (dropped.archives > 0) await setTimeout(PAUSE);
      // Unpacked and proved before the transaction, for which others wait.
      const problems = new Map<string, string>();
      for (const { uuid } of isForced ? [] : few) {
        const problem = await problemOfArchive(storage.archives, uuid);
        if (problem !== null) problems.set(uuid, problem);
      }
      await storage
        .transaction(async (stores) => {
          const some: Dropped = { archives: 0, bytes: 0, shown: 0, problems: [] };
          for (const archive of few) {
            const problem = problems.get(archive.uuid);
            if (!isForced && (await stores.archives.isShown(archive.uuid))) some.shown += 1;
            else if (problem !== undefined) some.problems.push(problem);
            else {
              const bytes = await stores.archives.dropContent(archive.uuid, now().toISOString());
              const head = bytes === null ? null : await stores.records.head(archive.uuid);
              if (head) await stores.records.remove(head.wip, head.place);
              // Another command may have been faster.
              if (bytes !== null) some.archives += 1;
              some.bytes += bytes ?? 0;
            }
          }
          const { organisation } = archives[0] ?? { organisation: null };
          const detail = `${some.archives} archives, ${some.bytes} bytes`;
          if (some.archives > 0)
            await stores.audit.add(auditEntry(now(), null, 'content_removed', { subject, organisation, detail }));
          return some;
        })
        .then((some) => {
          dropped.archives += some.archives;
          dropped.bytes += some.bytes;
          dropped.shown += some.shown;
          dropped.problems.push(...some.problems);
        });
      // oxlint-enable no-await-in-loop
    }
  }
  return dropped;
}

/** The problem of an archive, in words; null when it is as it was submitted. */
async function problemOfArchive(archives: Storage['archives'], uuid: string): Promise<string | null> {
  const found = await archives.proof(uuid);
  const problem = found && (await problemOf(found.record, found.before));
  return problem && `archive ${uuid} ${problem}`;
}
