import type { SaveConflict } from '#common/calls/templates.ts';
import type { EditedAttribute } from '#common/calls/wips.ts';
import { chosenOf, groupsById, oneOfEach, type RadioGroup } from '#common/document/regions/radio-groups.ts';
import { type LoadedDocument, wipNameOf } from './edits.ts';
import { type RegionValue, valuesById } from '../shared/region-values.ts';

/** Content of a host that compares nothing itself, as far as it is known: the last read, with what was saved since. */
export type HostContent = { regions: RegionValue[]; newAttributes: unknown[] };

type Editing = { isGuarded: boolean; wip: string | null; name: string };

/**
 * Returns what is known of the host's document after a read. A save sends the name that is shown, and must not undo a
 * name that another user has given.
 */
export const hostContentOf = (
  { isGuarded, wip, name }: Editing,
  { detail, regions, newAttributes }: LoadedDocument,
) => ({
  hostContent: isGuarded ? null : ({ regions, newAttributes } satisfies HostContent),
  name: wip === null ? name : wipNameOf(detail, wip),
});

/** A save to compare with that content. `rows`: the document's rows, and those that they were based on. */
type Save = {
  edits: readonly EditedAttribute[];
  was: readonly RegionValue[];
  rows: { mine: unknown[]; was: unknown[] };
  groups: readonly RadioGroup[];
};

const plainly = (value: string): string => value.replace(/\r\n?/g, '\n').trim();
/** True if two values are equal except for white space at their ends and line breaks: a host may change both. */
export const isSame = (one: string, other: string): boolean => one === other || plainly(one) === plainly(other);

/** Returns rows as text without depending on the order of an object's members, which a host may change. */
export function textOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  if (Array.isArray(row)) return `[${row.map(textOf).join()}]`;
  const members = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`);
  return `{${members.sort().join()}}`;
}
const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean => textOf(some) === textOf(others);

/** The rows that another user has changed. No rows prove nothing: not every host returns them. */
function rowsOfOthers({ newAttributes }: HostContent, { mine, was }: Save['rows']): unknown[] | null {
  const isOthers = newAttributes.length > 0 && !areSame(newAttributes, was) && !areSame(newAttributes, mine);
  return isOthers ? newAttributes : null;
}

/** The rows of another user that replace those that this user has not touched; null if there are none. */
export const rowsUntouched = (hostContent: HostContent | null, rows: Save['rows']): unknown[] | null =>
  hostContent !== null && areSame(rows.mine, rows.was) ? rowsOfOthers(hostContent, rows) : null;

/** @returns changes of others to the same text, as a comparing host reports them; null if there are none */
export function conflictWith(hostContent: HostContent | null, { edits, was, rows, groups }: Save): SaveConflict | null {
  if (hostContent === null) return null;
  const [theirs, made] = [valuesById(hostContent.regions), valuesById(was)];
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
  const disputed = areSame(rows.mine, rows.was) ? null : rowsOfOthers(hostContent, rows);
  if (conflicts.length === 0 && disputed === null) return null;
  // Such a host reports neither the user nor the time.
  return { revision: null, updated_on: null, updated_by: null, conflicts, new_attributes: disputed };
}

/**
 * Returns values of other users on the host that this user has not seen, apart from the ones that are saved now.
 * @param seen the values on the screen, and the loaded ones: a document's script may show another value than its HTML
 * has
 */
export function unseenOnHost(
  hostContent: HostContent | null,
  { edits, rows, groups }: Save,
  seen: readonly (readonly RegionValue[])[],
): { unseen: RegionValue[]; hasUnseenRows: boolean } {
  const groupOf = groupsById(groups);
  const mine = new Set(edits.flatMap(({ id }) => groupOf.get(id) ?? [id]));
  const isSeen = ([id, value]: RegionValue): boolean =>
    mine.has(id) || seen.some((values) => isSame(valuesById(values).get(id) ?? '', value));
  return {
    unseen: oneOfEach(
      (hostContent?.regions ?? []).filter((one) => !isSeen(one)),
      groups,
    ),
    hasUnseenRows: rowsUntouched(hostContent, rows) !== null,
  };
}

/** Returns the host's content after a save. */
export function hostContentAfter(
  hostContent: HostContent | null,
  edits: readonly EditedAttribute[],
  newAttributes: unknown[],
): HostContent | null {
  if (hostContent === null) return null;
  const sent = new Map(edits.map(({ id, value }) => [id, value]));
  return { regions: hostContent.regions.map(([id, value]) => [id, sent.get(id) ?? value]), newAttributes };
}
