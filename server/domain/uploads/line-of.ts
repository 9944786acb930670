import { startTag, type HtmlElement } from '#common/document/html/html-tree.ts';

/** Columns from which on a line number alone is not enough: some programs write a document in one line. */
const LONG = 120;

/** Position of an element: its line, and its column too if that is far into the line. */
export function lineOf(element: HtmlElement): string {
  const tag = startTag(element);
  if (!tag) return '0';
  return tag.startCol > LONG ? `${tag.startLine} (column ${tag.startCol})` : String(tag.startLine);
}
