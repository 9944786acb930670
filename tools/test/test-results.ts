import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { TestModule } from 'vitest/node';

/** One test of the last run of its file. */
export type TestResult = { name: string; state: 'passed' | 'failed' | 'skipped' };

/** Each test file's last results, with the hash of its text. */
export type TestResults = Record<string, { hash: string; tests: TestResult[] }>;

const root = resolve(import.meta.dirname, '../..');
const resultsFile = resolve(root, '.cache', 'test-results.json');

/**
 * The hash of a test file, which shows if its results are current.
 * @returns null when there is no such file
 */
export async function hashOf(path: string): Promise<string | null> {
  const text = await readFile(resolve(root, path)).catch(() => null);
  return text && createHash('sha256').update(text).digest('hex');
}

/** The results that `npm test` has stored; empty before the first run. */
export async function readResults(): Promise<TestResults> {
  const text = await readFile(resultsFile, 'utf8').catch(() => '{}');
  return JSON.parse(text) as TestResults;
}

/**
 * Stores a run's results for `npm run spec-coverage`. A run of some files replaces only their results.
 * @param modules the test files that ran
 * @param isWhole true if every suite ran
 */
export async function keepResults(modules: readonly TestModule[], isWhole: boolean): Promise<void> {
  const results: TestResults = isWhole ? {} : await readResults();
  for (const module of modules) {
    const path = module.relativeModuleId;
    const hash = await hashOf(path);
    if (hash === null) continue;
    const tests = [...module.children.allTests()].map((test): TestResult => {
      const { state } = test.result();
      return { name: test.fullName, state: state === 'pending' ? 'failed' : state };
    });
    results[path] = { hash, tests };
  }
  await mkdir(dirname(resultsFile), { recursive: true });
  await writeFile(resultsFile, JSON.stringify(results));
}
