import type { RegionSuggestions } from '#common/calls/templates.ts';
import { isShortLine, SHORT_LINE_BYTES } from '#common/document/regions/suggestions.ts';
import type { Storage } from '#server/storage/storage.ts';
import { foundFor, type Actor } from '../access.ts';
import type { Documents } from './documents.ts';

/** Values that were used before in the regions of documents. */
export type Suggestions = ReturnType<typeof createSuggestions>;

/** Maximum of documents, the last changed ones, of their values in all, and of documents whose values are read at once. */
const READ = { documents: 100, values: 20_000, together: 10 } as const;
/** Maximum of values of a region, and characters of a reply. */
const REPLY_MAX = { values: 40, characters: 200_000 } as const;
const DAY = 86_400_000;

/**
 * A value that the newest submission of no document holds is not suggested.
 * @param days how far back, by the last change of a document
 */
export function createSuggestions(
  { templates, wips, records }: Pick<Storage, 'templates' | 'wips' | 'records'>,
  documents: Pick<Documents, 'offered'>,
  days: number,
  now: () => Date,
) {
  return {
    /**
     * Suggestions from what the documents of a template in the actor's organisation hold, as they were last submitted: by region, the most used
     * value first, and of equally used ones the last.
     * @throws {Refusal} for a template that is missing, or another organisation's
     */
    async of(actor: Actor, template: string): Promise<readonly RegionSuggestions[]> {
      const { template_version: version } = foundFor(actor, await templates.head(template), 'template');
      const { offered } = await documents.offered(version);
      const since = new Date(now().getTime() - days * DAY).toISOString();
      const newest = await wips.newest({ template, organisation: actor.organisation }, since, READ.documents);
      const counts = new Map([...offered.keys()].map((id) => [id, new Map<string, number>()]));
      let left: number = READ.values;
      for (let at = 0; at < newest.length && left > 0; at += READ.together) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the last changed ones first, and other calls in between
        const values = await records.newestValues(newest.slice(at, at + READ.together), left, SHORT_LINE_BYTES);
        left -= values.length;
        for (const { region, value: text } of values) {
          const value = text.trim();
          // The template's own value is in the region already.
          if (value === '' || value === offered.get(region)?.trim() || !isShortLine(value)) continue;
          const ofRegion = counts.get(region);
          ofRegion?.set(value, (ofRegion.get(value) ?? 0) + 1);
        }
      }
      return selectValues(counts);
    },
  };
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
