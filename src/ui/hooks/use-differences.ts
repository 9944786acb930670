import { type Difference, differencesOf } from '#machines/editor-compare.ts';
import type { Editor } from './use-editor.ts';
import { listRegions, useRegionControls } from './use-region-list.ts';

/** A difference as it is shown. `isBox`: it is the state of a box, which is said in words. */
export type ShownDifference = Difference & { name: string; isBox: boolean };

/** Where what was not saved differs from what the document holds now, by the names of regions; none where nothing was found. */
export function useDifferences(editor: Editor): ShownDifference[] {
  const { found, rowsNow } = editor.journal;
  const controls = useRegionControls(editor.openedHtml);
  if (found === null) return [];
  const regions = listRegions(editor);
  const names = new Map(regions.map(({ id, name }) => [id, name]));
  return differencesOf(regions, rowsNow, found).map((one) => ({
    ...one,
    name: one.id === null ? 'Added rows' : (names.get(one.id) ?? one.id),
    isBox: one.id !== null && controls.get(one.id)?.kind === 'box',
  }));
}
