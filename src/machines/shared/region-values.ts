/** A region's id and its value. Pairs and not objects: ids such as `__proto__` are legal. */
export type RegionValue = [id: string, value: string];

const indexes = new WeakMap<readonly RegionValue[], Map<string, string>>();

/** Returns the values by id, indexed once per list: a keystroke must not cost more in a long document. */
export function valuesById(values: readonly RegionValue[]): ReadonlyMap<string, string> {
  let index = indexes.get(values);
  if (!index) {
    index = new Map(values);
    indexes.set(values, index);
  }
  return index;
}

/** Returns the current values: the baseline with the edits applied. */
export function currentValues(baseline: readonly RegionValue[], edits: readonly RegionValue[]): RegionValue[] {
  const changed = valuesById(edits);
  const known = valuesById(baseline);
  const values = baseline.map(([id, value]): RegionValue => [id, changed.get(id) ?? value]);
  return [...values, ...edits.filter(([id]) => !known.has(id))];
}
