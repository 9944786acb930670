import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inLine, layGrid, type Spanned, spread } from './grid.ts';

/** Cells by their names; `b2x3` takes two columns and three rows. */
const table = (...rows: string[]): Spanned<string>[][] =>
  rows.map((row) =>
    row.split(' ').map((name) => {
      const [, cell = '', columns = '1', height = '1'] = /^(\D+)(?:(\d+)x(\d+))?$/.exec(name) ?? [];
      return { cell, columns: Number(columns), rows: Number(height) };
    }),
  );
const result = (...rows: string[]) => layGrid(table(...rows), 1000) ?? [];
const drawn = (...rows: string[]): string[] => result(...rows).map((row) => row.join(' '));

test('cells stand where a browser lays them: beside and below those that take several places', () => {
  expect(drawn('a b c', 'd e f')).toEqual(['a b c', 'd e f']);
  expect(drawn('a2x1 b', 'c d e')).toEqual(['a a b', 'c d e']);
  expect(drawn('a1x2 b c', 'd e')).toEqual(['a b c', 'a d e']);
  expect(drawn('a b2x2', 'c', 'd e f')).toEqual(['a b b', 'c b b', 'd e f']);
  // A cell ends with its table.
  expect(drawn('a1x9 b')).toEqual(['a b']);
});

test('a table of more places than there may be is none', () => {
  expect(layGrid(table('a1000x1'), 999)).toBeNull();
  expect(layGrid(table('a1000x1'), 1000)).not.toBeNull();
});

test('a line of cells goes straight on, each once, over those that take several places', () => {
  const grid = result('a b c', 'd2x1 e', 'f g h', 'i j1x2 k', 'l m');
  expect(inLine(grid, 'a', 0, 1)).toEqual(['d', 'f', 'i', 'l']);
  expect(inLine(grid, 'b', 0, 1)).toEqual(['d', 'g', 'j']);
  expect(inLine(grid, 'j', 0, -1)).toEqual(['g', 'd', 'b']);
  expect(inLine(grid, 'd', 1, 0)).toEqual(['e']);
  expect(inLine(grid, 'c', -1, 0)).toEqual(['b', 'a']);
  expect(inLine(grid, 'a', -1, 0)).toEqual([]);
  expect(inLine(grid, 'none', 1, 0)).toEqual([]);
  // A short row between two long ones.
  expect(inLine(result('a b', 'c', 'd e'), 'b', 0, 1)).toEqual(['e']);
});

const always = (): boolean => true;

test('values go to the right and below, and what has no cell of its own is left', () => {
  const grid = result('a b c', 'd2x1 e', 'f g h');
  const values = [
    ['1', '2', '3'],
    ['4', '5', '6'],
  ];
  expect(spread(grid, 'e', values, always)).toEqual({
    placed: [
      { cell: 'e', value: '1' },
      { cell: 'h', value: '4' },
    ],
    left: ['2', '3', '5', '6'],
  });
  // The merged cell takes the value that begins at its place.
  expect(spread(grid, 'a', values, always).placed.map(({ cell }) => cell)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(spread(grid, 'b', values, always)).toMatchObject({ left: ['3', '4', '6'] });
  expect(spread(result('a b1x2', 'c3x1'), 'c', [['1', '2', '3']], always)).toEqual({
    placed: [{ cell: 'c', value: '1' }],
    left: ['2', '3'],
  });
  expect(spread(grid, 'a', [['', '2']], always)).toEqual({ placed: [{ cell: 'b', value: '2' }], left: [] });
  expect(spread(grid, 'a', [['1', '2']], (cell) => cell !== 'b')).toMatchObject({ left: ['2'] });
});

test('no value is lost unsaid, none comes up that was not there, and no cell gets two', () => {
  const spans = fc.record({ columns: fc.integer({ min: 1, max: 3 }), rows: fc.integer({ min: 1, max: 3 }) });
  const tables = fc.array(fc.array(spans, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  const pasted = fc.array(fc.array(fc.string({ maxLength: 2 }), { minLength: 1, maxLength: 5 }), { minLength: 1 });
  fc.assert(
    fc.property(tables, pasted, fc.nat(), fc.func(fc.boolean()), (rows, values, at, takes) => {
      const named = rows.map((row, y) => row.map((span, x) => ({ ...span, cell: `${y}.${x}` })));
      const cells = named.flat().map(({ cell }) => cell);
      const grid = layGrid(named, 1000) ?? [];
      const { placed, left } = spread(grid, cells[at % cells.length] ?? '', values, (cell) => takes(cell));
      const allValues = [...placed.map(({ value }) => value), ...left].toSorted();
      expect(allValues).toEqual(
        values
          .flat()
          .filter((value) => value !== '')
          .toSorted(),
      );
      expect(new Set(placed.map(({ cell }) => cell)).size).toBe(placed.length);
    }),
  );
});
