import { type Difference, differencesOf } from '#machines/editor/compare.ts';
import type { Editor } from '../use-editor.ts';
import { groupName, listRegions, useRegionControls } from '../attributes/use-region-list.ts';

/** A difference as it is shown, a group's by the names of its radio buttons. `isBox`: it is the state of a box, which is said in words. */
export type ShownDifference = Difference & { name: string; isBox: boolean };

/** Where what was not saved differs from what the document holds now, by the names of regions; none where nothing was found. */
export function useDifferences(editor: Editor): ShownDifference[] {
  const { found, rowsNow } = editor.journal;
  const controls = useRegionControls(editor.openedHtml);
  if (found === null) return [];
  const regions = listRegions(editor);
  const names = new Map(regions.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  return differencesOf(regions, rowsNow, found, editor.groups).map((one) => {
    const { id, group, now, kept, was } = one;
    if (group) {
      const texts = { now: now && nameOf(now), kept: nameOf(kept), was: was && nameOf(was) };
      return { ...one, ...texts, name: groupName(group, nameOf), isBox: false };
    }
    const isBox = id !== null && controls.get(id)?.kind === 'box';
    return { ...one, name: id === null ? 'Added rows' : nameOf(id), isBox };
  });
}
