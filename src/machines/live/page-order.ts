/** How many pages each pane of a screen has, by the pane's key. One that says nothing has one. */
export type PageCounts = Readonly<Record<string, number>>;

/** How many pages there are to turn: as many as the pane with the most has. */
export const countOf = (counts: PageCounts): number => Math.max(1, ...Object.values(counts));

/** Which page a pane shows: one with fewer pages waits on its last one. */
export const pageOf = (counts: PageCounts, pane: string, at: number): number =>
  Math.max(0, Math.min(at, (counts[pane] ?? 1) - 1));

/** The pages from one number to before another. */
export const pagesBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, no) => from + no);

/**
 * The page that comes next.
 * @param at the one that is shown
 * @param count how many there are
 * @param left those that are still to be shown, in their order; where there is none, all are shown anew
 */
export const pageAfter = (at: number, count: number, left: readonly number[]): number =>
  left.find((page) => page > at) ?? left.find((page) => page !== at) ?? (at + 1) % count;
