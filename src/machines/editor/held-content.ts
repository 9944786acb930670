import type { SaveConflict } from '#api/contract/conflicts.ts';
import type { EditedAttribute } from '#api/contract/wips.ts';
import { chosenOf, groupsById, oneOfEach, type RadioGroup } from '#document/regions/radio-groups.ts';
import { type LoadedDocument, wipNameOf } from './edits.ts';
import { type RegionValue, valuesById } from '../shared/region-values.ts';

/** What a host has that compares nothing itself, as far as is known: as it was read last, with what was saved since. */
export type HeldContent = { regions: RegionValue[]; newAttributes: unknown[] };

type Editing = { isGuarded: boolean; wip: string | null; name: string };

/** What is known of the host's document when it was read. A save sends the name that is shown, and is not to undo the one that somebody else has given. */
export const heldBy = ({ isGuarded, wip, name }: Editing, { detail, regions, newAttributes }: LoadedDocument) => ({
  held: isGuarded ? null : ({ regions, newAttributes } satisfies HeldContent),
  name: wip === null ? name : wipNameOf(detail, wip),
});

/** A save that is to be held against it. `rows`: those that the document holds, and those that they were made of. */
type Save = {
  edits: readonly EditedAttribute[];
  was: readonly RegionValue[];
  rows: { mine: unknown[]; was: unknown[] };
  groups: readonly RadioGroup[];
};

const plainly = (value: string): string => value.replace(/\r\n?/g, '\n').trim();
/** Whether two values say the same: a host may trim a value, and write its line breaks in its own way. */
export const isSame = (one: string, other: string): boolean => one === other || plainly(one) === plainly(other);

/** A row as text in which the order of an object's members says nothing: a host may keep them in another one. */
function textOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  if (Array.isArray(row)) return `[${row.map(textOf).join()}]`;
  const members = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`);
  return `{${members.sort().join()}}`;
}
const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean => textOf(some) === textOf(others);

/** The rows that somebody else has changed. A document without rows says nothing of them: not every host gives them back. */
function rowsOfOthers({ newAttributes }: HeldContent, { mine, was }: Save['rows']): unknown[] | null {
  const isOthers = newAttributes.length > 0 && !areSame(newAttributes, was) && !areSame(newAttributes, mine);
  return isOthers ? newAttributes : null;
}

/** The rows of somebody else that take the place of those that the user has not touched; null where there are none. */
export const rowsUntouched = (held: HeldContent | null, rows: Save['rows']): unknown[] | null =>
  held !== null && areSame(rows.mine, rows.was) ? rowsOfOthers(held, rows) : null;

/** @returns what others have changed of the same, as a host tells it that compares; null where there is nothing of it */
export function overtakenIn(held: HeldContent | null, { edits, was, rows, groups }: Save): SaveConflict | null {
  if (held === null) return null;
  const [theirs, made] = [valuesById(held.regions), valuesById(was)];
  const [groupOf, mine] = [groupsById(groups), new Map(edits.map(({ id, value }) => [id, value]))];
  const disputedGroups = groups.filter((group) => {
    if (!group.some((id) => mine.has(id))) return false;
    const stands = chosenOf(group, (id) => theirs.get(id));
    return ![made, { get: (id: string) => mine.get(id) ?? made.get(id) }].some(
      (values) => chosenOf(group, (id) => values.get(id)) === stands,
    );
  });
  const chosen = disputedGroups.flat().map((id) => ({ id, value: theirs.get(id) ?? 'false' }));
  const texts = edits.flatMap(({ id, value }) => {
    const stands = theirs.get(id);
    return stands === undefined || groupOf.has(id) || [made.get(id) ?? '', value].some((one) => isSame(one, stands))
      ? []
      : [{ id, value: stands }];
  });
  const conflicts = [...texts, ...chosen];
  const disputed = areSame(rows.mine, rows.was) ? null : rowsOfOthers(held, rows);
  if (conflicts.length === 0 && disputed === null) return null;
  // Such a host does not tell who it was, nor when.
  return { revision: null, updated_on: null, updated_by: null, conflicts, new_attributes: disputed };
}

/**
 * What it has of somebody else that the user has not seen, beside what is saved now.
 * @param seen what stands on the screen, and what was loaded: a document's script may show another value than its HTML has
 */
export function unseenHeld(
  held: HeldContent | null,
  { edits, rows, groups }: Save,
  seen: readonly (readonly RegionValue[])[],
): { unseen: RegionValue[]; hasUnseenRows: boolean } {
  const groupOf = groupsById(groups);
  const mine = new Set(edits.flatMap(({ id }) => groupOf.get(id) ?? [id]));
  const isSeen = ([id, value]: RegionValue): boolean =>
    mine.has(id) || seen.some((values) => isSame(valuesById(values).get(id) ?? '', value));
  return {
    unseen: oneOfEach(
      (held?.regions ?? []).filter((one) => !isSeen(one)),
      groups,
    ),
    hasUnseenRows: rowsUntouched(held, rows) !== null,
  };
}

/** What the host has after a save. */
export function heldAfter(
  held: HeldContent | null,
  edits: readonly EditedAttribute[],
  newAttributes: unknown[],
): HeldContent | null {
  if (held === null) return null;
  const sent = new Map(edits.map(({ id, value }) => [id, value]));
  return { regions: held.regions.map(([id, value]) => [id, sent.get(id) ?? value]), newAttributes };
}
