import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { suites } from './scripts/suites.ts';

const cores = availableParallelism();

/** The files of the suite that takes longest, in the order in which two cores end them together. Vitest knows only how large a file is. */
const longest = ['editor-screens-strict', 'screens-strict', 'editor-screens', 'screens'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/tests/paths/${name}.test.tsx`));
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
      // One runtime for development's React and for production's, which has no other.
      oxc: { jsx: { development: false } },
      test: {
        name: suite.name,
        include: [...suite.include],
        exclude: [...(suite.exclude ?? [])],
        environment: suite.environment,
        sequence: { groupOrder: index },
        // A page in jsdom is many small objects that live for a step or two: with little room for the young ones a tenth of the time goes into clearing up.
        execArgv: suite.environment === 'jsdom' ? ['--min-semi-space-size=64', '--max-semi-space-size=64'] : [],
        maxWorkers: suite.browser ? Math.min(2, cores) : cores,
        // Two walks at a time in each worker: more of them wait for the same processors, and each for longer.
        maxConcurrency: 2,
        // These end what hangs; a slow machine that does something else besides is no fault.
        testTimeout: suite.browser ? 300_000 : 60_000,
        hookTimeout: suite.browser ? 120_000 : 60_000,
        expect: { poll: { timeout: suite.browser ? 30_000 : 10_000 } },
        restoreMocks: true,
        unstubGlobals: true,
        unstubEnvs: true,
      },
    })),
  },
});
