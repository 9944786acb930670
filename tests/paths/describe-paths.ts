import { describe, expect, it } from 'vitest';
import { chartProblems } from './engine/check.ts';
import type { Driver } from './engine/driver.ts';
import { takeStep } from './engine/driver.ts';
import { type Edge, explore, type Explored } from './engine/explore.ts';
import type { Model } from './engine/model.ts';
import { failureText } from './engine/report.ts';
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

/**
 * A test for each generated path, and one that the model leaves nothing of the chart out.
 * @param model the machine's model
 * @param options what to cover and what walks
 */
export function describePaths(model: Model, { cover, driver, reach = (all) => all }: PathsOptions): void {
  const explored = explore(model);
  const within = reach(explored);
  const paths = walks(within, cover);
  describe(model.machine.id, () => {
    it('has no transition, state or name that is never used', () => {
      expect(chartProblems(explored)).toEqual([]);
      expect(within.starts, 'a start within reach').not.toEqual([]);
      if (cover === 'edges') expect(leftOut(within, paths), 'edges that no walk takes').toEqual([]);
    });

    it.each(paths.map((path) => ({ name: `${path.machine}/${path.id}`, path })))('$name', async ({ path }) => {
      const start = explored.starts.find(({ label }) => label === path.start);
      if (!start) throw new Error(`The model has no start '${path.start}'.`);
      const input: unknown = (model.options.starts ?? {})[path.start]?.input;
      const walker = await driver({ label: path.start, input, moment: start.moment });
      let at = -1;
      try {
        await walker.expect(start.moment, null);
        for (const [index, step] of path.steps.entries()) {
          at = index;
          // oxlint-disable-next-line eslint/no-await-in-loop -- the steps of a walk come one after the other
          await takeStep(walker, step);
        }
      } catch (error) {
        throw new Error(failureText(explored, path, at, error), { cause: error });
      } finally {
        await walker.end();
      }
    });
  });
}
