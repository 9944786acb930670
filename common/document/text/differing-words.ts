import { diffWordsWithSpace } from 'diff';

/** Milliseconds after which two long texts that have little in common are left unmarked. */
const PATIENCE = 100;

/** A part of a text. `at`: its start; `isNew`: true if it is not in the other one. */
export type Part = { at: number; text: string; isNew: boolean };

/**
 * Splits a text into the words that it shares with another one, and the others; it stays whole if they share none. @param other the text for comparison
 */
export function partsOf(text: string, other: string): Part[] {
  const changes = diffWordsWithSpace(other, text, { timeout: PATIENCE }) ?? [];
  let end = 0;
  const parts = changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ at: (end += value.length) - value.length, text: value, isNew: added }));
  const sharesWords = parts.some((part) => !part.isNew && /[\p{L}\p{N}]/u.test(part.text));
  return sharesWords ? parts : [{ at: 0, text, isNew: false }];
}
