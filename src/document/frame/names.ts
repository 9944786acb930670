import { regionNamer } from '#common/document/regions/region-namer.ts';
import type { Pair } from '#common/document/regions/values.ts';
import { domTree, type FrameRegion } from './dom-regions.ts';
import { ownDocument } from './own.ts';

/** Makes a function that names the regions of this document. */
export const namerOfRegions = (): ((element: HTMLElement) => string) =>
  regionNamer<Node>(
    ownDocument.documentElement,
    ownDocument.querySelectorAll('label[for],input[type=radio]'),
    (id) => ownDocument.getElementById(id),
    domTree,
  );

/** True if the document's author has named the element. */
export function isNamed(element: HTMLElement): boolean {
  if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return true;
  const { labels } = element as Partial<HTMLInputElement>;
  return labels !== undefined && labels !== null && labels.length > 0;
}

/** The names of all regions that are in the document. */
export const namesOf = (regions: ReadonlyMap<string, FrameRegion>, nameOf: (element: HTMLElement) => string): Pair[] =>
  Array.from(regions.values(), ({ id, elements: [first] }): Pair[] => (first ? [[id, nameOf(first)]] : [])).flat();
