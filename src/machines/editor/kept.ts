import type { DocumentSnapshot, LoadedDocument, RegionValue } from './edits.ts';
import type { UnsavedText } from '#machines/unsaved-text.ts';
import { textsIn } from './save-basis.ts';

/** What a new WIP is made of, where only text is left that was typed into a document and never saved. */
export const keptCopyOf = ({ edits, rows, name, title }: UnsavedText) => ({
  name: name || title,
  snapshot: { values: edits, newAttributes: rows ?? [] },
  ofTemplate: [] as RegionValue[],
});

/** Where no rows are left it has those of its template. */
export const withRowsOf = (
  snapshot: DocumentSnapshot | null,
  { newAttributes }: Pick<LoadedDocument, 'newAttributes'>,
): DocumentSnapshot | null =>
  snapshot?.newAttributes.length === 0 ? { values: snapshot.values, newAttributes } : snapshot;

/** Whether a document of the template can hold all of the text: in its regions, or in the rows that are made again. */
export function hasPlaceForAll(regions: readonly RegionValue[], snapshot: DocumentSnapshot | null): boolean {
  const known = new Set(regions.map(([id]) => id));
  const inRows = new Set(['', ...textsIn(snapshot?.newAttributes ?? [])]);
  return (snapshot?.values ?? []).every(([id, value]) => known.has(id) || inRows.has(value.trim()));
}
