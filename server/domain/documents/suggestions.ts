import { LRUCache } from 'lru-cache';
import type { RegionSuggestions } from '#common/calls/templates.ts';
import { inSlices, type Work } from '#common/document/text/in-slices.ts';
import type { OfferedRegions } from '#common/document/html/offered-regions.ts';
import { isShortLine } from '#common/document/regions/suggestions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { WipRecord } from '#server/storage/stores/wips.ts';
import { foundFor, type Actor } from '../access.ts';
import type { Documents } from './documents.ts';

/** Values that were used before in the regions of documents. */
export type Suggestions = {
  /**
   * Suggestions from the documents of a template in the actor's organisation: by region, the most used value first, and
   * of equally used ones the last.
   * @throws {Refusal} for a template that is missing, or another organisation's
   */
  of(actor: Actor, template: string): Promise<readonly RegionSuggestions[]>;
};

/** Maximum of documents read, the last changed ones, and bytes of values in all and of each. */
const READ = { documents: 100, bytes: 1_000_000, each: 250_000 } as const;
/** Bytes of the stored values of an untouched document. */
const NOTHING = 2;
/** Maximum of values of a region, and characters of a reply. */
const REPLY_MAX = { values: 40, characters: 200_000 } as const;
/** Characters of replies in the cache. */
const KEPT = 4_000_000;
const DAY = 86_400_000;

type Written = Pick<WipRecord, 'uuid' | 'template_version' | 'values'>;

/** Revisions of a template's documents in one organisation. */
type Wanted = { uuids: readonly string[]; now: string };

/**
 * Nothing is stored: a value that is in no document any more is not suggested. Documents are read again if one of them
 * was saved since.
 * @param days how far back, by the last change of a document
 */
export function createSuggestions(
  { templates, wips }: Pick<Storage, 'templates' | 'wips'>,
  documents: Pick<Documents, 'offered'>,
  days: number,
  now: () => Date,
): Suggestions {
  const collect = async ({ uuids, now: version }: Wanted): Promise<RegionSuggestions[]> => {
    const read = new Map((await wips.valuesOf(uuids)).map((wip) => [wip.uuid, wip]));
    const written = uuids.flatMap((uuid) => read.get(uuid) ?? []);
    const regions = new Map<string, OfferedRegions>();
    for (const one of new Set([version, ...written.map(({ template_version }) => template_version)]))
      // oxlint-disable-next-line eslint/no-await-in-loop -- mostly one, and each is parsed
      regions.set(one, await documents.offered(one));
    return inSlices(collecting(written, regions, regions.get(version)?.withheld ?? new Set()));
  };
  const kept = new LRUCache<string, RegionSuggestions[], Wanted>({
    maxSize: KEPT,
    sizeCalculation: (found, key) => found.reduce((sum, one) => sum + sizeOf(one), key.length),
    fetchMethod: (_key, _stale, { context }) => collect(context),
  });
  return {
    async of(actor, template) {
      const head = foundFor(actor, await templates.head(template), 'template');
      const { organisation } = actor;
      const since = new Date(now().getTime() - days * DAY).toISOString();
      let left: number = READ.bytes;
      const newest = (await wips.newest({ template, organisation }, since, READ.documents)).filter(({ bytes }) => {
        const isTaken = bytes > NOTHING && bytes <= Math.min(left, READ.each);
        if (isTaken) left -= bytes;
        return isTaken;
      });
      const state = newest.map(({ uuid, revision }) => `${uuid} ${revision}`).join();
      return kept.forceFetch(`${template} ${organisation} ${head.template_version} ${state}`, {
        context: { uuids: newest.map(({ uuid }) => uuid), now: head.template_version },
      });
    },
  };
}

const sizeOf = ({ id, values }: RegionSuggestions): number =>
  values.reduce((sum, value) => sum + value.length, id.length);

/**
 * @param written the last changed first
 * @param withheld ids that the template marks as private now, whatever it did when a document was made
 */
function* collecting(
  written: readonly Written[],
  regions: ReadonlyMap<string, OfferedRegions>,
  withheld: ReadonlySet<string>,
): Work<RegionSuggestions[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { template_version, values } of written) {
    yield;
    const ids = regions.get(template_version)?.offered;
    for (const [id, text] of Object.entries(JSON.parse(values) as Record<string, string>)) {
      const value = text.trim();
      if (value === '' || !isShortLine(value) || ids?.has(id) !== true || withheld.has(id)) continue;
      const ofRegion = counts.get(id) ?? new Map<string, number>();
      counts.set(id, ofRegion.set(value, (ofRegion.get(value) ?? 0) + 1));
    }
  }
  yield;
  return selectValues(counts);
}

/** The best value of each region, then the second best of each, and so on, as long as there is room. */
function selectValues(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): RegionSuggestions[] {
  const best = [...counts].map(([id, ofRegion]) => ({
    id,
    // A stable order: of equally used values the one from the last changed document comes first.
    ranked: [...ofRegion].toSorted(([, one], [, other]) => other - one).map(([value]) => value),
    values: [] as string[],
  }));
  let left: number = REPLY_MAX.characters;
  for (let rank = 0; rank < REPLY_MAX.values; rank += 1) {
    for (const { id, ranked, values } of best) {
      const value = ranked[rank];
      if (value === undefined) continue;
      left -= value.length + (rank === 0 ? id.length : 0);
      if (left < 0) return listed(best);
      values.push(value);
    }
  }
  return listed(best);
}

const listed = (found: readonly RegionSuggestions[]): RegionSuggestions[] =>
  found.flatMap(({ id, values }) => (values.length > 0 ? [{ id, values }] : []));
