import { FRAME_LIMITS } from './limits.ts';

/** What stands from here to there, in pixels from the document's top. */
export type Span = readonly [top: number, bottom: number];

/**
 * Where pages begin so that none ends within a line of text, and none within a row or under a heading where that leaves it more than half full.
 * @param page how high one is
 */
export function startsOf(lines: readonly Span[], blocks: readonly Span[], page: number, end: number): number[] {
  const starts = [0];
  while (starts.length < FRAME_LIMITS.pages) {
    const start = starts.at(-1) ?? 0;
    if (start + page >= end) break;
    const whole = cut([...lines, ...blocks], start, start + page);
    const next = whole - start > page / 2 ? whole : cut(lines, start, start + page);
    starts.push(Math.floor(next - start > page / 4 ? next : start + page));
  }
  return starts;
}

/** The lowest place above `end` at which nothing is cut. */
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
