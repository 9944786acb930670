import type { CDPSession } from 'playwright-core';

import type { Pairs, Row } from './table.ts';

export type BenchRun = {
  /** Called with each row as soon as it is measured. */
  readonly report: (row: Row) => void;
  /** True if a part of the bench runs: all of them, unless the command names some. */
  readonly isWanted: (part: string) => boolean;
};

/**
 * A bench: `tools/bench/<name>.ts` exports this function as `measure`. It starts and ends its own servers and browsers.
 */
export type Measure = (run: BenchRun) => Promise<void>;

/**
 * The names of each group that the command names; all of a group if it names none of it.
 * @throws when the command names something, but nothing of these groups
 */
export function chosen(isWanted: BenchRun['isWanted'], ...groups: readonly (readonly string[])[]): string[][] {
  if (!groups.flat().some(isWanted)) throw new Error(`There is no such part; there are ${groups.flat().join(', ')}.`);
  return groups.map((names) => {
    const named = names.filter(isWanted);
    return named.length > 0 ? named : [...names];
  });
}

/**
 * Runs the floor and ours in turn, so that other work of the machine affects both; the first of the two changes with
 * each round. The first round warms up and is not counted.
 * @param rounds number of counted rounds
 * @returns both in the same unit
 */
export async function alternate(
  rounds: number,
  floor: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Pairs> {
  const pairs: Pairs = { floor: [], ours: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const);
    for (const which of order) {
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      const value = await (which === 'floor' ? floor() : ours());
      if (round > 0) pairs[which].push(value);
    }
  }
  return pairs;
}

/** Milliseconds of work that a page's or a frame's main thread has done so far: script, style, layout and paint. */
export async function workOf(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}
