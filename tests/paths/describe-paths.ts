import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartProblems } from './engine/check.ts';
import { type Driver, walkPath } from './engine/driver.ts';
import { type Edge, explore, type Explored } from './engine/explore.ts';
import type { Model } from './engine/model.ts';
import { type Cover, type Path, walks } from './engine/walks.ts';

/** How to walk a model's paths. */
export type PathsOptions = {
  cover: Cover;
  driver: Driver;
  /** Leaves starts and edges out that the driver cannot take, each for a reason that is told where they are named. */
  reach?: (explored: Explored) => Explored;
};

/** The edges that lead on from where the walks come to, and that none of them takes. */
function leftOut({ starts, edges }: Explored, paths: readonly Path[]): string[] {
  const steps = paths.flatMap((path) => path.steps);
  const name = ({ from, choice }: Edge): string => `${choice.label} at ${from}`;
  const taken = new Set(steps.map(name));
  const met = new Set([...starts.map(({ key }) => key), ...steps.map(({ to }) => to)]);
  return [...met].flatMap((key) => (edges.get(key) ?? []).map(name)).filter((edge) => !taken.has(edge));
}

/** What can be walked; what is thrown on the way is one failing test, so that the other machines of a file keep theirs. */
function prepare(model: Model, { cover, reach = (all) => all }: PathsOptions) {
  try {
    const explored = explore(model);
    const within = reach(explored);
    return { explored, within, paths: walks(within, cover), failure: null };
  } catch (failure) {
    return { explored: null, within: null, paths: [], failure };
  }
}

/**
 * A test for each generated path, and one that the model leaves nothing of the chart out and breaks no rule.
 * @param model the machine's model
 * @param options what to cover and what walks
 */
export function describePaths(model: Model, options: PathsOptions): void {
  const { explored, within, paths, failure } = prepare(model, options);
  let failures = 0;
  // Every failing walk of a machine would draw the same chart.
  const isDrawn = (): boolean => (failures += 1) === 1;
  describe(model.machine.id, () => {
    it('breaks no rule, and has no transition, state or name that is never used', () => {
      if (!explored) throw failure;
      expect(chartProblems(explored).join('\n')).toBe('');
      expect(within.starts, 'a start within reach').not.toEqual([]);
      if (options.cover === 'edges') expect(leftOut(within, paths), 'edges that no walk takes').toEqual([]);
    });

    it.each(paths.map((path) => ({ name: `${path.machine}/${path.id}`, path })))('$name', async ({ path }) => {
      if (!explored) throw failure;
      const file = relative(process.cwd(), expect.getState().testPath ?? '');
      await walkPath(explored, path, options.driver, { file, isDrawn });
    });
  });
}
