import { attribute, parentOf, parsing, type HtmlElement, type HtmlNode } from './html-tree.ts';
import type { Work } from '../text/in-slices.ts';
import { takesSuggestions } from '../regions/region-types.ts';
import { isShortLine } from '../regions/suggestions.ts';
import { findingRegions, radioGroupsIn } from './regions.ts';

/**
 * Regions of an HTML text by id: `offered` may receive values of other documents, each with its own one if that is short, and `withheld` are those that
 * the text marks `data-ready-private`.
 */
export type OfferedRegions = { readonly offered: ReadonlyMap<string, string>; readonly withheld: ReadonlySet<string> };

/** True if the element, or one around it, is marked as private. */
export function isPrivate(element: HtmlElement): boolean {
  for (let at: HtmlNode | null = element; at; at = parentOf(at))
    if ('attrs' in at && attribute(at, 'data-ready-private') !== null) return true;
  return false;
}

/** True for text of one line that the user types. */
const isOffered = (element: HtmlElement): boolean =>
  (element.tagName !== 'input' || /^(text|search)$/.test((attribute(element, 'type') ?? 'text').toLowerCase())) &&
  takesSuggestions(attribute(element, 'data-ready-type'), attribute(element, 'data-ready-options'));

/** The regions of an HTML text for which values used before are offered, as work that can be done in slices. */
export function* findingOfferedRegions(source: string): Work<OfferedRegions> {
  const offered = new Map<string, string>();
  const withheld = new Set<string>();
  const regions = yield* findingRegions(yield* parsing(source), 'marked');
  for (const { id, kind, elements, value } of regions) {
    if (elements.some(isPrivate)) withheld.add(id);
    else if ((kind === 'text' || kind === 'input') && elements.every(isOffered))
      offered.set(id, isShortLine(value) ? value : '');
  }
  // A group of radio buttons has one answer.
  for (const group of radioGroupsIn(regions))
    if (group.some((id) => withheld.has(id))) group.forEach((id) => withheld.add(id));
  return { offered, withheld };
}
