import { expect, it } from 'vitest';
import { soughtWords, wordsOf } from './words.ts';

const finds = (text: string, query: string): boolean => {
  const words = [...wordsOf(text)];
  const sought = soughtWords(query);
  return sought.length > 0 && sought.every((one) => words.some((word) => word.startsWith(one)));
};

it.each([
  ['Dozer line at Mile 7, Corvane Ridge', 'corv doz'],
  ['1,240 people', '1240'],
  ['1240 people', '1,240'],
  ["1'240'000", '1240000'],
  ['12.5 km', '12.5'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['火災発生', '火災'],
  ['ไฟไหม้ป่า', 'ไฟ'],
  ['Gate 🦖', '🦖'],
  ['North → south', '→'],
  ['a/b', '/'],
  ['Gate 7', 'gate, 7'],
  ['A & B', 'a & b'],
])('%j is found by %j', (text, query) => {
  expect(finds(text, query)).toBe(true);
});

it.each([
  ['Corvane', 'vane'],
  ['Gate 7', '🦖'],
  ['Gate 7', '???'],
  ['1240', '240'],
  ['राम', 'रमा'],
])('%j is not found by %j', (text, query) => {
  expect(finds(text, query)).toBe(false);
});

it('has no words for blanks, and the beginning of a very long one', () => {
  expect(soughtWords(' \u200b\n')).toEqual([]);
  expect(finds('x'.repeat(200), 'x'.repeat(90))).toBe(true);
});
