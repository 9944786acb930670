import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';
import { type Span, startsOf } from './page-starts.ts';

/** What is not cut in two: pictures and controls like a line of text; rows and what a heading stands over, where there is room. */
const PIECES = 'img,svg,canvas,video,input,textarea,select,button';
const BLOCKS = 'tr,li,dl>div,p';
const HEADINGS = 'h1,h2,h3,h4,h5,h6,caption,legend,thead,dt';

/** Where the pages of the document begin, in pixels from its top. @param page how high one is @param end how high the document is */
export const pageStarts = (page: number, end: number): number[] => startsOf(linesOf(), blocksOf(page), page, end);

const spanOf = ({ top, bottom }: DOMRect): Span => [top + scrollY, bottom + scrollY];

function linesOf(): Span[] {
  const lines: Span[] = [...ownDocument.querySelectorAll(PIECES)].map((piece) => spanOf(piece.getBoundingClientRect()));
  const texts = ownDocument.createTreeWalker(ownDocument.documentElement, NodeFilter.SHOW_TEXT);
  const range = ownDocument.createRange();
  while (texts.nextNode() && lines.length < FRAME_LIMITS.lines) {
    if (!texts.currentNode.nodeValue?.trim()) continue;
    range.selectNodeContents(texts.currentNode);
    for (const line of range.getClientRects()) lines.push(spanOf(line));
  }
  return lines;
}

function blocksOf(page: number): Span[] {
  const spans: Span[] = [];
  for (const block of ownDocument.querySelectorAll(BLOCKS)) {
    const span = spanOf(block.getBoundingClientRect());
    if (span[1] - span[0] <= page / 2) spans.push(span);
  }
  for (const heading of ownDocument.querySelectorAll(HEADINGS)) {
    const [top, bottom] = spanOf(heading.getBoundingClientRect());
    // With the first line under it.
    spans.push([top, bottom + Math.min(bottom - top, page / 8)]);
  }
  return spans;
}
