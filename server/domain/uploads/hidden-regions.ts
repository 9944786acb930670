import {
  attribute,
  descendants,
  isHtml,
  parseDocument,
  type HtmlElement,
  type HtmlNode,
} from '#common/document/html/html-tree.ts';
import { collectRegions } from '#common/document/html/regions.ts';
import { lineOf } from './line-of.ts';
import { textOf } from './outside.ts';

type Hidden = { root: HtmlNode; why: string };

/** Elements that a browser with scripts never shows. */
const UNSHOWN = /^(?:noscript|noframes|noembed)$/;
const INTO_THE_DOCUMENT = 'put it into the document itself';

/** Documents inside an element that are not part of the document around it: a template's, a shadow root's. */
function hiddenIn(element: HtmlElement): Hidden | null {
  if (isHtml(element, 'template') && 'content' in element) {
    const root = element.content as HtmlNode;
    return attribute(element, 'shadowrootmode') === null
      ? { root, why: `unless a script of the document copies it out: ${INTO_THE_DOCUMENT}` }
      : { root, why: `since a shadow root is closed to the editor: ${INTO_THE_DOCUMENT}` };
  }
  if (!isHtml(element)) return null;
  if (UNSHOWN.test(element.tagName))
    return { root: parseDocument(textOf(element)), why: `since it is never shown: ${INTO_THE_DOCUMENT}` };
  const inner = element.tagName === 'iframe' ? attribute(element, 'srcdoc') : null;
  return inner === null
    ? null
    : { root: parseDocument(inner), why: `since it is in a document of its own: ${INTO_THE_DOCUMENT}` };
}

/** Finds regions at places where no user can edit them. A sentence for each such place. */
export function hiddenRegions(element: HtmlElement): string[] {
  const notes: string[] = [];
  const holders = [element];
  // A template may contain others; the documents that are parsed separately are not searched further.
  for (const holder of holders) {
    const hidden = hiddenIn(holder);
    if (!hidden) continue;
    const [first, ...others] = collectRegions(hidden.root).keys();
    if (first !== undefined) {
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      notes.push(`Line ${lineOf(holder)}: the region '${first}'${more} in <${holder.tagName}> is none, ${hidden.why}.`);
    }
    if (holder.tagName !== 'template') continue;
    for (const node of descendants(hidden.root)) if ('tagName' in node && hiddenIn(node)) holders.push(node);
  }
  return notes;
}
