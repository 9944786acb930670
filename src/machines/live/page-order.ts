/** Number of pages of each pane of a screen, by the pane's key. A pane without an entry has one. */
export type PageCounts = Readonly<Record<string, number>>;

/** Returns the number of pages to turn: that of the pane with the most. */
export const countOf = (counts: PageCounts): number => Math.max(1, ...Object.values(counts));

/** Returns the page that a pane shows: one with fewer pages waits on its last one. */
export const pageOf = (counts: PageCounts, pane: string, at: number): number =>
  Math.max(0, Math.min(at, (counts[pane] ?? 1) - 1));

/** The pages from one number to before another. */
export const pagesBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, no) => from + no);

/**
 * Returns the next page.
 * @param at the shown page
 * @param count number of pages
 * @param left pages still to be shown, in their order; if there are none, all are shown again
 */
export const pageAfter = (at: number, count: number, left: readonly number[]): number =>
  left.find((page) => page > at) ?? left.find((page) => page !== at) ?? (at + 1) % count;
