import { html, Parser } from 'parse5';
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Tree, Token } from 'parse5';

import type { Work } from '../text/in-slices.ts';
import type { TextTree } from '../regions/values.ts';

export type HtmlNode = Tree.ChildNode | Tree.Document;
export type HtmlElement = Tree.Element;

/**
 * Replaces a byte order mark, which is no text of the document, by a blank: before the doctype the parser ignores it, and every offset stays the same.
 */
const withoutMark = (source: string): string => (source.startsWith('\uFEFF') ? ` ${source.slice(1)}` : source);

/** Parses a document as the frame's browser would (scripting on), with the source offsets of every node. */
export function parseDocument(source: string): Tree.Document {
  const parser = new LocatingParser({ sourceCodeLocationInfo: true, scriptingEnabled: true });
  parser.tokenizer.write(withoutMark(source), true);
  endTags.set(parser.document, parser.ends);
  return parser.document;
}

const endTags = new WeakMap<HtmlNode, readonly number[]>();

/** The library locates end tags in elements, and has none for a body whose start tag is left out. */
class LocatingParser extends Parser<DefaultTreeAdapterMap> {
  readonly ends: number[] = [];

  override onEndTag(token: Token.TagToken): void {
    if (token.location && /^(body|html)$/.test(token.tagName)) this.ends.push(token.location.startOffset);
    super.onEndTag(token);
  }
}

/** Source offsets of the tags `</body>` and `</html>` of a document of `parseDocument`. */
export const ownEndTags = (document: HtmlNode): readonly number[] => endTags.get(document) ?? [];

/** Characters of HTML that are parsed at a stretch: a millisecond or two. */
const PARSED_AT_ONCE = 8_192;

/**
 * The same without the source offsets, as work that can be done in slices.
 * @param step characters between two pauses
 */
export function* parsing(given: string, step = PARSED_AT_ONCE): Work<Tree.Document> {
  const source = withoutMark(given);
  const parser = new Parser<DefaultTreeAdapterMap>({ scriptingEnabled: true });
  for (let from = 0; from < source.length; from += step) {
    const end = from + step;
    parser.tokenizer.write(source.slice(from, end), end >= source.length);
    yield;
  }
  if (source === '') parser.tokenizer.write('', true);
  return parser.document;
}

/** An attribute's value, or null. Names are lower case. */
export function attribute(element: HtmlElement, name: string): string | null {
  return element.attrs.find((candidate) => candidate.name === name)?.value ?? null;
}

/** True if the node is an element of the HTML namespace, with this name if one is given. */
export function isHtml(node: HtmlNode, name?: string): node is HtmlElement {
  return 'tagName' in node && node.namespaceURI === html.NS.HTML && (name === undefined || node.tagName === name);
}

/** The node around another one, or null. */
export const parentOf = (node: HtmlNode): HtmlNode | null =>
  'parentNode' in node ? (node.parentNode as HtmlNode | null) : null;

/** Access to a parse5 tree's nodes for reading a region's text. */
export const sourceTree: TextTree<HtmlNode> = {
  children: (node) => ('childNodes' in node ? node.childNodes : []),
  text: (node) => (node.nodeName === '#text' && 'value' in node ? node.value : null),
  tag: (node) => (isHtml(node) ? node.tagName : ''),
  attribute: (node, name) => (isHtml(node) ? attribute(node, name) : null),
  parent: parentOf,
};

/** All nodes below a node in document order, without what is inside `<template>`, as `querySelectorAll` sees them. */
export function* descendants(root: HtmlNode): Generator<HtmlNode> {
  // An explicit stack: hostile documents nest deeper than the call stack.
  const stack: HtmlNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node !== root) yield node;
    if (!('childNodes' in node)) continue;
    for (const child of [...node.childNodes].reverse()) stack.push(child);
  }
}

/** Location of an element's start tag in the source, or null if the parser has added the element. */
export function startTag(element: HtmlElement): Token.LocationWithAttributes | null {
  const location = element.sourceCodeLocation;
  // A void element has no separate start tag: its whole location is one.
  return location ? (location.startTag ?? location) : null;
}
