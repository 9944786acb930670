import { attribute, descendants, isHtml, parsing, sourceTree } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';
import { inSlices } from '../text/in-slices.ts';
import type { Work } from '../text/in-slices.ts';
import { hintOf } from '../regions/region-types.ts';
import type { RegionHint } from '../regions/region-types.ts';
import { collectingRegions, optionsOf, optionValue } from './regions.ts';

/** Control for editing a region outside of its document. */
export type RegionControl = (
  | { readonly kind: 'box'; readonly type: 'checkbox' | 'radio' }
  /** `limits`: the attributes that bound a range. */
  | { readonly kind: 'line'; readonly type: string; readonly limits?: Readonly<Record<string, string>> }
  | { readonly kind: 'area' }
  /** Text with a hint of the document about its values. */
  | { readonly kind: 'hinted'; readonly hint: RegionHint }
  | { readonly kind: 'choice'; readonly isMultiple: boolean; readonly options: readonly RegionOption[] }
) & {
  /** True if the document makes it read-only. */
  readonly isHeld?: true;
};

type RegionOption = { readonly value: string; readonly label: string };

const LINES = /^(text|search|url|tel|email|number|date|time|month|week|datetime-local|color|range)$/;

function textOf(element: HtmlNode): string {
  let text = '';
  for (const node of descendants(element)) text += sourceTree.text(node) ?? '';
  return text;
}

/** Types on which `readonly` has no effect, as in a browser. */
const NEVER_READ_ONLY = /^(checkbox|radio|range|color|hidden)$/;

/** True if a control is read-only, or disabled by itself or by a fieldset around it. */
function isHeld(element: HtmlElement): boolean {
  if (attribute(element, 'disabled') !== null) return true;
  const type = (attribute(element, 'type') ?? '').toLowerCase();
  const canBeReadOnly = element.tagName === 'textarea' || (element.tagName === 'input' && !NEVER_READ_ONLY.test(type));
  if (canBeReadOnly && attribute(element, 'readonly') !== null) return true;
  let from: HtmlElement = element;
  for (;;) {
    const at = from.parentNode as HtmlElement | null;
    if (at === null || !isHtml(at)) return false;
    // Controls in a fieldset's own legend stay enabled.
    const isOff = at.tagName === 'fieldset' && attribute(at, 'disabled') !== null;
    if (isOff && at.childNodes.find((child) => isHtml(child, 'legend')) !== from) return true;
    from = at;
  }
}

/**
 * The regions of an HTML text that are form controls, and those with a hint about their values; a `textarea` is text like other regions, unless it
 * is read-only. Works in slices, so that a long document does not block the page.
 * @returns by region id; ids that are not in it hold text of any number of lines
 */
export function findControls(source: string): Promise<ReadonlyMap<string, RegionControl>> {
  return inSlices(findingControls(source));
}

function* findingControls(source: string): Work<ReadonlyMap<string, RegionControl>> {
  const controls = new Map<string, RegionControl>();
  for (const [id, { kind, elements }] of yield* collectingRegions(yield* parsing(source))) {
    const [element] = elements;
    if (!element) continue;
    const hint = hintOf(attribute(element, 'data-ready-type'), attribute(element, 'data-ready-options'));
    const isHinted = hint !== null && !/^(text|multiline)$/.test(hint.type);
    if (kind === 'text') {
      if (isHinted) controls.set(id, { kind: 'hinted', hint });
      continue;
    }
    const held = isHeld(element) ? ({ isHeld: true } as const) : {};
    if (kind === 'textarea') {
      if (isHinted && !held.isHeld) controls.set(id, { kind: 'hinted', hint });
      if (held.isHeld) controls.set(id, { kind: 'area', ...held });
    } else if (kind === 'checkbox' || kind === 'radio') controls.set(id, { kind: 'box', type: kind, ...held });
    else if (kind === 'input') {
      const type = (attribute(element, 'type') ?? 'text').toLowerCase();
      const bounds = element.attrs.filter(({ name }) => type === 'range' && /^(min|max|step)$/.test(name));
      const limits =
        bounds.length > 0 ? { limits: Object.fromEntries(bounds.map((one) => [one.name, one.value])) } : {};
      controls.set(id, { kind: 'line', type: LINES.test(type) ? type : 'text', ...limits, ...held });
    } else if (kind === 'select') {
      const options = optionsOf(element).map((option) => ({
        value: optionValue(option),
        label: (attribute(option, 'label') || textOf(option)).replace(/\s+/g, ' ').trim(),
      }));
      controls.set(id, { kind: 'choice', isMultiple: attribute(element, 'multiple') !== null, options, ...held });
    }
  }
  return controls;
}
