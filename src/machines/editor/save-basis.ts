import type { SaveConflict } from '#common/calls/templates.ts';
import type { EditedAttribute, GuardedSaveBody, SaveBody } from '#common/calls/wips.ts';
import { hasRowEdits, type LoadedDocument, withChanges } from './edits.ts';
import { currentValues, type RegionValue, valuesById } from '../shared/region-values.ts';
import { groupsById, type RadioGroup, withOneChosen } from '#common/document/regions/radio-groups.ts';
import { mergeRows, type MergedRows, type Side } from './merged-rows.ts';
import { type HostContent, hostContentAfter, conflictWith, rowsUntouched, unseenOnHost } from './host-content.ts';

/** The host's content that a save is based on: the value of each region as the user has seen it, and the rows. */
export type SaveBasis = { values: RegionValue[]; rows: unknown[] };

/** A region, or the rows (id null), that two users have changed, and the user's choice so far. */
export type Question = {
  id: string | null;
  was: string;
  theirs: string;
  mine: string;
  choice: Side | null;
  /** For radio buttons: the values of all of their group. The three texts are then the ids of the chosen ones. */
  group?: Readonly<Record<Side, RegionValue[]>>;
};

/** A resolved conflict: the value of each region, and whose rows, if there was a conflict about them. */
export type Settlement = { values: RegionValue[]; rows: Side | null };

/** The editor's knowledge of the host's content, as far as saves are compared with it. */
export type Basis = {
  loaded: { regions: RegionValue[]; newAttributes: unknown[]; groups?: readonly RadioGroup[] } | null;
  baseline: RegionValue[];
  edits: RegionValue[];
  snapshot: { values: RegionValue[]; newAttributes: unknown[] } | null;
  /** Values of the host that edits were based on, if they are not the loaded ones. */
  madeOf: RegionValue[];
  /**
   * Those of `madeOf` whose text was restored after the values were taken for a save: a running save does not have
   * it.
   */
  restoredOf: RegionValue[];
  /** The rows that the document was opened with, or that were saved from it. */
  rowsMadeOf: unknown[];
  /** Rows that the document got and does not show yet: until then its own are based on the old ones. */
  rowsComing: unknown[] | null;
  /** Rows to be saved instead of the document's: those of another user, or with them. `was`: the host's, on which they are based. */
  rowsTaken: { rows: unknown[]; was: unknown[] } | null;
  conflict: SaveConflict | null;
  /** Null at a host that compares a save with its basis itself. */
  hostContent: HostContent | null;
};

/** The document at the moment of a save, with what is known of the host's. */
export type SaveContent = Basis & { loaded: LoadedDocument | null };

/** Its fields are those that a save reads of the editor's context. */
export const NO_CONTENT: SaveContent = {
  loaded: null,
  baseline: [],
  edits: [],
  snapshot: null,
  madeOf: [],
  restoredOf: [],
  rowsMadeOf: [],
  rowsComing: null,
  rowsTaken: null,
  conflict: null,
  hostContent: null,
};

/** As in a document that was just opened, or is not loaded yet. */
export const UNDISPUTED = {
  madeOf: [],
  restoredOf: [],
  rowsComing: null,
  rowsTaken: null,
  conflict: null,
  hostContent: null,
} satisfies Partial<Basis>;

const withKnownValues = (values: readonly RegionValue[], over: readonly RegionValue[]): RegionValue[] => {
  const known = valuesById(over);
  return values.map(([id, value]) => [id, known.get(id) ?? value]);
};

/** Returns the basis of the next save. */
export const basisOf = ({ loaded, madeOf, rowsMadeOf, rowsTaken }: Basis): SaveBasis => ({
  values: withKnownValues(loaded?.regions ?? [], madeOf),
  rows: rowsTaken?.was ?? rowsMadeOf,
});

/**
 * The regions to send with the next save: those that differ from what was loaded, or from what was saved since and
 * not read again (`d7.edited`).
 */
export function editsToSave(basis: Basis): EditedAttribute[] {
  const { loaded, baseline, snapshot, hostContent } = basis;
  const [known, now] = [valuesById(baseline), valuesById(snapshot?.values ?? [])];
  const given = valuesById(hostContent === null ? [] : basisOf(basis).values);
  return (loaded?.regions ?? []).flatMap(([id, before]) => {
    const value = now.get(id);
    const isSame = value === before && value === (known.get(id) ?? before);
    // A value that a plain host already has is not sent again: another user may have changed it since.
    return value === undefined || isSame || value === given.get(id) ? [] : [{ id, value }];
  });
}

