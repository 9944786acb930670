import { currentValues, type RegionValue, valuesById } from '#machines/shared/region-values.ts';

/** What a document holds that its host does not have. */
export type UnsavedText = {
  edits: RegionValue[];
  /** What each of the edits was made of. */
  was: RegionValue[];
  /** All rows that the document's script has made; null where they are the host's, or it cannot list them. */
  rows: unknown[] | null;
  /** What they were made of; not in text that was kept by an older Ready. */
  rowsWas?: unknown[] | undefined;
  /** Nothing was typed since they were listed: what stands in them is all in the list. */
  isAllInRows?: boolean | undefined;
  /** The regions whose text came from another document and that nobody has typed in; not in text that was kept by an older Ready. */
  given?: string[] | undefined;
  /** The name that a first save was to give. */
  name: string;
  /** What lists call the document. */
  title: string;
};

/** Unsaved text that was found again. `at`: when it was written last, in epoch milliseconds. */
export type KeptText = UnsavedText & { changes: number; at: number };

/** Unsaved text that was found again, or that there is some which cannot be read. */
export type Found = KeptText | 'unreadable' | null;

/** The rows of text that was found. */
export const rowsOf = (found: Found): unknown[] | null =>
  found === null || found === 'unreadable' ? null : found.rows;

/** Unsaved text out of all that is known beside it. */
export const textOf = ({ edits, was, rows, rowsWas, isAllInRows, given, name, title }: UnsavedText): UnsavedText => ({
  edits,
  was,
  given,
  rows,
  rowsWas: rows === null ? undefined : rowsWas,
  isAllInRows: rows !== null && isAllInRows === true,
  name,
  title,
});

/** How many changes lists tell of. */
export const countOf = ({ edits }: UnsavedText): number => Math.max(edits.length, 1);

/** Text with what was typed before it and neither taken up nor discarded. What came from another document takes the place of nothing that was typed. */
export function laidOver(older: KeptText, text: UnsavedText, at: number): KeptText {
  const given = new Set(text.given);
  const typed = valuesById(older.edits);
  const newer = text.edits.filter(([id]) => !(given.has(id) && typed.has(id)));
  const edits = currentValues(older.edits, newer);
  const { rows, rowsWas } = text.rows === null ? older : text;
  // Of the edits of both some stand in the rows of one alone.
  const stillGiven = text.given?.filter((id) => !typed.has(id));
  const both = {
    ...text,
    given: stillGiven,
    edits,
    was: currentValues(text.was, older.was),
    rows,
    rowsWas,
    isAllInRows: false,
  };
  return { ...both, at, changes: countOf(both) };
}

/** Joins text that was found on the disk and in the page's memory: mostly they are the same, but another tab may have gone on. What was typed last is laid over the other. */
export function bothFound(onDisk: Found, inMemory: Found): Found {
  if (inMemory === null || inMemory === 'unreadable') return onDisk;
  if (onDisk === null || onDisk === 'unreadable') return inMemory;
  const isSame = JSON.stringify(textOf(onDisk)) === JSON.stringify(textOf(inMemory));
  if (isSame) return onDisk;
  const [older, newer] = onDisk.at > inMemory.at ? [inMemory, onDisk] : [onDisk, inMemory];
  return laidOver(older, newer, newer.at);
}

/** What was found, with newer text that is found now. @param at epoch milliseconds of now, where nothing was found before */
export function foundWith(found: Found, text: UnsavedText, at: number): Found {
  if (found !== null && found !== 'unreadable') return laidOver(found, text, found.at);
  return { ...text, at, changes: countOf(text) };
}
