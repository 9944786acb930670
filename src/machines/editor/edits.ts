import type { DocumentDetail } from '#common/calls/templates.ts';
import type { EditedAttribute } from '#common/calls/wips.ts';
import type { Filling, PlacedValue } from '#document/carry.ts';
import { oneOfEach, type RadioGroup, withOneChosen } from '#common/document/regions/radio-groups.ts';
import { currentValues, type RegionValue, valuesById } from '../shared/region-values.ts';

/**
 * A document as the host sent it: its regions' values in document order, the rows that its script made, and values
 * that fill it or are offered.
 */
export type LoadedDocument = {
  detail: DocumentDetail;
  regions: RegionValue[];
  newAttributes: unknown[];
  /** The regions that must be filled in, each with the value that it has while it is untouched. */
  required: RegionValue[];
  /** The ids of boxes and radio buttons. */
  ticked?: readonly string[];
  /** The groups of radio buttons among them. */
  groups?: readonly RadioGroup[];
  /** The ids of regions that have the same meaning in other documents. */
  shared?: readonly string[];
  /** The ids of regions that the document's script computes: what it writes there is no edit. */
  computed?: readonly string[];
  /** Values of another document with which a new one begins; 'lost' if that document could not be read. */
  filling?: Filling | 'lost' | null;
  /** The same HTML with the rows of that document; null if it has none. */
  filledHtml: string | null;
};

/** A value of another document, for the region of this one. */
export const pairOf = ({ id, value }: PlacedValue): RegionValue => [id, value];

/** The values of another document with which a new one was opened. */
export const fillingOf = ({ filling }: Pick<LoadedDocument, 'filling'>): Filling | null =>
  typeof filling === 'object' ? filling : null;

/** The regions' values among them. */
export const filledBy = (loaded: Pick<LoadedDocument, 'filling'>): RegionValue[] =>
  (fillingOf(loaded)?.placed ?? []).map(pairOf);

/** The rows among them, which the document's script makes; null if there are none. */
export const filledRows = (loaded: Pick<LoadedDocument, 'filling'>): unknown[] | null => {
  const rows = fillingOf(loaded)?.rows ?? [];
  return rows.length === 0 ? null : [...rows];
};

/**
 * Facts about regions that only the running document has: their names, and the regions that its own script added
 * (with their first values) or removed.
 */
export type RunningRegions = { names: RegionValue[]; added: RegionValue[]; removed: string[] };

export const NOTHING_RUNNING: RunningRegions = { names: [], added: [], removed: [] };

/** The same after the script has added and removed regions: one that is back is no longer removed. */
export const restructured = (
  running: RunningRegions,
  { added, removed }: Pick<RunningRegions, 'added' | 'removed'>,
): RunningRegions => ({
  names: running.names,
  added: [...running.added, ...added].filter(([id]) => !removed.includes(id)),
  removed: [...running.removed, ...removed].filter((id) => !added.some(([back]) => back === id)),
});

/**
 * The document's content at one moment, as the frame reports it. `hidden`: regions that a script has changed, and no
 * user may have seen; `hiddenRows`: such texts of rows, each with the id of its row.
 */
export type DocumentSnapshot = {
  values: RegionValue[];
  newAttributes: unknown[];
  hidden?: string[] | undefined;
  hiddenRows?: RegionValue[] | undefined;
};

/** Events that the editor emits for the page: where to navigate. */
export type EditorEmitted =
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  | { type: 'page.leaveRequested'; href: string }
  | { type: 'leave.allowed' }
  | { type: 'leave.refused' }
  /** The user goes to a region instead of submitting; null: to none. */
  | { type: 'region.wanted'; id: string | null };

/**
 * Returns the regions that differ from the baseline after more was typed.
 * @param baseline the values at the last load or save
 * @param edits the differences so far
 * @param changes the regions that were touched, with their values now
 * @param groups of radio buttons: a group is one value, so if one button differs, all of its group are edits
 */
export function withChanges(
  baseline: readonly RegionValue[],
  edits: readonly RegionValue[],
  changes: readonly RegionValue[],
  groups: readonly RadioGroup[] = [],
): RegionValue[] {
  if (changes.length === 0) return [...edits];
  const known = valuesById(baseline);
  const next = new Map(edits);
  const valueOf = (id: string): string | undefined => next.get(id) ?? known.get(id);
  for (const [id, value] of groups.length === 0 ? changes : withOneChosen(new Map(changes), groups, valueOf)) {
    if (known.get(id) === value) next.delete(id);
    else next.set(id, value);
  }
  for (const group of groups) keepTogether(group, known, next);
  return [...next];
}

/**
 * The regions of the host's HTML in which a script wrote while the document was opened.
 * @param computed regions that it computes
 */
export function filledIn(
  host: readonly RegionValue[],
  opened: readonly RegionValue[],
  computed: readonly string[] = [],
): string[] {
  const known = valuesById(host);
  return opened.flatMap(([id, value], at) => {
    // Both lists have the same order, except where a script has added or removed regions.
    const before = host[at]?.[0] === id ? host[at][1] : known.get(id);
    return before === undefined || before === value || computed.includes(id) ? [] : [id];
  });
}

