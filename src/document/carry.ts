import { attribute, descendants, isHtml, parsing } from '#common/document/html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '#common/document/html/html-tree.ts';
import { inSlices } from '#common/document/text/in-slices.ts';
import type { Work } from '#common/document/text/in-slices.ts';
import { holds, offers } from './held-value.ts';
import { groupsById, type RadioGroup } from '#common/document/regions/radio-groups.ts';
import { collectingRegions, optionsOf, optionValue } from '#common/document/html/regions.ts';
import type { Pair, RegionKind } from '#common/document/regions/values.ts';

/** A region of a document that is filled from another one, with the document's rules for that. */
export type CarryPlace = {
  readonly id: string;
  readonly kind: RegionKind;
  /** The element's attributes: those of a control decide which values it can hold. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The choices of a select. */
  readonly options: readonly string[];
  /** `data-ready-carry="no"`, on it or on an element around it: a new document begins without its value. */
  readonly isLeft: boolean;
  /** `data-ready-shared`: it means the same in all documents that have a region of this id. */
  readonly isShared: boolean;
};

/** Places for values, and the rule for added rows of a document of the same template. */
export type CarryPlaces = { readonly places: readonly CarryPlace[]; readonly rows: 'taken' | 'left' | 'unknown' };

/** Contents of a document. `ticked`: the ids of its boxes and radio buttons. */
export type CarrySource = {
  readonly regions: readonly Pair[];
  readonly ticked: readonly string[];
  readonly newAttributes: readonly unknown[];
};

/** A region that gets another value. `was`: the value that it replaces. */
export type PlacedValue = { readonly id: string; readonly was: string; readonly value: string };

/** A document's values by their place in another one: each that is not empty is in exactly one of the lists. */
export type Carried = {
  /** All replacements in the document; for radio buttons all of their group. */
  readonly placed: readonly PlacedValue[];
  /** The ids of carried values: for radio buttons the chosen one. */
  readonly fit: readonly string[];
  /** Values without a place: the region is missing, or cannot hold them. */
  readonly misfits: readonly Pair[];
  /** The ids of regions that begin empty at the document's request. */
  readonly left: readonly string[];
  /** Regions that already have another value: they are filled if the user agrees. */
  readonly others: readonly PlacedValue[];
  readonly rows: readonly unknown[];
  /** Result for the rows: they are carried, are left out at the document's request, have no place, or those of the document stay. */
  readonly rowsAre: 'none' | 'taken' | 'left' | 'unknown' | 'kept';
};

/** Values of a document in another one. `name`, `at`: of that document, and the time of its save or submission, in epoch milliseconds, if known. */
export type Filling = Carried & { readonly name: string; readonly at: number | null };

const isBox = (kind: RegionKind): boolean => kind === 'checkbox' || kind === 'radio';

/** True if a region can hold a value unchanged. A value that only contradicts its hint fits: it is kept and marked there. */
function takes({ kind, attributes, options }: CarryPlace, value: string, isTick: boolean): boolean {
  if (isTick || isBox(kind)) return isTick && isBox(kind);
  if (kind === 'select') return offers(options, attributes.has('multiple'), value);
  return kind !== 'input' || holds(document, (name) => attributes.get(name) ?? null, value);
}

/** True if a value is not empty: a text that is not blank, a box that is ticked. */
const says = (value: string, isTick: boolean): boolean => (isTick ? value === 'true' : value.trim() !== '');

/** The replacements for a value in a document: if a radio button is chosen the others of its group are not. */
function groupPlacer(now: readonly Pair[], groups: readonly RadioGroup[]) {
  const [values, groupOf] = [new Map(now), groupsById(groups)];
  return (id: string, value: string): PlacedValue[] =>
    (groupOf.get(id) ?? [id]).flatMap((one) => {
      const [was, next] = [values.get(one) ?? '', one === id ? value : 'false'];
      return was === next ? [] : [{ id: one, was, value: next }];
    });
}

/**
 * Carries the values of a document into a new one of the same template.
 * @param now the values of the new document
 * @param groups its groups of radio buttons
 */
