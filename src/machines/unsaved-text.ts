import { currentValues } from './editor-edits.ts';
import type { Found, KeptText, UnsavedText } from './journal.setup.ts';

/** Unsaved text out of all that is known beside it. */
export const textOf = ({ edits, was, rows, rowsWas, name, title }: UnsavedText): UnsavedText => ({
  edits,
  was,
  rows,
  rowsWas: rows === null ? undefined : rowsWas,
  name,
  title,
});

/** How many changes lists tell of. */
export const countOf = ({ edits }: UnsavedText): number => Math.max(edits.length, 1);

/** Text with what was typed before it and neither taken up nor discarded. */
export function laidOver(older: KeptText, text: UnsavedText, at: number): KeptText {
  const edits = currentValues(older.edits, text.edits);
  const { rows, rowsWas } = text.rows === null ? older : text;
  const both = { ...text, edits, was: currentValues(text.was, older.was), rows, rowsWas };
  return { ...both, at, changes: countOf(both) };
}

/** What was found, with newer text that is found now. @param at epoch milliseconds of now, where nothing was found before */
export function foundWith(found: Found, text: UnsavedText, at: number): Found {
  if (found !== null && found !== 'unreadable') return laidOver(found, text, found.at);
  return { ...text, at, changes: countOf(text) };
}
