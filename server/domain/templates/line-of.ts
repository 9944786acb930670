import { startTag, type HtmlElement } from '#document/html/html-tree.ts';

/** Signs of a line from which on its number alone does not lead to a place: some programs write a document in one line. */
const LONG = 120;

/** Where an element begins: its line, and its column too where the line is long by then. */
export function lineOf(element: HtmlElement): string {
  const tag = startTag(element);
  if (!tag) return '0';
  return tag.startCol > LONG ? `${tag.startLine} (column ${tag.startCol})` : String(tag.startLine);
}
