import { regionNamer } from '../regions/region-namer.ts';
import { domTree } from './dom-regions.ts';
import { ownDocument } from './own.ts';

/** Makes a function that names the regions of this document. */
export const namerOfRegions = (): ((element: HTMLElement) => string) =>
  regionNamer<Node>(ownDocument.querySelectorAll('label[for]'), domTree);

/** True if the document's author has named the element. */
export function isNamed(element: HTMLElement): boolean {
  if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return true;
  const { labels } = element as Partial<HTMLInputElement>;
  return labels !== undefined && labels !== null && labels.length > 0;
}
