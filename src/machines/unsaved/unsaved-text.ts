import { currentValues, type RegionValue, valuesById } from '#machines/shared/region-values.ts';

/** A document, as its address names it: a base template, or a WIP made from it. */
export type Place = { template: string; wip: string | null };

/** Identity of the document at a place: a WIP is the same wherever it was opened from. */
export const documentOf = ({ template, wip }: Place): [template: string, wip: string] => [
  wip === null ? template : '',
  wip ?? '',
];

/** Text of a document that its host does not have. */
export type UnsavedText = {
  edits: RegionValue[];
  /** Values that the edits started from. */
  was: RegionValue[];
  /** All rows made by the document's script; null if the host has them, or the document cannot list them. */
  rows: unknown[] | null;
  /** Rows that they started from; missing in text stored by an older Ready. */
  rowsWas?: unknown[] | undefined;
  /** True if nothing was typed since they were listed: the list contains all of their text. */
  isAllInRows?: boolean | undefined;
  /** Regions with text from another document that no user has edited; missing in text stored by an older Ready. */
  given?: string[] | undefined;
  /** The name that a first save was to give. */
  name: string;
  /** Name of the document in lists. */
  title: string;
};

/** Unsaved text that was found again. `at`: when it was written last, in epoch milliseconds. */
export type KeptText = UnsavedText & { changes: number; at: number };

/** Unsaved text that was found again, or the fact that it cannot be read. */
export type Found = KeptText | 'unreadable' | null;

/** Returns the rows of found text. */
export const rowsOf = (found: Found): unknown[] | null =>
  found === null || found === 'unreadable' ? null : found.rows;

/** Picks the unsaved text out of a larger object. */
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

/** Number of changes that lists show. */
export const countOf = ({ edits }: UnsavedText): number => Math.max(edits.length, 1);

/** Merges text with older text that was neither restored nor discarded. Text from another document never replaces typed text. */
export function mergedText(older: KeptText, text: UnsavedText, at: number): KeptText {
  const given = new Set(text.given);
  const typed = valuesById(older.edits);
  const newer = text.edits.filter(([id]) => !(given.has(id) && typed.has(id)));
  const edits = currentValues(older.edits, newer);
  const { rows, rowsWas } = text.rows === null ? older : text;
  // Some edits are contained only in the rows of one of the two.
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

/**
 * Merges text that was found on the disk and in the page's memory: usually both are equal, but another tab may have gone on. The newer text is applied over
 * the older one.
 */
export function bothFound(onDisk: Found, inMemory: Found): Found {
  if (inMemory === null || inMemory === 'unreadable') return onDisk;
  if (onDisk === null || onDisk === 'unreadable') return inMemory;
  const isSame = JSON.stringify(textOf(onDisk)) === JSON.stringify(textOf(inMemory));
  if (isSame) return onDisk;
  const [older, newer] = onDisk.at > inMemory.at ? [inMemory, onDisk] : [onDisk, inMemory];
  return mergedText(older, newer, newer.at);
}

/** Merges found text with newer text that is found now. @param at epoch milliseconds of now, used if nothing was found before */
export function foundWith(found: Found, text: UnsavedText, at: number): Found {
  if (found !== null && found !== 'unreadable') return mergedText(found, text, found.at);
  return { ...text, at, changes: countOf(text) };
}
