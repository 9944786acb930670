/** Regions by id: those that are new in a document, those that it lost, and those that are in another order. */
export type RegionMoves = { came: string[]; went: string[]; moved: string[] };

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
 */
export function regionMoves(before: readonly string[], now: readonly string[]): RegionMoves {
  const placeOf = new Map(before.map((id, at) => [id, at]));
  const there = new Set(now);
  const both = now.filter((id) => placeOf.has(id));
  const kept = keepingOrder(both.map((id) => placeOf.get(id) ?? 0));
  return {
    came: now.filter((id) => !placeOf.has(id)),
    went: before.filter((id) => !there.has(id)),
    moved: both.filter((id) => !kept.has(placeOf.get(id) ?? 0)),
  };
}
