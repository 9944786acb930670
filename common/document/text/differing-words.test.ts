import { expect, it } from 'vitest';
import { partsOf } from './differing-words.ts';

const news = (text: string, other: string): string[] =>
  partsOf(text, other).flatMap((part) => (part.isNew ? [part.text.trim()] : []));

it('finds the words of a text that are not in the other one, and loses none of the rest', () => {
  const theirs = 'Wind W 25.\nFROM AMIR. Road closed.';
  expect(news(theirs, 'Wind W 20.\nRoad closed.')).toEqual(['25', 'FROM AMIR.']);
  expect(news('Wind.', 'Wind.')).toEqual([]);
  expect(news('', 'Wind.')).toEqual([]);
  expect(
    partsOf(theirs, 'Wind W 20.\nRoad closed.')
      .map(({ text }) => text)
      .join(''),
  ).toBe(theirs);
});

it('leaves texts unmarked that have nothing in common, also long ones', () => {
  expect(partsOf('Storm.', 'Calm.')).toEqual([{ at: 0, text: 'Storm.', isNew: false }]);
  const long = (word: string): string => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ');
  expect(partsOf(long('a'), long('b'))).toEqual([{ at: 0, text: long('a'), isNew: false }]);
});
