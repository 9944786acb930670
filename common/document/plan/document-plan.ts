import { atOnce, type Work } from '../text/in-slices.ts';
import { type RadioGroup, withOneChosen } from '../regions/radio-groups.ts';
import { canonicalIn, canShow, ownValue, slotChanges, type Range, type Slot } from './slots.ts';
import { splice, type Splice } from '../text/splice.ts';

/** The element of a document that contains the rows its own script made. */
export const NEW_ATTRIBUTES_ELEMENT_ID = 'ready-new-attributes';

/** Information for inserting values into an HTML text without parsing it again: made once by `make-plan.ts`, stored beside the text as JSON. */
export type DocumentPlan = {
  /** The slots of each region by its id, in document order. */
  readonly regions: readonly (readonly [id: string, slots: readonly Slot[]])[];
  /** The groups of radio buttons; an older plan has none. */
  readonly groups?: readonly RadioGroup[];
  /** The text of the element with the added rows; without such an element, an empty range at the place where it is inserted. */
  readonly rows: Range;
  readonly hasRows: boolean;
  /** The text's length in bytes of UTF-8. */
  readonly bytes: number;
  /** The most slots that one region has. */
  readonly most: number;
  /**
   * True if any values leave everything else of the document unchanged. In a document where they do not (a region contains the start of an element
   * that ends outside of it), a save has to parse the text of the save before.
   */
  readonly isSteady: boolean;
};

/** Values written into a document: canonical, by region id, and the added rows as JSON; null while there were none. */
export type Written = { readonly values: ReadonlyMap<string, string>; readonly rows: string | null };

/** A save as the user sent it (`s7.update`). */
export type Save = {
  readonly edited_attributes: readonly { readonly id: string; readonly value: string }[];
  readonly new_attributes: readonly unknown[];
};

/**
 * Merges a save with the values written before. Ids that name no region, and choices that a select does not offer, change nothing: the document may
 * have changed since. If a save names an id twice the last entry counts.
 */
export function merged({ regions, groups = [], hasRows }: DocumentPlan, before: Written, save: Save): Written {
  const values = new Map(before.values);
  const slotsOf = new Map(regions);
  const edited = new Map(save.edited_attributes.map(({ id, value }) => [id, value]));
  const standing = (id: string): string | undefined => before.values.get(id) ?? ownValue(slotsOf.get(id));
  for (const [id, value] of withOneChosen(edited, groups, standing)) {
    const [slot] = slotsOf.get(id) ?? [];
    if (!slot) continue;
    const canonical = canonicalIn(slot, value);
    if (canShow(slot, canonical)) values.set(id, canonical);
  }
  const isNone = save.new_attributes.length === 0 && before.rows === null && !hasRows;
  return { values, rows: isNone ? null : JSON.stringify(save.new_attributes) };
}

/** A list as text of its script element: no part of it can end the element. */
const inScript = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The change that inserts a list of added rows into a document (`s3.new-attributes`). @param json the list */
export function rowsChange(
  { rows: [start, end], hasRows }: Pick<DocumentPlan, 'rows' | 'hasRows'>,
  json: string,
): Splice {
  const text = inScript(json);
  if (hasRows) return { start, end, text };
  return { start, end, text: `<script type="application/json" id="${NEW_ATTRIBUTES_ELEMENT_ID}">${text}</script>` };
}

/** Regions whose values are written between two pauses. */
const REGIONS_AT_ONCE = 256;

/**
 * The HTML of a document, as work that can be done in slices: the text with each written value in its places and the added rows; every other byte
 * is the text's own.
 * @param source the text from which the plan was made
 */
export function* rendering(source: string, plan: DocumentPlan, { values, rows }: Written): Work<string> {
  const changes: Splice[] = [];
  let count = 0;
  if (values.size > 0) {
    for (const [id, slots] of plan.regions) {
      const value = values.get(id);
      if (value === undefined) continue;
      // A loop instead of spreading: a select of very many options has as many changes.
      for (const slot of slots) for (const change of slotChanges(slot, value)) changes.push(change);
      if ((count += 1) % REGIONS_AT_ONCE === 0) yield;
    }
  }
  if (rows !== null) changes.push(rowsChange(plan, rows));
  return splice(source, changes);
}

/** `rendering`, at once. */
export function renderDocument(source: string, plan: DocumentPlan, written: Written): string {
  return atOnce(rendering(source, plan, written));
}

/** Characters that are longer in HTML than in JSON, and the quotes and backslashes of JSON itself, which allow for escapes in an attribute. */
const GROWING = /[&<>"\\]/g;

/**
 * The maximum size of a document, in bytes of UTF-8.
 * @param values JSON of the values, as stored
 * @param rows JSON of the rows; '' if there are none
 */
export function bytesAtMost({ bytes, most }: DocumentPlan, values: string, rows: string): number {
  const sizeOf = (text: string): number => new TextEncoder().encode(text).length;
  const growing = values.length - values.replace(GROWING, '').length;
  return bytes + most * (sizeOf(values) + 6 * growing) + 6 * sizeOf(rows) + 100;
}
