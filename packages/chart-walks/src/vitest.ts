import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { WorkerGlobalState } from 'vitest';
import { describe, expect, it } from 'vitest';
import { chartProblems } from './check.ts';
import { coverageOf } from './coverage.ts';
import { type Driver, walkPath } from './driver.ts';
import { explore, type Explored } from './explore.ts';
import type { Model } from './model.ts';
import { type Cover, leftOut, type Path, pathOf, walks } from './walks.ts';

/** Options of the walks along a model's paths. */
export type PathsOptions = {
  cover: Cover;
  driver: Driver;
  /** Leaves out starts and edges that the driver cannot take: see `outOfReach`, which has the reasons. */
  reach?: (explored: Explored) => Explored;
  /** Command of the project that prints paths, with a machine or a path's id after it: a failure names it. */
  list?: string;
  /** Folder, from the project's, into which the transitions that the walks took are written as JSON (see `Coverage`). */
  coverage?: string;
  /** Seed of `pairs`: the situations in which a pair is taken. */
  seed?: number;
};

/** Maximum time of a test, in milliseconds, on a machine with other work: all walks of a machine are one test. */
const LIMIT = 900_000;
/** Number of failing walks of a machine that are printed whole. */
const MOST_SHOWN = 3;

/** Machine and path that `-t machine/id` names. Paths are generated within a test: Vitest knows none of their names. */
function namedPath(): [machine: string, id: string] | null {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: WorkerGlobalState };
  const [, machine, id] =
    /(\w+)\/([\da-f]{6,})/.exec(worker?.config.testNamePattern?.source.replaceAll('\\', '') ?? '') ?? [];
  return machine !== undefined && id !== undefined ? [machine, id] : null;
}

/**
 * Describes two tests of a model: it leaves nothing of the chart out and breaks no rule, and all of its paths can be walked. The chart is explored within
 * them: a machine that `-t` does not ask for is not explored. `-t machine/id` takes one path alone.
 * @param model the machine's model
 * @param options the goal of the paths, and the driver
 * @returns a function that gives the explored chart, to be called within a test
 */
export function describePaths(
  model: Model,
  { cover, driver, reach = (all) => all, list, coverage, seed }: PathsOptions,
): () => Explored {
  const { id: machine } = model.machine;
  let found: { explored: Explored; within: Explored } | null = null;
  const explored = (): { explored: Explored; within: Explored } => {
    if (found) return found;
    const all = explore(model);
    found = { explored: all, within: reach(all) };
    return found;
  };
  const walk = (path: Path, isDrawn: boolean): Promise<void> => {
    const file = relative(process.cwd(), expect.getState().testPath ?? '');
    return walkPath(explored().explored, path, driver, { file, list, isDrawn: () => isDrawn });
  };

  describe(machine, () => {
    it(
      `${machine}/chart breaks no rule, and has no transition, state or name that is never used`,
      { timeout: LIMIT },
      () => {
        expect(chartProblems(explored().explored).join('\n')).toBe('');
        expect(explored().within.starts, 'a start within reach').not.toEqual([]);
      },
    );

    it(`${machine}/walks take all ${cover}`, { timeout: LIMIT }, async () => {
      const { within } = explored();
      const paths = walks(within, cover, seed);
      if (cover === 'edges') expect(leftOut(within, paths), 'edges that no walk takes').toEqual([]);
      const failures: string[] = [];
      const walked: Path[] = [];
      for (const path of paths) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one walk after the other: they share a window
        await walk(path, failures.length === 0).then(
          () => walked.push(path),
          (error: unknown) => failures.push(String(error)),
        );
      }
      if (coverage !== undefined) {
        // One file for each machine and test file: these run in several processes at the same time.
        const test = relative(process.cwd(), expect.getState().testPath ?? '').replaceAll(/[^\w.-]+/g, '-');
        mkdirSync(coverage, { recursive: true });
        writeFileSync(
          join(coverage, `${machine}.${test}.json`),
          `${JSON.stringify(coverageOf(explored().explored, walked), null, 2)}\n`,
        );
      }
      const more =
        failures.length > MOST_SHOWN ? [`${failures.length - MOST_SHOWN} more of ${paths.length} walks fail.`] : [];
      if (failures.length > 0) throw new Error([...failures.slice(0, MOST_SHOWN), ...more].join('\n\n'));
    });

    const [asked, id] = namedPath() ?? [];
    if (asked !== machine || id === undefined) return;
    it(`${machine}/${id}`, { timeout: LIMIT }, async () => {
      const path = pathOf(explored().within, id, cover, seed) ?? pathOf(explored().explored, id, cover, seed);
      if (!path)
        throw new Error(
          `There is no path '${machine}/${id}': ${list === undefined ? 'print pathsText(…) for the list' : `${list} ${machine} lists them`}.`,
        );
      await walk(path, true);
    });
  });
  return () => explored().explored;
}
