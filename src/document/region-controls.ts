import { attribute, descendants, parsing, sourceTree } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import { inSlices } from './in-slices.ts';
import type { Work } from './in-slices.ts';
import { collectingRegions, optionsOf, optionValue } from './regions.ts';

/** How a region that is a form control is edited outside of its document. */
export type RegionControl =
  | { readonly kind: 'box'; readonly type: 'checkbox' | 'radio' }
  | { readonly kind: 'line'; readonly type: string }
  | { readonly kind: 'choice'; readonly isMultiple: boolean; readonly options: readonly RegionOption[] };

type RegionOption = { readonly value: string; readonly label: string };

const LINES = /^(text|search|url|tel|email|number|date|time|month|week|datetime-local|color|range)$/;

function textOf(element: HtmlNode): string {
  let text = '';
  for (const node of descendants(element)) text += sourceTree.text(node) ?? '';
  return text;
}

/**
 * The regions of an HTML text that are form controls; `textarea` is text like other regions. Read in slices: a long document keeps nobody
 * waiting.
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
    if (kind === 'checkbox' || kind === 'radio') controls.set(id, { kind: 'box', type: kind });
    else if (kind === 'input') {
      const type = (attribute(element, 'type') ?? 'text').toLowerCase();
      controls.set(id, { kind: 'line', type: LINES.test(type) ? type : 'text' });
    } else if (kind === 'select') {
      const options = optionsOf(element).map((option) => ({
        value: optionValue(option),
        label: (attribute(option, 'label') || textOf(option)).replace(/\s+/g, ' ').trim(),
      }));
      controls.set(id, { kind: 'choice', isMultiple: attribute(element, 'multiple') !== null, options });
    }
  }
  return controls;
}
