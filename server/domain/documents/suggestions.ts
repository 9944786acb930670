import { LRUCache } from 'lru-cache';
import type { RegionSuggestions } from '#api/contract/suggestions.ts';
import { inSlices, type Work } from '#document/html/in-slices.ts';
import type { OfferedRegions } from '#document/regions/offered-regions.ts';
import { isShortLine } from '#document/regions/suggestions.ts';
import type { Storage, WipRecord } from '#server/storage/port/port.ts';
import { foundFor, type Actor } from '../access.ts';
import type { Documents } from './documents.ts';

/** Values that were used before in the regions of documents. */
export type Suggestions = {
  /**
   * Of the actor's own organisation's documents of a template: by region, the most used first, and of those that are used alike the last one.
   * @throws {Refusal} for a template that is missing, or another organisation's
   */
  of(actor: Actor, template: string): Promise<readonly RegionSuggestions[]>;
};

/** So many documents are read, the last changed ones, with so many bytes of values in all and each. */
const READ = { documents: 100, bytes: 1_000_000, each: 250_000 } as const;
/** Bytes of the values of a document into which nothing was written. */
const NOTHING = 2;
/** So many values of a region are told, and so many characters in all. */
const TOLD = { values: 40, characters: 200_000 } as const;
/** Characters of replies that are kept at hand. */
const KEPT = 4_000_000;
const DAY = 86_400_000;

type Written = Pick<WipRecord, 'uuid' | 'template_version' | 'values'>;

/** A template's documents of one organisation, as they stand. */
type Wanted = { uuids: readonly string[]; now: string };

/**
 * Nothing is stored: what stands in no document any more is offered to nobody. It is read anew when one of the documents was saved since.
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

/** @param written the last changed first @param withheld ids that the template marks as private now, whatever it was when a document was made */
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
  return told(counts);
}

/** The best value of each region, then the second best of each, and so on, as long as there is room. */
function told(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): RegionSuggestions[] {
  const best = [...counts].map(([id, ofRegion]) => ({
    id,
    // A stable order: of equal counts the one that stands in the document that was changed last.
    ranked: [...ofRegion].toSorted(([, one], [, other]) => other - one).map(([value]) => value),
    values: [] as string[],
  }));
  let left: number = TOLD.characters;
  for (let rank = 0; rank < TOLD.values; rank += 1) {
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
