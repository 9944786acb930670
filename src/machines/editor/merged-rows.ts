import { textOf } from './host-content.ts';

/** Owner of a value. */
export type Side = 'mine' | 'theirs';

/** Rows of two users that were made from the same ones. */
type Rows = {
  readonly was: readonly unknown[];
  readonly mine: readonly unknown[];
  readonly theirs: readonly unknown[];
};

/** The rows of two users. */
export type MergedRows = {
  /** The rows that both have changed, and differently; null if there are none. */
  readonly disputed: Rows | null;
  readonly theirs: unknown[];
  /** All rows, with the disputed ones of one user. */
  readonly rows: (side: Side) => unknown[];
};

/** Rows by their ids; null if one is no object with a text `id`, or two have the same. */
function byId(rows: readonly unknown[]): Map<string, unknown> | null {
  const found = new Map<string, unknown>();
  for (const row of rows) {
    const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : null;
    if (typeof id !== 'string' || id === '' || found.has(id)) return null;
    found.set(id, row);
  }
  return found;
}

/** Their ids in their order, with each that only I have behind the one that it follows in mine. */
function idsInOrder(mine: Iterable<string>, theirs: Iterable<string>): string[] {
  const ids = [...theirs];
  let before = -1;
  for (const id of mine) {
    const at = ids.indexOf(id);
    before = at === -1 ? before + 1 : at;
    if (at === -1) ids.splice(before, 0, id);
  }
  return ids;
}

/** Merges the rows of two users by their text `id`; rows without are one thing, of one user or of the other. */
export function mergeRows(all: Rows): MergedRows {
  const [was, mine, theirs] = [byId(all.was), byId(all.mine), byId(all.theirs)];
  const own = [...all.theirs];
  if (!was || !mine || !theirs) {
    return { disputed: all, theirs: own, rows: (side) => [...all[side]] };
  }
  const isSame = (one: Map<string, unknown>, other: Map<string, unknown>, id: string): boolean =>
    textOf(one.get(id) ?? null) === textOf(other.get(id) ?? null);
  const ids = idsInOrder(mine.keys(), theirs.keys());
  const isDisputed = (id: string): boolean =>
    !isSame(mine, was, id) && !isSame(theirs, was, id) && !isSame(mine, theirs, id);
  const disputed = new Set([...was.keys(), ...ids].filter(isDisputed));
  const among = (rows: Map<string, unknown>): unknown[] => [...disputed].flatMap((id) => rows.get(id) ?? []);
  return {
    disputed: disputed.size === 0 ? null : { was: among(was), mine: among(mine), theirs: among(theirs) },
    theirs: own,
    rows: (side) =>
      ids.flatMap((id) => {
        const isMine = disputed.has(id) ? side === 'mine' : isSame(theirs, was, id);
        return (isMine ? mine : theirs).get(id) ?? [];
      }),
  };
}
