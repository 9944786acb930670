import { type DocumentSnapshot, filledBy, filledRows, hasRowEdits, type LoadedDocument, withChanges } from './edits.ts';
import { currentValues, type RegionValue, valuesById } from '../shared/region-values.ts';
import type { RadioGroup } from '#common/document/regions/radio-groups.ts';
import { textsIn } from './save-basis.ts';
import type { KeptText, UnsavedText } from '#machines/unsaved/unsaved-text.ts';

/** A document as it is opened. `kept`: text that was typed into it earlier in this page, and not saved. */
export type OpenedDocument = LoadedDocument & { kept?: KeptText | null };

/** The parts of a loaded document that these functions read. */
type Opened = {
  detail: { content: string; base_name: string | null; name: string | null };
  regions: RegionValue[];
  groups?: readonly RadioGroup[];
};

/** The parts of an editor's context that the journal reads. */
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

/** Edits in regions of the host's own HTML: rows are added and removed by the document that made them. */
export const ofHost = (loaded: Pick<Opened, 'regions'> | null, edits: RegionValue[]): RegionValue[] => {
  const known = valuesById(loaded?.regions ?? []);
  return edits.filter(([id]) => known.has(id));
};

/** Name of the base template of a document, or its own. */
export const baseNameOf = (detail: { base_name: string | null; name: string | null } | null | undefined): string =>
  detail?.base_name?.trim() || detail?.name?.trim() || 'Untitled';

/** The journal's data about a document that was opened. */
export const openedOf = ({ name, loaded }: { name: string; loaded: OpenedDocument | null }) => ({
  title: name || baseNameOf(loaded?.detail),
  html: loaded?.detail.content ?? '',
  isMissing: false,
  rows: loaded && filledRows(loaded),
  found: loaded?.kept ?? null,
});

/** The journal's data about a document that the host does not have. */
export const missingOf = (edited: Pick<Edited, 'template' | 'wip'>) => ({
  place: { template: edited.template, wip: edited.wip },
  title: '',
  html: '',
  isMissing: true,
  rows: null,
  found: null,
});

/**
 * The differences from the host's content, and the values that they were based on, which may not be the host's
 * current ones. Text that has no place in the document is stored with them.
 */
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
 * Puts unsaved text of an earlier visit into a document. Text typed since is newer and stays; values from another
 * document were typed by no user, and give way. If another user has changed a region since, the value that the text
 * was based on is remembered: the next save then asks, and overwrites nothing. If the document has lost a region, the
 * text of that region has no place.
 */
export function withRestoredText(
  { loaded, baseline, edits: all, madeOf, filled = [] }: Place,
  text: Pick<UnsavedText, 'edits' | 'was' | 'rows' | 'isAllInRows'>,
) {
  const given = valuesById(filled);
  const isGiven = ([id, value]: RegionValue): boolean => given.get(id) === value;
  const edits = all.filter((one) => !isGiven(one));
  const [host, shown, typed] = [valuesById(loaded?.regions ?? []), valuesById(baseline), valuesById(edits)];
  // Regions of added rows come with the rows, and are not in the host's HTML.
  const isPlaced = ([id]: RegionValue): boolean => text.rows !== null || host.has(id) || shown.has(id);
  const isOfOther = ([id, was]: RegionValue): boolean =>
    host.has(id) && !typed.has(id) && host.get(id) !== was && shown.get(id) !== was;
  const restoredOf = text.was.filter(isOfOther);
  // Ids of rows may depend on their positions, which change when a row is removed.
  const isInRows = ([id]: RegionValue): boolean => text.rows !== null && text.isAllInRows === true && !host.has(id);
  const placedIn = text.edits.filter((one) => isPlaced(one) && !isInRows(one));
  // A restored row may have the id of a row that was added since, which is another one.
  const typedSince = text.rows === null ? edits : ofHost(loaded, edits);
  return {
    edits: withChanges(
      baseline,
      [],
      currentValues(currentValues(all.filter(isGiven), placedIn), typedSince),
      loaded?.groups,
    ),
    madeOf: [...madeOf, ...restoredOf],
    restoredOf,
    unplaced: text.edits.filter((one) => !isPlaced(one)),
  };
}

/** A document's report of its rows. `error`: why it cannot list them. */
export type RowsReport = { newAttributes: unknown[]; error: string | null };

/** Text that the journal restores. `html`: the document with the rows of the text, if it has any. */
export type Restored = { text: UnsavedText; html: string | null };

/**
 * Returns an editor with restored text. If another user has saved other rows since the restored ones were made, the
 * next save asks.
 */
export const restoredInto = (context: Edited & { openedHtml: string }, text: UnsavedText, html: string | null) => {
  const restored = withRestoredText(context, text);
  return {
    ...restored,
    // Text without a place is shown beside the document already.
    unplaced: currentValues(context.unplaced, restored.unplaced),
    name: context.name === '' ? text.name : context.name,
    openedHtml: html ?? context.openedHtml,
    rowsMadeOf: (html === null ? null : text.rowsWas) ?? context.rowsMadeOf,
  };
};

/** As a document is opened: values of another one, with which a new one may begin, are filled in. */
export const openedWith = (loaded: LoadedDocument) => ({
  loaded,
  baseline: loaded.regions,
  ...withRestoredText(
    { loaded, baseline: loaded.regions, edits: [], madeOf: [] },
    { edits: filledBy(loaded), was: [], rows: filledRows(loaded) },
  ),
});

/** Content of a new WIP when only text is left that was typed into a document and never saved. */
export const copyOfText = ({ edits, rows, name, title }: UnsavedText) => ({
  name: name || title,
  snapshot: { values: edits, newAttributes: rows ?? [] },
});

/** Uses the template's rows if no rows are left. */
export const withRowsOf = (
  snapshot: DocumentSnapshot | null,
  { newAttributes }: Pick<LoadedDocument, 'newAttributes'>,
): DocumentSnapshot | null =>
  snapshot?.newAttributes.length === 0 ? { values: snapshot.values, newAttributes } : snapshot;

/**
 * True if a document of the template has a place for all of the text: in its regions, or in the rows that are made
 * again.
 */
export function hasPlaceForAll(regions: readonly RegionValue[], snapshot: DocumentSnapshot | null): boolean {
  const known = new Set(regions.map(([id]) => id));
  const inRows = new Set(['', ...textsIn(snapshot?.newAttributes ?? [])]);
  return (snapshot?.values ?? []).every(([id, value]) => known.has(id) || inRows.has(value.trim()));
}
