/**
 * A region of a document with its value, a group of radio buttons with its answer, or a row that the document's own script added. `label`: its name
 * as the product shows it.
 */
export type Entry = { readonly id: string; readonly label: string; readonly value: string; readonly isRow?: boolean };

/** One difference. `was` and `is` are null where there is no such region; a row that only moved has the same text in both. */
export type Change = {
  readonly id: string;
  readonly label: string;
  readonly was: string | null;
  readonly is: string | null;
  readonly kind: 'changed' | 'added' | 'removed' | 'moved';
};

/** The differences of the newer document in its order, followed by what it no longer has, and how many entries are equal in both. */
export type Comparison = { readonly changes: readonly Change[]; readonly unchanged: number };

/**
 * The places of a longest rising sequence.
 * @param numbers distinct
 */
function rising(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const places = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) places.add(at);
  return places;
}

/** The ids of rows that are in another order: as few as possible, and the same ones whichever document is the newer. */
function movedRows(before: readonly Entry[], now: readonly Entry[]): ReadonlySet<string> {
  const rowsOf = (entries: readonly Entry[], others: ReadonlySet<string>): string[] =>
    entries.flatMap(({ id, isRow }) => (isRow && others.has(id) ? [id] : []));
  const ids = (entries: readonly Entry[]): Set<string> =>
    new Set(entries.flatMap(({ id, isRow }) => (isRow ? [id] : [])));
  const [were, are] = [rowsOf(before, ids(now)), rowsOf(now, ids(before))];
  if (were.join('\n') === are.join('\n')) return new Set();
  const [first, second] = were.join('\n') < are.join('\n') ? [were, are] : [are, were];
  const places = new Map(first.map((id, at) => [id, at]));
  const stays = rising(second.map((id) => places.get(id) ?? 0));
  return new Set(second.filter((_, at) => !stays.has(at)));
}

/** The first of each id: a document may name one twice. */
function byId(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) if (!found.has(entry.id)) found.set(entry.id, entry);
  return found;
}

/** Compares two documents by the ids of their entries, whatever templates they are made from. */
export function compareEntries(before: readonly Entry[], now: readonly Entry[]): Comparison {
  const [old, current] = [byId(before), byId(now)];
  const moved = movedRows([...old.values()], [...current.values()]);
  const changes: Change[] = [];
  let unchanged = 0;
  for (const [id, { label, value: is }] of current) {
    const was = old.get(id)?.value ?? null;
    const kind = was === null ? 'added' : was !== is ? 'changed' : moved.has(id) ? 'moved' : null;
    if (kind === null) unchanged += 1;
    else changes.push({ id, label, was, is, kind });
  }
  for (const [id, { label, value: was }] of old)
    if (!current.has(id)) changes.push({ id, label, was, is: null, kind: 'removed' });
  return { changes, unchanged };
}
