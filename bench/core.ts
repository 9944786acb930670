import type { Row } from './table.ts';

/** A floor and ours, run by run, in the same unit. */
export type Pairs = { readonly floor: number[]; readonly ours: number[] };

/** What a bench is given. */
export type BenchRun = {
  /** Told of each row as soon as it is known. */
  readonly report: (row: Row) => void;
  /** Whether a part of the bench is to be run: all of them, unless the command names some. */
  readonly isWanted: (part: string) => boolean;
};

/**
 * A bench: `bench/<name>.ts` exports this function under the name `measure`. It starts and ends its own servers and browsers.
 * @returns the rows of the table; those that were reported as well are not told twice
 */
export type Measure = (run: BenchRun) => Promise<Row[]>;

/**
 * Runs the floor and ours in turn, so that what else the machine does falls on both; which comes first changes with each round. The first
 * round warms up and is not counted.
 * @param rounds how many are counted
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
