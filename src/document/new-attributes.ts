import { attribute, descendants, isHtml, parseDocument, splice, startTag } from './html-tree.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';
import { atOnce } from './in-slices.ts';
import type { Work } from './in-slices.ts';

/** The element of a document that carries the rows its own script made. */
export const NEW_ATTRIBUTES_ELEMENT_ID = 'ready-new-attributes';

/** Nodes that are looked at between two pauses. */
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

function serialise(list: readonly unknown[]): string {
  return JSON.stringify(list).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * The rows that a document carries for its own script (`s3.new-attributes`).
 * @returns null where the document has no such element or its text is not a JSON array
 */
export function readNewAttributes(source: string): unknown[] | null {
  return atOnce(findingList(parseDocument(source)));
}

/** As `readNewAttributes`, of a document that has been parsed, as work that can be done in slices. */
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
 * Puts the list into the document as `<script type="application/json" id="ready-new-attributes">`: in place where the element is there,
 * else before `</body>`, else at the end. An empty list adds no element.
 */
export function embedNewAttributes(source: string, list: readonly unknown[]): string {
  const document = parseDocument(source);
  const json = serialise(list);
  const element = findElement(document);
  const tag = element && startTag(element);
  if (element && tag) {
    const end = element.sourceCodeLocation?.endTag?.startOffset ?? source.length;
    return splice(source, [{ start: tag.endOffset, end, text: json }]);
  }
  if (list.length === 0) return source;
  const written = `<script type="application/json" id="${NEW_ATTRIBUTES_ELEMENT_ID}">${json}</script>`;
  let body: HtmlElement | null = null;
  for (const node of descendants(document)) {
    if (!isHtml(node, 'body')) continue;
    body = node;
    break;
  }
  const before = body?.sourceCodeLocation?.endTag?.startOffset;
  if (before !== undefined) return splice(source, [{ start: before, end: before, text: written }]);
  const atEnd = `${source}${written}`;
  if (findElement(parseDocument(atEnd))) return atEnd;
  // The document ends inside a comment, a script or the like: nothing after it would be read.
  const first =
    body?.childNodes.find((child) => child.sourceCodeLocation)?.sourceCodeLocation?.startOffset ??
    (source.startsWith('\uFEFF') ? 1 : 0);
  return splice(source, [{ start: first, end: first, text: written }]);
}
