import type { PageStart } from '../../host/protocol.ts';
import { FRAME_LIMITS } from '../limits.ts';

/** Top and bottom of a part, in pixels from the document's top. */
export type Span = readonly [top: number, bottom: number];

/** A table whose head is repeated on each page that begins within its rows: the place of these, and the height of the head. */
export type Rows = { readonly span: Span; readonly head: number };

/** Spans that are kept whole if there is room: sections under a heading, regions, and a row or a heading with its first line. */
export type Kept = {
  readonly sections: readonly Span[];
  readonly regions: readonly Span[];
  readonly rows: readonly Span[];
};

/**
 * Finds where pages begin: before a heading if that leaves the page before it more than half full, else so that a region stays whole, else a row.
 * Never cuts a line of text.
 * @param page height of a page
 */
export function startsOf(
  lines: readonly Span[],
  { sections, regions, rows }: Kept,
  tables: readonly Rows[],
  page: number,
  end: number,
): PageStart[] {
  const tiers = [
    { spans: [...lines, ...rows, ...regions, ...sections], least: 1 / 2 },
    { spans: [...lines, ...rows, ...regions], least: 1 / 2 },
    { spans: [...lines, ...regions], least: 1 / 8 },
    { spans: [...lines, ...rows], least: 1 / 2 },
    { spans: lines, least: 1 / 4 },
  ];
  const starts: PageStart[] = [[0, 0]];
  while (starts.length < FRAME_LIMITS.pages) {
    const [start, head] = starts.at(-1) ?? [0, 0];
    const most = start + page - head;
    if (most >= end) break;
    let next = most;
    for (const { spans, least } of tiers) {
      const at = cut(spans, start, most);
      if (at - start <= page * least) continue;
      next = at;
      break;
    }
    next = Math.floor(next);
    const table = tables.find(({ span: [top, bottom] }) => top < next - 1 && bottom > next + 1);
    starts.push([next, table?.head ?? 0]);
  }
  return starts;
}

/** The lowest place above `end` at which no span is cut. */
function cut(spans: readonly Span[], start: number, end: number): number {
  const inside = spans.filter(([top, bottom]) => top < end && bottom > start);
  let at = end;
  for (;;) {
    let next = at;
    for (const [top, bottom] of inside) if (top < at && bottom > at + 1) next = Math.min(next, top);
    if (next === at || next <= start) return next;
    at = next;
  }
}
