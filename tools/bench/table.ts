/**
 * A row's bar: a ratio of ours to the floor, a distance in the row's own unit, a limit on ours alone, or none: then the
 * figure is only shown.
 */
export type Bar = { atMost: number } | { atLeast: number } | { more: number } | { limit: number } | 'shown';

/** One measurement with its floor of the same run; the floor is null if ours has a limit of its own. */
export type Row = { what: string; floor: number | null; ours: number; unit: string; bar: Bar };

/** Measurements of the floor and of ours, round by round, in the same unit. */
export type Pairs = { readonly floor: number[]; readonly ours: number[] };

/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value below which a part of the numbers is: 0.99 for the 99th percentile. */
export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
}

/** The row of measurements with their floor: medians. */
export const beside = (what: string, { floor, ours }: Pairs, unit: string, bar: Bar): Row => ({
  what,
  floor: median(floor),
  ours: median(ours),
  unit,
  bar,
});

/** The row of a figure that has no floor, but a limit. */
export const alone = (what: string, ours: number, unit: string, limit: number): Row => ({
  what,
  floor: null,
  ours,
  unit,
  bar: { limit },
});

/** The row of a figure that is only shown. */
export const shown = (what: string, ours: number, unit: string): Row => ({
  what,
  floor: null,
  ours,
  unit,
  bar: 'shown',
});

/** True if a row is within its bar. */
export function holds({ floor, ours, bar }: Row): boolean {
  if (bar === 'shown') return true;
  if ('limit' in bar) return ours <= bar.limit;
  if ('more' in bar) return ours - (floor ?? 0) <= bar.more;
  const ratio = ours / (floor ?? ours);
  return 'atMost' in bar ? ratio <= bar.atMost : ratio >= bar.atLeast;
}

const number = (value: number, unit: string): string =>
  `${value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)} ${unit}`.trim();

const barText = ({ bar, unit }: Row): string => {
  if (bar === 'shown') return '';
  if ('limit' in bar) return `≤ ${bar.limit} ${unit}`.trim();
  if ('more' in bar) return `≤ ${bar.more} ${unit} more`;
  return 'atMost' in bar ? `≤ ${bar.atMost.toFixed(2)}` : `≥ ${bar.atLeast.toFixed(2)}`;
};

function ratioText({ floor, ours, unit, bar }: Row): string {
  if (floor === null) return '';
  return bar !== 'shown' && 'more' in bar ? `+${number(ours - floor, unit)}` : (ours / floor).toFixed(2);
}

/** The rows as a table: medians, the ratio, the bar, and if the row is within it. */
export function render(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    row.floor === null ? '' : number(row.floor, row.unit),
    number(row.ours, row.unit),
    ratioText(row),
    barText(row),
    row.bar === 'shown' ? '' : holds(row) ? 'ok' : 'OVER',
  ]);
  const all = [['', 'floor', 'ours', 'ratio', 'bar', ''], ...lines];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0))) ?? [];
  return all
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
