import { escapeAttribute, escapeText, type Splice } from '../text/splice.ts';
import { canonicalControl, canonicalText, isMarkedWhenSaved } from '../regions/values.ts';

/** A part of a source text, by UTF-16 offsets. */
export type Range = readonly [start: number, end: number];

/** Place of an attribute in a start tag, or null if it is absent, and the place at which it would be inserted. */
export type AttributePlace = { readonly at: Range | null; readonly insert: number };

/** A choice of a select. `at`: its `selected` attribute, with the blank before it. */
type OptionPlace = AttributePlace & { readonly value: string };

/**
 * A place of a source text that shows the value of a region: one for each element of the region. Plain data, so that it can be stored beside the
 * text. `own` is the control's value in the source itself.
 */
export type Slot =
  | { readonly kind: 'text'; readonly at: Range; readonly isPre: boolean }
  | { readonly kind: 'textarea'; readonly at: Range }
  | ({ readonly kind: 'input'; readonly own: string } & AttributePlace)
  /** `at`: its `checked` attribute, with the blank before it. `rivals`: those of the group's other radio buttons that are no regions. */
  | ({ readonly kind: 'checkbox' | 'radio'; readonly own: string; readonly rivals?: readonly Range[] } & AttributePlace)
  | {
      readonly kind: 'select';
      readonly own: string;
      readonly isMultiple: boolean;
      readonly options: readonly OptionPlace[];
    };

/** The canonical form in which a slot shows a value; applying it again changes nothing. */
export function canonicalIn(slot: Slot, value: string): string {
  return slot.kind === 'text' ? canonicalText(value, slot.isPre) : canonicalControl(slot.kind, value);
}

/** A canonical value as text of a region: if its white space counts it is marked, so that it is not read as an author's source layout. */
function savedText(canonical: string, isPre: boolean): string {
  return escapeText(canonical) + (isMarkedWhenSaved(canonical, isPre) ? '&#13;' : '');
}

// The parser drops a line feed right after the start tag.
const savedArea = (canonical: string): string => (canonical.startsWith('\n') ? '\n' : '') + escapeText(canonical);

const replaced = ([start, end]: Range, text: string): Splice => ({ start, end, text });

/** Sets an attribute (`text`) or removes it (`null`), and changes nothing else of the start tag. */
function attributeChange({ at, insert }: AttributePlace, name: string, text: string | null): Splice[] {
  if (text === null) return at ? [replaced(at, '')] : [];
  const written = text === '' && name !== 'value' ? name : `${name}="${escapeAttribute(text)}"`;
  return [at ? replaced(at, written) : { start: insert, end: insert, text: ` ${written}` }];
}

/** The options that a value chooses, or null when the select does not offer all of it. */
function chosenOf({ isMultiple, options }: Slot & { kind: 'select' }, value: string): Set<OptionPlace> | null {
  const wanted = new Set(isMultiple ? value.split('\n').filter((line) => line !== '') : [value]);
  const fitting = options.filter((option) => wanted.has(option.value));
  const chosen = new Set(isMultiple ? fitting : fitting.slice(0, 1));
  return chosen.size < wanted.size ? null : chosen;
}

/** The control's value in the source itself at these places. */
export const ownValue = (slots: readonly Slot[] | undefined): string | undefined =>
  slots?.[0] && 'own' in slots[0] ? slots[0].own : undefined;

/** True if a slot can show a value: a select shows the options that it offers, all others show anything. */
export function canShow(slot: Slot, canonical: string): boolean {
  return slot.kind !== 'select' || slot.own === canonical || chosenOf(slot, canonical) !== null;
}

/**
 * The changes of the source that make a slot show a value.
 * @param canonical as returned by `canonicalIn`, and accepted by `canShow`
 */
export function slotChanges(slot: Slot, canonical: string): Splice[] {
  switch (slot.kind) {
    case 'text':
      return [replaced(slot.at, savedText(canonical, slot.isPre))];
    case 'textarea':
      return [replaced(slot.at, savedArea(canonical))];
    case 'input':
      return slot.own === canonical ? [] : attributeChange(slot, 'value', canonical);
    case 'checkbox':
    case 'radio': {
      const rivals = canonical === 'true' ? (slot.rivals ?? []).map((at) => replaced(at, '')) : [];
      if (slot.own === canonical) return rivals;
      return [...attributeChange(slot, 'checked', canonical === 'true' ? '' : null), ...rivals];
    }
    case 'select': {
      if (slot.own === canonical) return [];
      const chosen = chosenOf(slot, canonical);
      return slot.options.flatMap((option) => {
        const isChosen = chosen?.has(option) ?? false;
        return isChosen === (option.at !== null) ? [] : attributeChange(option, 'selected', isChosen ? '' : null);
      });
    }
  }
}
