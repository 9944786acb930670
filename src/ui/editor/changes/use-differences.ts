import { type Difference, differencesOf } from '#machines/editor/compare.ts';
import { type Editor, useValues } from '../use-editor.ts';
import { groupName, listRegions, useRegionControls } from '../attributes/use-region-list.ts';

/** A difference as shown; a group has the names of its radio buttons. `isBox`: the state of a box, shown in words. */
export type ShownDifference = Difference & { name: string; isBox: boolean };

/**
 * Differences between the unsaved text and the document's content now, with the names of regions; none if no text was
 * found.
 */
export function useDifferences(editor: Editor): ShownDifference[] {
  const { found, rowsNow } = editor.journal;
  const values = useValues(editor);
  const controls = useRegionControls(editor.openedHtml);
  if (found === null) return [];
  const regions = listRegions({ ...editor, ...values });
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
