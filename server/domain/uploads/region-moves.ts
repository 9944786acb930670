import { folded } from '#common/document/text/folded.ts';
import type { RegionKind } from '#common/document/regions/values.ts';

/** A region of a document, with its name for users. */
export type NamedRegion = { id: string; kind: RegionKind; name: string };

/** A lost region and the new one that seems to be the same: by its name, or only by its place between others. */
export type SameRegion = { from: string; to: string; from_name: string; to_name: string; by_name: boolean };

/**
 * Regions by id: those that are new in a document, those that it lost, those that are in another order, and those that
 * seem to be there under another id.
 */
export type RegionMoves = { came: string[]; went: string[]; moved: string[]; same: SameRegion[] };

const kinds = (run: readonly NamedRegion[]): string => run.map(({ kind }) => kind).join();

/** Keys by which regions are grouped; null for one that stays. @param stays its id in the document before */
const likenesses = {
  name: () => (one: NamedRegion, stays?: string) => (stays === undefined ? `${one.kind} ${folded(one.name)}` : null),
  /** The region before it that stays. */
  place: () => {
    let last = '';
    return (_one: NamedRegion, stays?: string) => {
      last = stays ?? last;
      return stays === undefined ? last : null;
    };
  },
};

/** Finds lost regions that seem to be there under another id: first by kind and name, then by place. */
function sameRegions(before: readonly NamedRegion[], now: readonly NamedRegion[]): SameRegion[] {
  const old = new Set(before.map(({ id }) => id));
  const same: SameRegion[] = [];
  /** The ids of before, by id now. */
  const stays = new Map(now.flatMap(({ id }) => (old.has(id) ? [[id, id] as const] : [])));
  for (const by of ['name', 'place'] as const) {
    const [keyBefore, keyNow, kept] = [likenesses[by](), likenesses[by](), new Set(stays.values())];
    const groups = Map.groupBy(now, (one) => keyNow(one, stays.get(one.id)));
    for (const [key, went] of Map.groupBy(before, (one) => keyBefore(one, kept.has(one.id) ? one.id : undefined))) {
      const came = key === null ? [] : (groups.get(key) ?? []);
      if (kinds(went) !== kinds(came)) continue;
      for (const [at, { id: to, name: to_name }] of came.entries()) {
        const { id: from = '', name: from_name = '' } = went[at] ?? {};
        same.push({ from, to, from_name, to_name, by_name: by === 'name' });
        stays.set(to, from);
      }
    }
  }
  return same;
}

/** The largest set of regions that keep their order: all others have moved. */
function keepingOrder(places: readonly number[]): Set<number> {
  // The smallest last place of each length of a run, and for each place the one before it in its run.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const place of places) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before.set(place, ends[low - 1]);
    ends[low] = place;
  }
  const kept = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) kept.add(place);
  return kept;
}

/**
 * Compares the regions of two documents by their ids.
 * @param before in document order
 * @param now in document order
 * @param canKeep true for a region that can get the id of before
 */
export function regionMoves(
  before: readonly NamedRegion[],
  now: readonly NamedRegion[],
  canKeep: (same: SameRegion) => boolean,
): RegionMoves {
  const same = sameRegions(before, now).filter(canKeep);
  const paired = new Set(same.flatMap(({ from, to }) => [from, to]));
  const [old, its] = [before.map(({ id }) => id), now.map(({ id }) => id)];
  const placeOf = new Map(old.map((id, at) => [id, at]));
  const there = new Set(its);
  const both = its.filter((id) => placeOf.has(id));
  const kept = keepingOrder(both.map((id) => placeOf.get(id) ?? 0));
  return {
    came: its.filter((id) => !placeOf.has(id) && !paired.has(id)),
    went: old.filter((id) => !there.has(id) && !paired.has(id)),
    moved: both.filter((id) => !kept.has(placeOf.get(id) ?? 0)),
    same,
  };
}
