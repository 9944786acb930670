import { distinctLabels, regionNamer } from '#common/document/regions/region-namer.ts';
import type { Pair } from '#common/document/regions/values.ts';
import { domTree, type FrameRegion } from './dom-regions.ts';
import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';

/** Makes a function that names the regions of this document, with a number where two would be spoken alike. */
export function namerOfRegions(regions: ReadonlyMap<string, FrameRegion>): (element: HTMLElement) => string {
  const nameOf = regionNamer<Node>(
    ownDocument.documentElement,
    ownDocument.querySelectorAll('label[for],input[type=radio]'),
    (id) => ownDocument.getElementById(id),
    domTree,
  );
  // Naming all of a long document takes long.
  const few = regions.size > FRAME_LIMITS.eager ? [] : [...regions.values()];
  const firsts = few.flatMap(({ elements: [first] }) => first ?? []);
  const apart = distinctLabels(firsts.map(nameOf));
  const names = new Map(firsts.map((element, at) => [element, apart[at]]));
  return (element) => names.get(element) ?? nameOf(element);
}

/** True if the document's author has named the element. */
export function isNamed(element: HTMLElement): boolean {
  if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return true;
  const { labels } = element as Partial<HTMLInputElement>;
  return labels !== undefined && labels !== null && labels.length > 0;
}

/** The names of all regions that are in the document. */
export const namesOf = (regions: ReadonlyMap<string, FrameRegion>, nameOf: (element: HTMLElement) => string): Pair[] =>
  Array.from(regions.values(), ({ id, elements: [first] }): Pair[] => (first ? [[id, nameOf(first)]] : [])).flat();