export function carriedInto(
  { places, rows: rowsAre }: CarryPlaces,
  now: readonly Pair[],
  groups: readonly RadioGroup[],
  from: CarrySource,
): Carried {
  const [placeOf, values] = [new Map(places.map((place) => [place.id, place])), new Map(now)];
  const [ticked, withGroup] = [new Set(from.ticked), groupPlacer(now, groups)];
  const placed: PlacedValue[] = [];
  const fit: string[] = [];
  const misfits: Pair[] = [];
  const left: string[] = [];
  for (const [id, value] of from.regions) {
    const [place, isTick] = [placeOf.get(id), ticked.has(id)];
    // A group without a chosen button has no value.
    if (place?.kind === 'radio' && isTick && value !== 'true') continue;
    if (place && values.get(id) === value) continue;
    if (place?.isLeft) {
      if (says(value, isTick)) left.push(id);
    } else if (place && takes(place, value, isTick)) {
      placed.push(...withGroup(id, value));
      fit.push(id);
    } else if (says(value, isTick)) misfits.push([id, value]);
  }
  const rows = from.newAttributes;
  const none = rows.length === 0;
  return {
    placed,
    fit,
    misfits,
    left,
    others: [],
    rows: rowsAre === 'taken' ? rows : [],
    rowsAre: none ? 'none' : rowsAre,
  };
}

/**
 * Carries the values of an earlier submission back into its document, also those with which a new one does not begin.
 * @param now the document
 */
export function broughtBackInto(
  { places, rows }: CarryPlaces,
  now: Pick<CarrySource, 'regions' | 'newAttributes'> & { readonly groups: readonly RadioGroup[] },
  from: CarrySource,
): Carried {
  const all = places.map((place) => ({ ...place, isLeft: false }));
  const carried = carriedInto({ places: all, rows: rows === 'left' ? 'taken' : rows }, now.regions, now.groups, from);
  if (JSON.stringify(now.newAttributes) === JSON.stringify(from.newAttributes))
    return { ...carried, rows: [], rowsAre: 'none' };
  return from.newAttributes.length === 0 ? { ...carried, rowsAre: 'kept' } : carried;
}

/**
 * Fills the shared regions of a document from those of any other one. Regions that already have a value are among the `others`.
 * @param now the values of the document
 */
export function sharedInto({ places }: CarryPlaces, now: readonly Pair[], from: CarrySource): Carried {
  const [values, ticked] = [new Map(now), new Set(from.ticked)];
  const given = new Map(from.regions);
  const placed: PlacedValue[] = [];
  const misfits: Pair[] = [];
  const others: PlacedValue[] = [];
  for (const place of places) {
    const { id, kind } = place;
    const [value, isTick] = [given.get(id), ticked.has(id)];
    const was = values.get(id) ?? '';
    // One of a group of radio buttons has no meaning without the others.
    if (!place.isShared || kind === 'radio' || value === undefined || value === was || !says(value, isTick)) continue;
    if (!takes(place, value, isTick)) misfits.push([id, value]);
    else (says(was, isBox(kind)) ? others : placed).push({ id, was, value });
  }
  return { placed, fit: placed.map(({ id }) => id), misfits, left: [], others, rows: [], rowsAre: 'none' };
}

function isLeftOut(element: HtmlElement | null): boolean {
  for (let at: HtmlNode | null = element; at && isHtml(at); at = at.parentNode as HtmlNode | null)
    if (attribute(at, 'data-ready-carry')?.trim().toLowerCase() === 'no') return true;
  return false;
}

/** Regions that are checked between two pauses. */
const PLACES_AT_ONCE = 64;

function* findingPlaces(source: string, rowsFunction: string): Work<CarryPlaces> {
  const document = yield* parsing(source);
  const places: CarryPlace[] = [];
  for (const [id, { kind, elements }] of yield* collectingRegions(document)) {
    if (places.length % PLACES_AT_ONCE === 0) yield;
    const [element] = elements;
    if (!element) continue;
    places.push({
      id,
      kind,
      attributes: new Map(kind === 'text' ? [] : element.attrs.map(({ name, value }) => [name, value])),
      options: kind === 'select' ? optionsOf(element).map(optionValue) : [],
      isLeft: elements.some(isLeftOut),
      isShared: elements.some((one) => attribute(one, 'data-ready-shared') !== null),
    });
  }
  return { places, rows: areRowsLeft(document) ? 'left' : source.includes(rowsFunction) ? 'taken' : 'unknown' };
}

/** True if a table to which a button adds rows begins empty. */
function areRowsLeft(document: HtmlNode): boolean {
  const byId = new Map<string, HtmlElement>();
  const named: string[] = [];
  for (const node of descendants(document)) {
    if (!isHtml(node)) continue;
    const [id, table] = [attribute(node, 'id'), attribute(node, 'data-ready-add-row')];
    if (id !== null && !byId.has(id)) byId.set(id, node);
    if (table !== null) named.push(table);
  }
  return named.some((id) => isLeftOut(byId.get(id) ?? null));
}

/**
 * Finds the places for values of another document.
 * @param source the HTML of the document that is filled
 * @param rowsFunction the name of the function by which documents list their added rows
 */
export function findPlaces(source: string, rowsFunction: string): Promise<CarryPlaces> {
  return inSlices(findingPlaces(source, rowsFunction));
}
