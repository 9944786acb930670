import { collectSlots } from './apply-values.ts';
import { renderDocument, rowsChange, type DocumentPlan } from './document-plan.ts';
import { parseDocument } from '../html/html-tree.ts';
import { rowsPlace } from './new-attributes.ts';
import { collectRegions, radioGroupsOf } from '../html/regions.ts';
import { canonicalIn, slotChanges, type Slot } from './slots.ts';
import { splice, type Splice } from '../text/splice.ts';

type Places = Omit<DocumentPlan, 'isSteady'>;

function placesOf(source: string): Places {
  const document = parseDocument(source);
  const regions = [...collectSlots(source, document)];
  return {
    regions,
    groups: radioGroupsOf(collectRegions(document)),
    ...rowsPlace(source, document),
    bytes: new TextEncoder().encode(source).length,
    most: Math.max(1, ...regions.map(([, slots]) => slots.length)),
  };
}

/** A value that a slot does not show by itself, if there is one. */
function otherValue(slot: Slot, text: string): string {
  if (slot.kind === 'checkbox' || slot.kind === 'radio') return slot.own === 'true' ? 'false' : 'true';
  if (slot.kind === 'select') return slot.options.find(({ value }) => value !== slot.own)?.value ?? slot.own;
  return canonicalIn(slot, text);
}

/** The text with a mark in place of all content that users write, and with the given values in its form controls. */
function skeleton(source: string, places: Places, values: ReadonlyMap<string, string> | null): string {
  const changes: Splice[] = [];
  for (const [id, slots] of places.regions) {
    const value = values?.get(id);
    for (const slot of slots) {
      if (slot.kind === 'text' || slot.kind === 'textarea') {
        changes.push({ start: slot.at[0], end: slot.at[1], text: `\0${id}\0` });
      } else if (value !== undefined) for (const change of slotChanges(slot, value)) changes.push(change);
    }
  }
  changes.push(rowsChange(places, '\0'));
  return splice(source, changes);
}

const isApart = (places: Places): boolean => {
  const ranges = places.regions.flatMap(([, slots]) =>
    slots.flatMap((slot) => (slot.kind === 'text' || slot.kind === 'textarea' ? [slot.at] : [])),
  );
  const sorted = [...ranges, places.rows].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return sorted.every(([start], at) => start >= (sorted[at - 1]?.[1] ?? 0));
};

/** True if each region shows a value in the same way in all of its elements: the first determines how it is stored. */
const isAlike = ([, slots]: Places['regions'][number]): boolean => {
  const [first, ...others] = slots;
  const isPre = (slot: Slot | undefined): boolean => slot?.kind === 'text' && slot.isPre;
  return others.every((slot) => slot.kind === first?.kind && slot.kind !== 'select' && isPre(slot) === isPre(first));
};

/** Fills every slot, and checks that the document still has the same regions at the same places, and its rows. */
function staysSo(source: string, places: Places, text: string): boolean {
  const values = new Map(places.regions.map(([id, [slot]]) => [id, slot ? otherValue(slot, text) : '']));
  const plan = { ...places, isSteady: true };
  if (!places.hasRows) {
    // The end of the document, or of its body, must still be the same.
    const bare = renderDocument(source, plan, { values, rows: null });
    if (placesOf(bare).rows[0] !== places.rows[0] + bare.length - source.length) return false;
  }
  const filled = renderDocument(source, plan, { values, rows: '[1]' });
  const after = placesOf(filled);
  return (
    after.hasRows &&
    after.regions.length === places.regions.length &&
    after.regions.every(([id, slots], at) => {
      const [before, own] = places.regions[at] ?? ['', []];
      return id === before && slots.length === own.length && slots.every((slot, n) => slot.kind === own[n]?.kind);
    }) &&
    skeleton(filled, after, null) === skeleton(source, places, values)
  );
}

/** Plan for the text of a save of a document that is not steady: the next save parses it anyway. */
export function unsteadyPlan(source: string): DocumentPlan {
  const bytes = new TextEncoder().encode(source).length;
  return { regions: [], rows: [0, 0], hasRows: false, bytes, most: 1, isSteady: false };
}

/**
 * Reads the information for inserting values into an HTML text. Parses it several times: for large texts in a worker.
 * @param source any HTML
 */
export function planOf(source: string): DocumentPlan {
  const places = placesOf(source);
  const isSteady =
    isApart(places) && places.regions.every(isAlike) && ['x', ''].every((text) => staysSo(source, places, text));
  return { ...places, isSteady };
}
