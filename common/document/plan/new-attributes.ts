import { NEW_ATTRIBUTES_ELEMENT_ID, rowsChange, type DocumentPlan } from './document-plan.ts';
import { attribute, descendants, isHtml, parseDocument, startTag } from '../html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '../html/html-tree.ts';
import { atOnce } from '../text/in-slices.ts';
import type { Work } from '../text/in-slices.ts';
import { splice } from '../text/splice.ts';

/** Nodes that are checked between two pauses. */
const NODES_AT_ONCE = 512;

function* findingElement(document: HtmlNode): Work<HtmlElement | null> {
  let count = 0;
  for (const node of descendants(document)) {
    if (isHtml(node, 'script') && attribute(node, 'id') === NEW_ATTRIBUTES_ELEMENT_ID) return node;
    if ((count += 1) % NODES_AT_ONCE === 0) yield;
  }
  return null;
}

const findElement = (document: HtmlNode): HtmlElement | null => atOnce(findingElement(document));

/**
 * The rows in a document for its own script (`s3.new-attributes`).
 * @returns null if the document has no such element or its text is not a JSON array
 */
export function readNewAttributes(source: string): unknown[] | null {
  return atOnce(findingList(parseDocument(source)));
}

/** Reads the same as `readNewAttributes` from a parsed document, as work that can be done in slices. */
export function* findingList(document: HtmlNode): Work<unknown[] | null> {
  const element = yield* findingElement(document);
  if (!element) return null;
  try {
    const list: unknown = JSON.parse(element.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/**
 * Place of the list in a document, or for it: the text of its element, else before `</body>`, else at the end.
 * @param document the source, parsed
 */
export function rowsPlace(source: string, document: HtmlNode): Pick<DocumentPlan, 'rows' | 'hasRows'> {
  const element = findElement(document);
  const tag = element && startTag(element);
  if (element && tag) {
    return { rows: [tag.endOffset, element.sourceCodeLocation?.endTag?.startOffset ?? source.length], hasRows: true };
  }
  let body: HtmlElement | null = null;
  for (const node of descendants(document)) {
    if (!isHtml(node, 'body')) continue;
    body = node;
    break;
  }
  const before = body?.sourceCodeLocation?.endTag?.startOffset;
  if (before !== undefined) return { rows: [before, before], hasRows: false };
  const atEnd: DocumentPlan['rows'] = [source.length, source.length];
  const written = splice(source, [rowsChange({ rows: atEnd, hasRows: false }, '[]')]);
  if (findElement(parseDocument(written))) return { rows: atEnd, hasRows: false };
  // The document ends inside a comment, a script or the like: an element after it would not be read.
  const first =
    body?.childNodes.find((child) => child.sourceCodeLocation)?.sourceCodeLocation?.startOffset ??
    (source.startsWith('\uFEFF') ? 1 : 0);
  return { rows: [first, first], hasRows: false };
}

/**
 * Puts the list into the document as `<script type="application/json" id="ready-new-attributes">`: in place if the element exists, else before
 * `</body>`, else at the end. An empty list adds no element.
 */
export function embedNewAttributes(source: string, list: readonly unknown[]): string {
  const place = rowsPlace(source, parseDocument(source));
  if (list.length === 0 && !place.hasRows) return source;
  return splice(source, [rowsChange(place, JSON.stringify(list))]);
}