/** Returns the regions whose last change was not made with a key. */
export function unaskedAfter(
  before: readonly string[],
  changes: readonly RegionValue[],
  unasked: readonly string[],
): string[] {
  const changed = valuesById(changes);
  return [...before.filter((id) => !changed.has(id)), ...unasked];
}

/** Takes changes into the baseline and the edits. Values that the document computes become part of the baseline. */
export function mergeChanges(
  before: {
    loaded: Pick<LoadedDocument, 'groups' | 'computed'> | null;
    baseline: RegionValue[];
    edits: RegionValue[];
    unasked: string[];
  },
  changes: readonly RegionValue[],
  unasked: readonly string[],
) {
  const { loaded, baseline: known, edits } = before;
  const computed = unasked.filter((id) => loaded?.computed?.includes(id));
  const values = valuesById(changes);
  const baseline =
    computed.length === 0
      ? known
      : currentValues(
          known,
          computed.map((id): RegionValue => [id, values.get(id) ?? '']),
        );
  return {
    baseline,
    edits: withChanges(baseline, edits, changes, loaded?.groups),
    unasked: unaskedAfter(
      before.unasked,
      changes,
      unasked.filter((id) => !computed.includes(id)),
    ),
  };
}

/** Number of edits made without a key. Choosing a radio button also changes the others of its group. */
export function countUnasked(
  edits: readonly RegionValue[],
  unasked: readonly string[],
  groups: readonly RadioGroup[] = [],
): number {
  if (unasked.length === 0) return 0;
  const own = new Set(unasked);
  return oneOfEach(edits, groups).filter(([id]) => own.has(id)).length;
}

function keepTogether(group: RadioGroup, known: ReadonlyMap<string, string>, edits: Map<string, string>): void {
  if (!group.some((id) => edits.has(id))) return;
  const isChanged = group.some((id) => edits.has(id) && edits.get(id) !== known.get(id));
  for (const id of group) {
    const value = known.get(id);
    if (!isChanged) edits.delete(id);
    else if (!edits.has(id) && value !== undefined) edits.set(id, value);
  }
}

/**
 * The body's changed regions (`d7.edited`): one entry for each region of the loaded HTML whose value differs from the
 * host's, in document order.
 * @param regions the regions of the host's HTML, in document order
 * @param values the values now; regions that the document's script made are sent among the added rows
 */
export function editedAttributes(regions: readonly RegionValue[], values: readonly RegionValue[]): EditedAttribute[] {
  const now = valuesById(values);
  return regions.flatMap(([id, loaded]) => {
    const value = now.get(id);
    return value === undefined || value === loaded ? [] : [{ id, value }];
  });
}

/**
 * Returns the values to send to a document so that it shows the current ones.
 * @param shown the values that it shows
 * @param baseline the values at the last load or save
 */
export function valuesToPatch(
  shown: readonly RegionValue[],
  baseline: readonly RegionValue[],
  edits: readonly RegionValue[],
): RegionValue[] {
  return withChanges(shown, [], shown === baseline ? edits : currentValues(baseline, edits));
}

/**
 * The baseline when a document was opened: the values that it shows, except where another value was saved after its
 * HTML was loaded.
 * @param loaded the regions of that HTML, if they are known
 * @param baseline the values at the last load or save
 * @param opened the values that the document shows
 */
export function baselineOnOpening(
  loaded: readonly RegionValue[],
  baseline: readonly RegionValue[],
  opened: RegionValue[],
): RegionValue[] {
  // Nothing was saved since: skips the lookup of thousands of regions in a long document.
  if (loaded === baseline) return opened;
  const [host, saved] = [valuesById(loaded), valuesById(baseline)];
  return opened.map(([id, value]) => [id, saved.get(id) === host.get(id) ? value : (saved.get(id) ?? value)]);
}

/**
 * The name to show and save: `wip_name`, else `name`. Only a name that comes from the route is cut at its last underscore (`d19.whole-name`).
 * @param loaded the names in the host's reply
 * @param routeName the route's parameter
 */
export function wipNameOf(loaded: { wip_name: string | null; name: string | null }, routeName: string): string {
  const name = loaded.wip_name || loaded.name || routeName;
  if (name !== routeName) return name;
  const cut = name.lastIndexOf('_');
  return cut > 0 ? name.slice(0, cut) : name;
}

/**
 * True if regions that the document's script made have text: they are not in the host's HTML, and their text is sent
 * among the rows.
 */
export function hasRowEdits(loaded: Pick<LoadedDocument, 'regions'> | null, edits: readonly RegionValue[]): boolean {
  const known = valuesById(loaded?.regions ?? []);
  return edits.some(([id]) => !known.has(id));
}

/**
 * True if a document has other regions than before, or in another order: it cannot be merged into the one on the
 * screen.
 */
export function hasOtherRegions(
  before: Pick<LoadedDocument, 'regions'> | null,
  now: Pick<LoadedDocument, 'regions'>,
): boolean {
  const known = before?.regions ?? [];
  return known.length !== now.regions.length || now.regions.some(([id], at) => known[at]?.[0] !== id);
}
