import type { SaveRequest } from '#common/calls/requests.ts';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import { readNewAttributes } from '#common/document/plan/new-attributes.ts';
import { chosenOf, groupsById, type RadioGroup } from '#common/document/regions/radio-groups.ts';
import { findRegions, radioGroupsIn } from '#common/document/html/regions.ts';
import { canonicalIn, ownValue } from '#common/document/plan/slots.ts';
import { canonicalControl, canonicalText } from '#common/document/regions/values.ts';
import type { WrittenText } from '#server/storage/stores/wips.ts';
import { writtenOf } from './written.ts';

/** Changes by others since the version on which a save is based: their values, and their rows if these conflict. */
export type Conflict = { conflicts: { id: string; value: string }[]; new_attributes: unknown[] | null };

/** The present document, with which a save is compared. */
type Standing = {
  /** Value of a region; undefined if no user has written into it, or there is no such region. */
  valueOf: (id: string) => string | undefined;
  /** A value as it would be stored there. */
  canonical: (id: string, value: string) => string;
  /** The groups of radio buttons, and true if a button is chosen in the document, by any user or by the template. */
  groups: readonly RadioGroup[];
  isChosen: (id: string) => boolean;
  /** The rows as JSON; null if no user has added any. */
  rows: string | null;
};

/** The state of a document whose values are put into the slots of a plan. */
export function storedContent({ regions, groups = [] }: DocumentPlan, written: WrittenText): Standing {
  const { values, rows } = writtenOf(written);
  const slotsOf = new Map(regions);
  return {
    valueOf: (id) => values.get(id),
    canonical: (id, value) => {
      const [slot] = slotsOf.get(id) ?? [];
      return slot ? canonicalIn(slot, value) : value;
    },
    groups,
    isChosen: (id) => (values.get(id) ?? ownValue(slotsOf.get(id))) === 'true',
    rows,
  };
}

/** The state of a document that each save parses again. */
export function contentOfHtml(html: string): Standing {
  const found = findRegions(html, 'marked');
  const regions = new Map(found.map((region) => [region.id, region]));
  const rows = readNewAttributes(html);
  return {
    valueOf: (id) => regions.get(id)?.value,
    canonical: (id, value) => {
      const kind = regions.get(id)?.kind ?? 'text';
      return kind === 'text' ? canonicalText(value) : canonicalControl(kind, value);
    },
    groups: radioGroupsIn(found),
    isChosen: (id) => regions.get(id)?.value === 'true',
    rows: rows && JSON.stringify(rows),
  };
}

/** True if a save was refused. */
export const isConflict = (outcome: object): outcome is Conflict => 'conflicts' in outcome;

type Edit = SaveRequest['edited_attributes'][number];

/** Values of a group in which others have chosen one button and the save another. */
function conflictsIn(group: RadioGroup, edits: ReadonlyMap<string, Edit>, standing: Standing): Conflict['conflicts'] {
  const isGiven = group.some((id) => edits.get(id)?.was !== undefined);
  if (!isGiven || group.every((id) => standing.valueOf(id) === undefined)) return [];
  const stands = chosenOf(group, (id) => String(standing.isChosen(id)));
  const [was, mine] = [chosenOf(group, (id) => edits.get(id)?.was), chosenOf(group, (id) => edits.get(id)?.value)];
  return stands === was || stands === mine ? [] : group.map((id) => ({ id, value: String(id === stands) }));
}

/**
 * Compares a save with what others have written. An edit that does not name the value on which it is based never
 * conflicts.
 * @param standing null if no other user can have written anything
 * @returns the conflicting changes of others; else the save, with the rows of others if it has not changed the rows
 * itself
 */
export function compareSave(standing: Standing | null, save: SaveRequest): SaveRequest | Conflict {
  if (standing === null) return save;
  const { valueOf, canonical, rows } = standing;
  const edited = new Map(save.edited_attributes.map((one) => [one.id, one]));
  const groupOf = groupsById(standing.groups);
  const touched = standing.groups.filter((group) => group.some((id) => edited.has(id)));
  const chosen = touched.flatMap((group) => conflictsIn(group, edited, standing));
  const disputed = [...edited.values()].flatMap(({ id, value, was }) => {
    const stands = valueOf(id);
    if (was === undefined || stands === undefined || groupOf.has(id)) return [];
    // The stored value may be older than a change of the canonical form.
    const isMine = [was, value].some((one) => stands === one || canonical(id, stands) === canonical(id, one));
    return isMine ? [] : [{ id, value: stands }];
  });
  const conflicts = [...disputed, ...chosen];
  const { new_attributes, new_attributes_was: was } = save;
  const [mine, based] = [JSON.stringify(new_attributes), JSON.stringify(was)];
  const areTheirs = was !== undefined && rows !== null && rows !== based && rows !== mine;
  const theirs = areTheirs ? (JSON.parse(rows) as unknown[]) : null;
  const clash = mine === based ? null : theirs;
  if (conflicts.length > 0 || clash) return { conflicts, new_attributes: clash };
  return theirs ? { ...save, new_attributes: theirs } : save;
}
