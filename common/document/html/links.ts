import { attribute, descendants, isHtml, parsing } from './html-tree.ts';
import { inSlices, type Work } from '../text/in-slices.ts';
import { parseLinks } from '../text/link-notation.ts';
import { findingRegions } from './regions.ts';
import type { LineBreaks } from '../regions/values.ts';

/** Any HTML, and its line breaks as its host describes them. */
type DocumentText = { readonly html: string; readonly lines: LineBreaks };

/** Nodes that are checked between two pauses. */
const NODES_AT_ONCE = 512;

function* searching({ html, lines }: DocumentText, href: string): Work<boolean> {
  const document = yield* parsing(html);
  let count = 0;
  for (const node of descendants(document)) {
    if ((count += 1) % NODES_AT_ONCE === 0) yield;
    const isLink = isHtml(node, 'a') || isHtml(node, 'area');
    if (isLink && attribute(node, 'href')?.trim() === href) return true;
  }
  // Link notation is no element: the frame shows it as a link.
  for (const { kind, value } of yield* findingRegions(document, lines)) {
    if (kind !== 'text' || !value.includes(href)) continue;
    if (parseLinks(value).some((part) => part.type === 'link' && part.href === href)) return true;
  }
  return false;
}

/**
 * Finds out if an address is that of a link in a document: an element's, or link notation's in a text region. Text in a comment, a script or
 * another attribute does not count. Works in slices, so that the page stays responsive.
 */
export function hasLink(source: DocumentText, href: string): Promise<boolean> {
  return inSlices(searching(source, href));
}