const rowsOf = ({ rowsTaken, snapshot, rowsMadeOf }: Basis) => ({
  mine: rowsTaken?.rows ?? snapshot?.newAttributes ?? [],
  was: rowsTaken?.was ?? rowsMadeOf,
});

/** The rows of this user and of the one whose save came first; null if these did not change. */
function mergeOf({ conflict, snapshot, rowsMadeOf }: Basis): MergedRows | null {
  const theirs = conflict?.new_attributes ?? null;
  return theirs && mergeRows({ was: rowsMadeOf, mine: snapshot?.newAttributes ?? [], theirs });
}

/** The rows to send with the next save. */
export const rowsToSave = (basis: Basis): unknown[] =>
  rowsUntouched(basis.hostContent, rowsOf(basis)) ?? rowsOf(basis).mine;

const saveOf = (basis: Basis) => ({
  edits: editsToSave(basis),
  was: basisOf(basis).values,
  rows: rowsOf(basis),
  groups: basis.loaded?.groups ?? [],
});

/**
 * Changes of others to what the next save sends, as far as known at a host that does not compare; null if there are
 * none.
 */
export const overtaken = (basis: Basis): SaveConflict | null => conflictWith(basis.hostContent, saveOf(basis));

/**
 * Changes that others have saved and the user has not seen, as far as known. Rows are unseen while the document on
 * the screen is an older one than the one with those rows.
 */
export function unseenBeside(basis: Basis & { loaded: LoadedDocument | null }) {
  const { hostContent, snapshot, baseline, loaded, rowsMadeOf } = basis;
  const known = unseenOnHost(hostContent, saveOf(basis), [snapshot?.values ?? baseline, loaded?.regions ?? []]);
  const hasOthers = countsRevisions(loaded) && !areSameRows(loaded?.newAttributes ?? [], rowsMadeOf);
  return { ...known, hasUnseenRows: known.hasUnseenRows || hasOthers };
}

/** A save with its basis, for a host that compares. A value that the host already has is not an edit there. */
export function guardedBody(body: SaveBody, { values, rows }: SaveBasis): GuardedSaveBody {
  const known = valuesById(values);
  return {
    ...body,
    edited_attributes: body.edited_attributes
      .map(({ id, value }) => ({ id, value, was: known.get(id) ?? '' }))
      .filter(({ value, was }) => value !== was),
    new_attributes_was: rows,
    // The editor never renames a WIP: if it has another name by now, another user has given it, and it stays.
    save_name_was: body.save_name,
  };
}

/** Returns the questions about a refused save. */
export function questionsOf(basis: Basis): Question[] {
  const { conflict } = basis;
  const made = valuesById(basisOf(basis).values);
  const now = valuesById(currentValues(basis.baseline, basis.edits));
  const stored = new Map((conflict?.conflicts ?? []).map(({ id, value }) => [id, value]));
  const groupOf = groupsById(basis.loaded?.groups ?? []);
  const regions = [...stored].flatMap(([id, value]): Question[] => {
    const group = groupOf.get(id);
    if (!group) return [{ id, was: made.get(id) ?? '', theirs: value, mine: now.get(id) ?? '', choice: null }];
    return group.find((one) => stored.has(one)) === id ? [questionOfGroup(group, made, stored, now)] : [];
  });
  const disputed = mergeOf(basis)?.disputed ?? null;
  if (disputed === null) return regions;
  const [was, theirs, mine] = [rowsText(disputed.was), rowsText(disputed.theirs), rowsText(disputed.mine)];
  return [...regions, { id: null, was, theirs, mine, choice: null }];
}

type Values = ReadonlyMap<string, string>;

/** One question about all of a group: which of its radio buttons is chosen. */
function questionOfGroup(group: RadioGroup, was: Values, theirs: Values, mine: Values): Question {
  const all = withOneChosen(theirs, [group], (id) => was.get(id));
  const pairsOf = (values: Values): RegionValue[] => group.map((id) => [id, values.get(id) ?? was.get(id) ?? 'false']);
  const of = { theirs: pairsOf(all), mine: pairsOf(mine) };
  const chosen = (pairs: RegionValue[]): string => pairs.find(([, value]) => value === 'true')?.[0] ?? '';
  const texts = { was: chosen(pairsOf(was)), theirs: chosen(of.theirs), mine: chosen(of.mine) };
  return { id: group[0] ?? '', ...texts, choice: null, group: of };
}

