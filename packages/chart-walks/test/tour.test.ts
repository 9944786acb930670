import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tour, type Way } from 'chart-walks';

const START = '0';
const AGAIN = 4;

/** How far it is from a node to each other one, where beginning again is an arrow as well. */
function distances(ways: readonly Way[], from: string): Map<string, number> {
  const far = new Map([[from, 0]]);
  for (let changed = true; changed;) {
    changed = false;
    const arrows = [
      ...ways.map((way) => ({ ...way, cost: 1 })),
      ...[...far.keys()].map((at) => ({ from: at, to: START, cost: AGAIN })),
    ];
    for (const { from: at, to, cost } of arrows) {
      const there = (far.get(at) ?? Infinity) + cost;
      if (there >= (far.get(to) ?? Infinity)) continue;
      far.set(to, there);
      changed = true;
    }
  }
  return far;
}

/** The least that has to be gone twice, by trying every way to match a node with too many ways in with one with too many out. */
function least(ways: readonly Way[]): number {
  const count = (side: keyof Way, name: string): number => ways.filter((way) => way[side] === name).length;
  const names = [...new Set(ways.flatMap(({ from, to }) => [from, to]))];
  const more = names.flatMap((name) =>
    Array.from({ length: Math.max(0, count('to', name) - count('from', name)) }, () => name),
  );
  const fewer = names.flatMap((name) =>
    Array.from({ length: Math.max(0, count('from', name) - count('to', name)) }, () => name),
  );
  const far = new Map(names.map((name) => [name, distances(ways, name)]));
  const known = new Map<string, number>();
  const match = (at: number, open: readonly string[]): number => {
    const from = more[at];
    if (from === undefined) return 0;
    const key = `${at} ${open.join()}`;
    const found =
      known.get(key) ??
      Math.min(
        ...[...new Set(open)].map(
          (to) => (far.get(from)?.get(to) ?? Infinity) + match(at + 1, open.toSpliced(open.indexOf(to), 1)),
        ),
      );
    known.set(key, found);
    return found;
  };
  return match(0, fewer);
}

/** Cost of a round that takes the arrows in this order: the shortest way between two of them, and back to the start at the end. */
function costOf(order: readonly Way[], ways: readonly Way[]): number {
  let at = START;
  let cost = 0;
  for (const way of order) {
    cost += (distances(ways, at).get(way.from) ?? Infinity) + 1;
    at = way.to;
  }
  return cost + (distances(ways, at).get(START) ?? Infinity);
}

/** A graph in which everything can be come to from the start. */
const graphs = fc
  .record({
    size: fc.integer({ min: 2, max: 6 }),
    parents: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    more: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
  })
  .map(({ size, parents, more }): Way[] => [
    ...Array.from({ length: size - 1 }, (_, at) => ({
      from: String((parents[at] ?? 0) % (at + 1)),
      to: String(at + 1),
    })),
    ...more.map(([from, to]) => ({ from: String(from % size), to: String(to % size) })),
  ]);

describe('the tour', () => {
  it('goes every arrow once, and as few as possible again', () => {
    fc.assert(
      fc.property(graphs, (ways) => {
        const order = tour(ways, [START], AGAIN);
        expect(new Set(order)).toEqual(new Set(ways));
        expect(order).toHaveLength(ways.length);
        expect(costOf(order, ways)).toBe(ways.length + least(ways));
      }),
      { numRuns: 300 },
    );
  });
});
