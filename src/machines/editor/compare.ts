import type { RegionValue } from '../shared/region-values.ts';
import { chosenOf, groupsById, type RadioGroup } from '#common/document/regions/radio-groups.ts';
import type { UnsavedText } from '#machines/unsaved/unsaved-text.ts';
import { rowsText } from './save-basis.ts';

/**
 * A difference between unsaved text of an earlier visit and the document. `id`: null for the rows. `now`: null if the
 * document has no such region, or has not listed its rows. `was`: the host's text that the unsaved text was based on,
 * if the document has another one by now.
 */
export type Difference = {
  id: string | null;
  now: string | null;
  kept: string;
  was: string | null;
  /** For radio buttons: all of their group. The texts are then the ids of the chosen ones. */
  group?: RadioGroup;
};

/**
 * @param values the document's values now
 * @param rows its rows now; null before it has listed them
 */
export function differencesOf(
  values: readonly { readonly id: string; readonly value: string }[],
  rows: unknown[] | null,
  found: Pick<UnsavedText, 'edits' | 'was' | 'rows'>,
  groups: readonly RadioGroup[] = [],
): Difference[] {
  const held = new Map(values.map(({ id, value }): RegionValue => [id, value]));
  const was = new Map(found.was);
  const keptRows = rowsText(found.rows ?? []);
  const groupOf = groupsById(groups);
  const edited = new Map(found.edits);
  const regions = [...edited].flatMap(([id, kept]): Difference[] => {
    const group = groupOf.get(id);
    if (group) return group.find((one) => edited.has(one)) === id ? inGroup(group, held, was, edited) : [];
    const now = held.get(id) ?? null;
    if (now === kept) return [];
    // Text of a region that the document's script made is part of the rows.
    if (now === null && kept.trim() !== '' && keptRows.includes(kept.trim())) return [];
    const before = was.get(id) ?? null;
    return [{ id, now, kept, was: now === null || before === now ? null : before }];
  });
  if (found.rows === null || JSON.stringify(found.rows) === JSON.stringify(rows)) return regions;
  return [...regions, { id: null, now: rows && rowsText(rows), kept: keptRows, was: null }];
}

/** The chosen radio button of a group, if it differs. */
function inGroup(
  group: RadioGroup,
  held: ReadonlyMap<string, string>,
  was: ReadonlyMap<string, string>,
  edited: ReadonlyMap<string, string>,
): Difference[] {
  const [now, before, kept] = [
    chosenOf(group, (id) => held.get(id)) ?? '',
    chosenOf(group, (id) => was.get(id)) ?? '',
    chosenOf(group, (id) => edited.get(id) ?? was.get(id)) ?? '',
  ];
  return now === kept ? [] : [{ id: group[0] ?? '', now, kept, was: before === now ? null : before, group }];
}
