type Value = readonly [id: string, value: string];

/** A region that was changed or added, or that is gone. */
export type Difference = { readonly id: string; readonly isGone: boolean };

/** Differences of the newer document, in its order, followed by the regions that it no longer has. */
export function differences(before: Iterable<Value>, now: Iterable<Value>): Difference[] {
  const old = new Map(before);
  const found: Difference[] = [];
  for (const [id, value] of now) {
    if (old.get(id) !== value) found.push({ id, isGone: false });
    old.delete(id);
  }
  return [...found, ...Array.from(old.keys(), (id) => ({ id, isGone: true }))];
}
