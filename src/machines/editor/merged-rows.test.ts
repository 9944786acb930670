import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeRows } from './merged-rows.ts';
import { questionsOf, settled, UNDISPUTED, type Basis } from './save-basis.ts';

const row = (id: string, text = '') => ({ id, text });
const was = [row('a'), row('b')];
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

it('rows that only one of two users has changed, added or removed are merged, each at its place', () => {
  const mine = [row('a', 'mine'), row('x'), row('b'), row('c')];
  const theirs = [row('y'), row('a'), row('z')];
  const { disputed, rows } = mergeRows({ was, mine, theirs });
  expect(disputed).toBeNull();
  const merged = [row('y'), row('a', 'mine'), row('x'), row('c'), row('z')];
  expect([rows('mine'), rows('theirs')]).toEqual([merged, merged]);
});

it('rows that both have changed are asked about, alone, and the others are merged', () => {
  const mine = [row('a', 'mine'), row('c', 'mine')];
  const theirs = [row('a', 'theirs'), row('b', 'theirs'), row('d')];
  const { disputed, rows } = mergeRows({ was, mine, theirs });
  expect(disputed).toEqual({ was, mine: [row('a', 'mine')], theirs: [row('a', 'theirs'), row('b', 'theirs')] });
  expect(rows('mine')).toEqual([row('a', 'mine'), row('c', 'mine'), row('d')]);
  expect(rows('theirs')).toEqual([row('a', 'theirs'), row('c', 'mine'), row('b', 'theirs'), row('d')]);
});

it.each([
  ['texts', ['one']],
  ['no ids', [{ text: 'one' }]],
  ['ids that are no texts', [{ id: 1 }]],
  ['an id twice', [row('a'), row('a', 'again')]],
])('rows with %s are one thing', (_, mine) => {
  const all = { was, mine, theirs: [row('c')] };
  const { disputed, rows } = mergeRows(all);
  expect([disputed, rows('mine'), rows('theirs')]).toEqual([all, mine, all.theirs]);
});

it('no row of either user goes unsaid, and who wins decides only what both have changed', () => {
  const rowsOf = fc.uniqueArray(fc.record({ id: fc.constantFrom(...IDS), text: fc.constantFrom('', '1', '2') }), {
    selector: ({ id }) => id,
  });
  fc.assert(
    fc.property(rowsOf, rowsOf, rowsOf, (before, mine, theirs) => {
      const { disputed, rows } = mergeRows({ was: before, mine, theirs });
      for (const side of ['mine', 'theirs'] as const) {
        const merged = rows(side) as typeof mine;
        for (const id of IDS) {
          const of = (all: readonly unknown[]) => (all as typeof mine).find((one) => one.id === id)?.text;
          const isDisputed =
            disputed !== null && [of(disputed.mine), of(disputed.theirs)].some((one) => one !== undefined);
          const expected = isDisputed
            ? of(side === 'mine' ? mine : theirs)
            : of(mine) === of(before)
              ? of(theirs)
              : of(mine);
          expect(of(merged)).toBe(expected);
        }
      }
    }),
  );
});

it('a save that was refused for rows goes on without a question if they merge, and the document keeps what its own are based on', () => {
  const theirs = [...was, row('theirs')];
  const mine = [row('a', 'mine'), row('b')];
  const basis: Basis = {
    ...UNDISPUTED,
    loaded: { regions: [], newAttributes: was },
    baseline: [],
    edits: [],
    snapshot: { values: [], newAttributes: mine },
    rowsMadeOf: was,
    conflict: { revision: 4, updated_on: null, updated_by: null, conflicts: [], new_attributes: theirs },
  };
  expect(questionsOf(basis)).toEqual([]);
  const merged = [row('a', 'mine'), row('b'), row('theirs')];
  expect(settled(basis, { values: [], rows: null })).toMatchObject({
    rowsMadeOf: was,
    rowsTaken: { rows: merged, was: theirs },
  });
});
