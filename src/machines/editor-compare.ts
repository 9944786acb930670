import type { RegionValue } from './editor-edits.ts';
import type { UnsavedText } from './unsaved-text.ts';
import { rowsText } from './save-basis.ts';

/**
 * Where unsaved text from before differs from what the document holds. `id`: null for the rows. `now`: null where the document has no such region, or has not told
 * its rows. `was`: what the text was made of, where the document says something else by now.
 */
export type Difference = { id: string | null; now: string | null; kept: string; was: string | null };

/**
 * @param values what the document holds now
 * @param rows the rows that it holds now; null while it has not told them
 */
export function differencesOf(
  values: readonly { readonly id: string; readonly value: string }[],
  rows: unknown[] | null,
  found: Pick<UnsavedText, 'edits' | 'was' | 'rows'>,
): Difference[] {
  const held = new Map(values.map(({ id, value }): RegionValue => [id, value]));
  const was = new Map(found.was);
  const keptRows = rowsText(found.rows ?? []);
  const regions = found.edits.flatMap(([id, kept]): Difference[] => {
    const now = held.get(id) ?? null;
    if (now === kept) return [];
    // Text of a region that the document's script made stands among the rows.
    if (now === null && kept.trim() !== '' && keptRows.includes(kept.trim())) return [];
    const before = was.get(id) ?? null;
    return [{ id, now, kept, was: now === null || before === now ? null : before }];
  });
  if (found.rows === null || JSON.stringify(found.rows) === JSON.stringify(rows)) return regions;
  return [...regions, { id: null, now: rows && rowsText(rows), kept: keptRows, was: null }];
}
