import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { isFull, suites } from './tools/test/suites.ts';

const cores = availableParallelism();

/** Begins with the files that take longest, so that all cores end together: by itself Vitest sorts files that it has never run by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const longest = suites.find(({ name }) => name === project.name)?.longest ?? [];
      const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return project.config.sequence.groupOrder + (at < 0 ? longest.length : at) / (longest.length + 1);
    };
    const known = await super.sort([...files]);
    return known.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    // Suites run one after the other: a browser's tests do not compete with the rest, and each suite has a duration of its own.
    projects: suites.map((suite, index) => ({
      // One JSX runtime for both builds of React: production's has no `jsxDEV`.
      oxc: { jsx: { development: false } },
      test: {
        name: suite.name,
        include: [...suite.include],
        exclude: [...configDefaults.exclude, ...(isFull ? [] : ['**/*.full.test.{ts,tsx}'])],
        environment: suite.environment ?? 'node',
        // A new worker for each file, which loads the same modules again, is up to half of a suite's processor time.
        isolate: suite.isolated ?? false,
        globalSetup: suite.setup ?? [],
        sequence: { groupOrder: index },
        // jsdom makes many short-lived objects: with V8's usual young generation a tenth of the time goes into garbage collection.
        execArgv: suite.environment === 'jsdom' ? ['--min-semi-space-size=64', '--max-semi-space-size=64'] : [],
        // Half of a test of a browser or a server is waiting.
        maxWorkers: suite.browser || suite.name === 'contract' ? cores + 1 : cores,
        // Two walks at a time in each worker: more would only wait for the same processors.
        maxConcurrency: 2,
        // Long limits, which end only what hangs: a busy machine is no failure.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 30_000 } },
        restoreMocks: true,
        unstubGlobals: true,
        unstubEnvs: true,
      },
    })),
  },
});
