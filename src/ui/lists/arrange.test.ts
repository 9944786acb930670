import { expect, it } from 'vitest';
import { indexed, matching, sorted } from './arrange.ts';

const entries = indexed(
  [
    { name: 'Shift 10', words: 'Night', date: 30 },
    { name: 'shift 9', date: null },
    { name: 'Łódź évacuation', words: 'North gate', date: 50 },
    { name: 'Alpha', date: 30 },
  ],
  (entry) => entry,
);
const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

it('finds by every word, in any order, whatever the case and the accents', () => {
  const found = (query: string): string[] => names(matching(entries, query));
  expect(found('  ')).toHaveLength(4);
  expect(found('SHIFT')).toEqual(['Shift 10', 'shift 9']);
  expect(found('gate evac')).toEqual(['Łódź évacuation']);
  expect(found('ÉVAC')).toEqual(['Łódź évacuation']);
  expect(found('night 9')).toEqual([]);
  expect(found('g\u00ada\u200bte')).toEqual(['Łódź évacuation']);
});

it('sorts by name with numbers as numbers, or the newest first with the undated last, and keeps equal ones in order', () => {
  expect(names(sorted(entries, 'name'))).toEqual(['Alpha', 'Łódź évacuation', 'shift 9', 'Shift 10']);
  expect(names(sorted(entries, 'newest'))).toEqual(['Łódź évacuation', 'Shift 10', 'Alpha', 'shift 9']);
});
