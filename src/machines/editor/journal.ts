import { type DocumentSnapshot, filledBy, filledRows, hasRowEdits, type LoadedDocument, withChanges } from './edits.ts';
import { currentValues, type RegionValue, valuesById } from '../shared/region-values.ts';
import type { RadioGroup } from '#document/regions/radio-groups.ts';
import { textsIn } from './save-basis.ts';
import type { KeptText, UnsavedText } from '#machines/unsaved/unsaved-text.ts';

/** A document as it is opened. `kept`: what was typed into it before, in this page, and not saved. */
export type OpenedDocument = LoadedDocument & { kept?: KeptText | null };

/** What it needs of a document that was loaded. */
type Opened = {
  detail: { content: string; base_name: string | null; name: string | null };
  regions: RegionValue[];
  groups?: readonly RadioGroup[];
};

/** What the journal needs of an editor. */
type Edited = {
  template: string;
  wip: string | null;
  name: string;
  loaded: Opened | null;
  baseline: RegionValue[];
  edits: RegionValue[];
  madeOf: RegionValue[];
  filled?: RegionValue[];
  rowsMadeOf: unknown[];
  unplaced: RegionValue[];
};

export const placeOf = ({ template, wip }: Edited) => ({ template, wip });

/** What was typed into regions of the host's own HTML: rows come and go with the document that made them. */
export const ofHost = (loaded: Pick<Opened, 'regions'> | null, edits: RegionValue[]): RegionValue[] => {
  const known = valuesById(loaded?.regions ?? []);
  return edits.filter(([id]) => known.has(id));
};

/** What the journal is told of a document that was opened. */
export const openedOf = ({ name, loaded }: { name: string; loaded: OpenedDocument | null }) => ({
  title: name || loaded?.detail.base_name?.trim() || loaded?.detail.name?.trim() || 'Untitled',
  html: loaded?.detail.content ?? '',
  isMissing: false,
  rows: loaded && filledRows(loaded),
  found: loaded?.kept ?? null,
});

/** What the journal is told of a document that the host does not give. */
export const missingOf = (edited: Pick<Edited, 'template' | 'wip'>) => ({
  place: { template: edited.template, wip: edited.wip },
  title: '',
  html: '',
  isMissing: true,
  rows: null,
  found: null,
});

/** What differs from the host's content, and what it was made of: not always what the host has now. Text that has no place in the document is kept with it. */
export function changesOf({ loaded, baseline, edits, madeOf, filled = [], rowsMadeOf, unplaced, name }: Edited) {
  const [before, made, given] = [valuesById(baseline), valuesById(madeOf), valuesById(filled)];
  return {
    edits: [...edits, ...unplaced],
    was: edits.map(([id]): RegionValue => [id, made.get(id) ?? before.get(id) ?? '']),
    rowsWas: rowsMadeOf,
    given: edits.flatMap(([id, value]) => (given.get(id) === value ? [id] : [])),
    name,
    hasRowEdits: hasRowEdits(loaded, edits),
  };
}

type Place = Pick<Edited, 'loaded' | 'baseline' | 'edits' | 'madeOf' | 'filled'>;

/**
 * Unsaved text from before, laid over a document. What was typed since is newer and stays; what came from another document is nobody's, and gives way. Where somebody has changed a region since, what the text was made of is
 * remembered: a save asks then, and overwrites nobody. A region that the document does not have any more has no place for its text.
 */
export function laidOverOf(
  { loaded, baseline, edits: all, madeOf, filled = [] }: Place,
  text: Pick<UnsavedText, 'edits' | 'was' | 'rows' | 'isAllInRows'>,
) {
  const given = valuesById(filled);
  const isGiven = ([id, value]: RegionValue): boolean => given.get(id) === value;
  const edits = all.filter((one) => !isGiven(one));
  const [host, shown, typed] = [valuesById(loaded?.regions ?? []), valuesById(baseline), valuesById(edits)];
  // Regions of added rows come with these, and are none of the host's HTML.
  const isPlaced = ([id]: RegionValue): boolean => text.rows !== null || host.has(id) || shown.has(id);
  const isOfOther = ([id, was]: RegionValue): boolean =>
    host.has(id) && !typed.has(id) && host.get(id) !== was && shown.get(id) !== was;
  const restoredOf = text.was.filter(isOfOther);
  // Ids of rows may go by their places, which are others where one was taken away.
  const isInRows = ([id]: RegionValue): boolean => text.rows !== null && text.isAllInRows === true && !host.has(id);
  const laidIn = text.edits.filter((one) => isPlaced(one) && !isInRows(one));
  // A row that is restored has the id of one that was added since, and is another one.
  const typedSince = text.rows === null ? edits : ofHost(loaded, edits);
  return {
    edits: withChanges(
      baseline,
      [],
      currentValues(currentValues(all.filter(isGiven), laidIn), typedSince),
      loaded?.groups,
    ),
    madeOf: [...madeOf, ...restoredOf],
    restoredOf,
    unplaced: text.edits.filter((one) => !isPlaced(one)),
  };
}

/** What a document tells of its rows. `error`: why it cannot list them. */
export type RowsTold = { newAttributes: unknown[]; error: string | null };

/** Text that the journal gives back. `html`: the document with its rows laid in, where it has any. */
export type Restored = { text: UnsavedText; html: string | null };

/** An editor with text that the journal gave back. Where somebody else has saved other rows since those were made, the next save asks. */
export const restoredInto = (context: Edited & { openedHtml: string }, text: UnsavedText, html: string | null) => {
  const laidOver = laidOverOf(context, text);
  return {
    ...laidOver,
    // What has no place stands beside the document already.
    unplaced: currentValues(context.unplaced, laidOver.unplaced),
    name: context.name === '' ? text.name : context.name,
    openedHtml: html ?? context.openedHtml,
    rowsMadeOf: (html === null ? null : text.rowsWas) ?? context.rowsMadeOf,
  };
};

/** As a document is opened: values of another one, which a new one may begin with, are laid over it. */
export const openedWith = (loaded: LoadedDocument) => ({
  loaded,
  baseline: loaded.regions,
  ...laidOverOf(
    { loaded, baseline: loaded.regions, edits: [], madeOf: [] },
    { edits: filledBy(loaded), was: [], rows: filledRows(loaded) },
  ),
});

/** What a new WIP is made of, where only text is left that was typed into a document and never saved. */
export const copyOfText = ({ edits, rows, name, title }: UnsavedText) => ({
  name: name || title,
  snapshot: { values: edits, newAttributes: rows ?? [] },
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
