import type { PageStart } from '../../host/protocol.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument } from '../own.ts';
import { type Kept, type Rows, type Span, startsOf } from './page-starts.ts';

/** Elements that are not cut in two: pictures and controls like a line of text; rows and sections under a heading, if there is room. */
const PIECES = 'img,svg,canvas,video,input,textarea,select,button';
const BLOCKS = 'tr,li,dl>div,p';
const TITLES = 'h1,h2,h3,h4,h5,h6,caption,legend';
const HEADINGS = `${TITLES},thead,dt`;

/** Finds where the pages of the document begin. @param page height of a page @param end height of the document, both in pixels */
export function pageStarts(page: number, end: number): PageStart[] {
  const lines = linesOf();
  return startsOf(lines.map(spanOf), keptOf(page), rowsOf(lines, page), page, end);
}

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

const spanOf = ({ top, bottom }: Box): Span => [top + window.scrollY, bottom + window.scrollY];
const boxesOf = (selector: string): DOMRect[] =>
  Array.from(ownDocument.querySelectorAll(selector), (one) => one.getBoundingClientRect());

function linesOf(): Box[] {
  const lines: Box[] = boxesOf(PIECES);
  const texts = ownDocument.createTreeWalker(ownDocument.documentElement, NodeFilter.SHOW_TEXT);
  const range = ownDocument.createRange();
  while (texts.nextNode() && lines.length < FRAME_LIMITS.lines) {
    if (!texts.currentNode.nodeValue?.trim()) continue;
    range.selectNodeContents(texts.currentNode);
    lines.push(...range.getClientRects());
  }
  return lines;
}

function keptOf(page: number): Kept {
  const upTo =
    (most: number) =>
    ([top, bottom]: Span) =>
      bottom - top <= most;
  const headings = boxesOf(HEADINGS).map((box): Span => {
    const [top, bottom] = spanOf(box);
    // Together with the first line under it.
    return [top, bottom + Math.min(bottom - top, page / 8)];
  });
  return {
    sections: Array.from(ownDocument.querySelectorAll(TITLES), sectionOf).filter(upTo(page)),
    regions: boxesOf('.editable[id]').map(spanOf).filter(upTo(page)),
    rows: [
      ...boxesOf(BLOCKS)
        .map(spanOf)
        .filter(upTo(page / 2)),
      ...headings,
    ],
  };
}

/** Section under a heading: all of its parent if it is the first in it, else the content until the next heading of its rank. */
function sectionOf(title: Element): Span {
  const { parentElement: parent } = title;
  if (parent && parent !== ownDocument.body && parent.firstElementChild === title)
    return spanOf(parent.getBoundingClientRect());
  const [top, first] = spanOf(title.getBoundingClientRect());
  let bottom = first;
  for (let next = title.nextElementSibling; next; next = next.nextElementSibling) {
    if (next.matches(TITLES) && next.localName <= title.localName) break;
    bottom = Math.max(bottom, spanOf(next.getBoundingClientRect())[1]);
  }
  return [top, bottom];
}

/** The rows of tables that have a head and fill the page's width: a repeated head then covers nothing else. */
function rowsOf(lines: readonly Box[], page: number): Rows[] {
  return headsOf().flatMap(({ thead, table }): Rows[] => {
    const { height, bottom: top } = thead.getBoundingClientRect();
    const { left, right, bottom } = table.getBoundingClientRect();
    const isBeside = (line: Box): boolean =>
      line.top < bottom && line.bottom > top && (line.right <= left + 1 || line.left >= right - 1);
    const isFit = height > 0 && height < page / 4 && top < bottom && !isClipped(table) && !lines.some(isBeside);
    return isFit ? [{ span: spanOf({ top, bottom, left, right }), head: height }] : [];
  });
}

const headsOf = () =>
  [...ownDocument.querySelectorAll('thead')].flatMap((thead) => {
    const table = thead.closest('table');
    // A head that is meant for screen readers only has another layout.
    const isHead = getComputedStyle(thead).display === 'table-header-group';
    return table && isHead ? [{ thead, table }] : [];
  });

/** True if the element is in a part of the document that clips or scrolls by itself: a sticky head would not follow the page there. */
function isClipped(element: Element): boolean {
  const { parentElement: parent } = element;
  if (!parent || parent === ownDocument.body) return false;
  return getComputedStyle(parent).overflow !== 'visible' || isClipped(parent);
}

/** The head of the table in whose rows a page begins. @param at place of that page, in pixels from the document's top */
export const headAt = (at: number): HTMLElement | null =>
  headsOf().find(({ thead, table }) => {
    const [, top] = spanOf(thead.getBoundingClientRect());
    return top < at - 1 && spanOf(table.getBoundingClientRect())[1] > at + 1;
  })?.thead ?? null;
