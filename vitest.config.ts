import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { suites } from './scripts/suites.ts';

const cores = availableParallelism();

export default defineConfig({
  test: {
    allowOnly: false,
    passWithNoTests: false,
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
        maxWorkers: suite.browser ? Math.min(2, cores) : cores,
        testTimeout: suite.browser ? 120_000 : 30_000,
        hookTimeout: suite.browser ? 120_000 : 60_000,
        restoreMocks: true,
        unstubGlobals: true,
        unstubEnvs: true,
      },
    })),
  },
});
