import { LRUCache } from 'lru-cache';
import { CHANGE_SHOWN } from '#common/config/constants.ts';
import type { Difference } from '#common/document/regions/differences.ts';
import { unpackText } from '#server/storage/archive-record.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { ArchiveHead } from '#server/storage/stores/archives.ts';
import { found, foundFor, type Reader } from '../access.ts';
import type { Documents } from './documents.ts';
import type { Waiter } from '../line.ts';

/**
 * Changes of one submission. `ofTemplate`: the submission that it is compared with, the one before it of its WIP, was
 * also the template's newest then.
 */
type RecentChange = {
  archive: Pick<ArchiveHead, 'uuid' | 'submitted_on'>;
  ofTemplate: boolean;
  differences: readonly Pick<Difference, 'id' | 'isGone'>[];
};

/** Finds recent changes for walls that were not connected. */
export type RecentChanges = ReturnType<typeof createRecentChanges>;

/** Maximum of submissions that are read. */
const MOST = 10;
/** More changes than any submission has. */
const ALL = 1_000_000;
/** Characters of results in the cache. */
const KEPT = 4_000_000;
/** All comparisons share one place in the queue, besides each user who saves. */
const IN_TURN: Waiter = { who: 'recent changes', waiting: null };

/**
 * A submission never changes: each is compared once for all calls, also for calls that come during the comparison.
 * Submissions older than ten minutes are never compared, so no reader can make the server compare all stored ones.
 * @param now the clock
 */
export function createRecentChanges(
  { archives, records }: Pick<Storage, 'archives' | 'records'>,
  documents: Documents,
  now: () => Date,
) {
  const htmlOf = async (uuid: string) => {
    const read = await archives.packed(uuid);
    return read?.packed ? { html: await unpackText(read.packed), lines: read.line_breaks } : null;
  };
  const compared = new LRUCache<string, { differences: readonly Difference[] }, string>({
    maxSize: KEPT,
    sizeCalculation: ({ differences }) => differences.reduce((sum, { id }) => sum + id.length + 10, 1),
    async fetchMethod(uuid, _stale, { context: earlier }) {
      const before = await htmlOf(earlier);
      const own = before && (await htmlOf(uuid));
      return own ? { differences: await documents.compare(before, own, IN_TURN) } : undefined;
    },
  });
  return {
    /**
     * Finds the changes of a submission, and of those of its WIP before it, newest first: of the last ten minutes, as far
     * back as there is one to compare with.
     * @throws {Refusal} for an archive that is missing, or not the reader's
     */
    async of(reader: Reader, uuid: string): Promise<RecentChange[]> {
      let archive = foundFor(reader, await archives.head(uuid), 'archive');
      const changes: RecentChange[] = [];
      const isRecent = (): boolean => now().getTime() - Date.parse(archive.submitted_on) < CHANGE_SHOWN;
      while (changes.length < MOST && isRecent() && archive.dropped_at === null) {
        // oxlint-disable eslint/no-await-in-loop -- from each to the one before
        const { ofWip, ofTemplate } = await archives.before(archive);
        if (ofWip?.organisation !== archive.organisation || ofWip.dropped_at !== null) break;
        const one = await compared.fetch(archive.uuid, { context: ofWip.uuid });
        // oxlint-enable eslint/no-await-in-loop
        if (!one) break;
        changes.push({ archive, ofTemplate: ofTemplate?.uuid === ofWip.uuid, differences: one.differences });
        archive = ofWip;
      }
      return changes;
    },
    /**
     * The same for an earlier moment, from the index of records.
     * @param moment the last one of the ten minutes
     */
    async at(reader: Reader, uuid: string, moment: string): Promise<RecentChange[]> {
      const { organisation, wip, place, submitted_on } = foundFor(reader, await records.head(uuid), 'archive');
      const from = new Date(Date.parse(moment) - CHANGE_SHOWN).toISOString();
      const to = new Date(Date.parse(submitted_on) + 1).toISOString();
      const heads = (await records.page({ organisation, wip, from, to, words: [] }, null, 2 * MOST)).filter(
        (head) => head.place <= place,
      );
      const first = heads.findIndex(({ changed }) => changed === null);
      const known = heads.slice(0, Math.min(first < 0 ? heads.length : first, MOST));
      const changes = Map.groupBy(await records.changes(known, ALL, 0), (change) => change.place);
      return Promise.all(
        known.map(async (head) => {
          const archive = found(await archives.head(head.uuid), 'archive');
          const { ofWip, ofTemplate } = await archives.before(archive);
          return {
            archive,
            ofTemplate: ofTemplate?.uuid === ofWip?.uuid,
            differences: (changes.get(head.place) ?? []).map(({ region, is }) => ({ id: region, isGone: is === null })),
          };
        }),
      );
    },
  };
}