/** Rows as text: one line each, with all texts in it. */
export const rowsText = (rows: readonly unknown[]): string => rows.map((row) => textsIn(row).join(' · ')).join('\n');

/** All texts in rows. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Returns the basis after a conflict was resolved: the user has seen their version; what differs from it is an edit,
 * based on it.
 */
export function settled(basis: Basis, { values, rows }: Settlement) {
  const theirs = (basis.conflict?.conflicts ?? []).map(({ id, value }): RegionValue => [id, value]);
  const merge = mergeOf(basis);
  const taken = merge?.rows(rows ?? 'mine') ?? [];
  const areMine = merge === null || areSameRows(taken, basis.snapshot?.newAttributes ?? []);
  const baseline = withKnownValues(basis.baseline, theirs);
  return {
    baseline,
    edits: withChanges(baseline, basis.edits, values, basis.loaded?.groups),
    madeOf: [...new Map([...basis.madeOf, ...theirs])],
    rowsMadeOf: merge !== null && areMine ? merge.theirs : basis.rowsMadeOf,
    // Until the document shows the rows of both, its own are based on the old ones. Their rows need no new basis, as they equal the host's.
    rowsTaken: areMine
      ? null
      : { rows: taken, was: areSameRows(taken, merge.theirs) ? basis.rowsMadeOf : merge.theirs },
    conflict: null,
  };
}

/** Once the document shows the rows that it got, they are its own. */
export const shownRows = ({ rowsComing, snapshot }: Basis): Partial<Omit<Basis, 'loaded'>> =>
  rowsComing === null
    ? {}
    : {
        rowsMadeOf: rowsComing,
        rowsComing: null,
        rowsTaken: null,
        snapshot: snapshot && { ...snapshot, newAttributes: rowsComing },
      };

/** Returns the basis after a save: the host has what was sent. */
export function saved(basis: Basis): Pick<Basis, 'madeOf' | 'rowsMadeOf' | 'hostContent'> {
  const { snapshot, rowsTaken, rowsMadeOf, restoredOf, hostContent } = basis;
  return {
    madeOf: [...valuesById([...(snapshot?.values ?? []), ...restoredOf])],
    rowsMadeOf: rowsTaken === null ? (snapshot?.newAttributes ?? rowsMadeOf) : rowsMadeOf,
    hostContent: hostContentAfter(hostContent, editsToSave(basis), rowsToSave(basis)),
  };
}

const areSameRows = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

const countsRevisions = (loaded: LoadedDocument | null): boolean => (loaded?.detail.revision ?? null) !== null;

/**
 * True if the host has other rows than the document shows. Only a host that counts revisions is known to return rows
 * as they were sent: at another one a document would be opened again after each save. A user who has typed into a row
 * meanwhile keeps it: the next save asks.
 */
export const hasTheirRows = ({
  loaded,
  rowsMadeOf,
  edits,
  unreadable,
}: Basis & { loaded: LoadedDocument | null; unreadable: string[] }): boolean =>
  countsRevisions(loaded) &&
  unreadable.length === 0 &&
  !hasRowEdits(loaded, edits) &&
  !areSameRows(loaded?.newAttributes ?? [], rowsMadeOf);

/** True if the document being loaded into the frame has other rows than the host has by now. */
export const isComingOld = ({ loaded, rowsComing }: Basis & { loaded: LoadedDocument | null }): boolean =>
  countsRevisions(loaded) && rowsComing !== null && !areSameRows(loaded?.newAttributes ?? [], rowsComing);

/**
 * Returns the basis after the document was fetched again: text typed meanwhile was based on the values before, and
 * the user has seen no newer ones.
 */
export function refetched(
  { baseline, edits, madeOf: known, restoredOf, unreadable = [] }: Basis & { unreadable?: string[] },
  regions: readonly RegionValue[],
): Pick<Basis, 'madeOf'> {
  const [host, before] = [valuesById(regions), valuesById([...baseline, ...known, ...restoredOf])];
  return {
    madeOf: [...edits.map(([id]) => id), ...unreadable].flatMap((id): RegionValue[] => {
      const was = before.get(id);
      return was === undefined || was === host.get(id) ? [] : [[id, was]];
    }),
  };
}
