import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { createVitest, parseCLI } from 'vitest/node';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

import { findBrowser, findShell } from '../run/browser.ts';
import { isBuildCurrent } from '../build/fingerprint.ts';
import { suites } from './suites.ts';
import type { Suite } from './suites.ts';
import { NO_RESULT, NOT_TRIED, renderTable, totals, withoutFlaky } from './test-report.ts';
import type { FailedTest, SuiteResult } from './test-report.ts';
import { keepResults } from './test-results.ts';

type Clock = Map<string, { start: number; end: number }>;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : JSON.stringify(error));

/** Notes when each suite's first file began and its last one ended: suites run one after the other. */
function clockReporter(clock: Clock): Reporter {
  return {
    onTestModuleQueued({ project }) {
      if (!clock.has(project.name)) clock.set(project.name, { start: Date.now(), end: Date.now() });
    },
    onTestModuleEnd({ project }) {
      const times = clock.get(project.name);
      if (times) times.end = Date.now();
    },
  };
}

function count(suite: Suite, modules: readonly TestModule[], clock: Clock): SuiteResult {
  const tests = { passed: 0, failed: 0, skipped: 0 };
  const problems: string[] = [];
  const untried: string[] = [];
  const failures: FailedTest[] = [];
  for (const module of modules) {
    if (module.errors().length > 0) problems.push(`${module.relativeModuleId} broke outside its tests`);
    for (const group of module.children.allSuites()) {
      if (group.errors().length > 0) problems.push(`'${group.fullName}' broke outside its tests`);
    }
    let ran = 0;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      ran += 1;
      if (state === 'failed')
        failures.push({ file: module.relativeModuleId, test: test.fullName, message: errors?.[0]?.message ?? '' });
      const missed = test.annotations().find(({ type }) => type === NOT_TRIED);
      if (state === 'pending') problems.push(`'${test.fullName}' did not end`);
      // It proves neither that something works nor that it does not.
      else if (state === 'passed' && missed) untried.push(`'${test.fullName}': ${missed.message}`);
      else tests[state] += 1;
    }
    if (ran === 0 && module.errors().length === 0) problems.push(`${module.relativeModuleId} holds no test`);
  }
  const times = clock.get(suite.name);
  const seconds = times ? (times.end - times.start) / 1000 : 0;
  return { ...NO_RESULT, name: suite.name, seconds, budget: suite.budget, ...tests, problems, untried, failures };
}

/** Builds in a process of its own, which frees the bundler's memory. Its output goes to standard error. */
async function buildIfNeeded(): Promise<void> {
  if (await isBuildCurrent()) return;
  const script = resolve(import.meta.dirname, '../build/build.ts');
  const child = spawn(process.execPath, [script, '--if-needed'], { stdio: ['ignore', 2, 2] });
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  if (code !== 0) throw new Error('The product could not be built.');
}

/**
 * Prepares the browser suites: builds the product, and finds a browser and its headless shell, whose paths the workers
 * get in READY_CHROMIUM and READY_SHELL.
 */
async function prepare(): Promise<SuiteResult> {
  const start = Date.now();
  const problems: string[] = [];
  const find = async (): Promise<void> => {
    const browser = await findBrowser();
    process.env['READY_SHELL'] = await findShell();
    process.env['READY_CHROMIUM'] = browser;
  };
  for (const step of [find, buildIfNeeded]) {
    await step().catch((error: unknown) => problems.push(messageOf(error)));
  }
  const seconds = (Date.now() - start) / 1000;
  return { ...NO_RESULT, name: 'preparation', seconds, budget: 120, problems };
}

/** Runs one test by itself. @returns true if it passes */
async function passesAlone(vitest: Vitest, { file, test }: FailedTest): Promise<boolean> {
  vitest.setGlobalTestNamePattern(new RegExp(`^${test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([file]),
  );
  const tests = testModules
    .filter(({ relativeModuleId }) => relativeModuleId === file)
    .flatMap((module) => [...module.children.allTests()]);
  const [own] = tests.filter(({ fullName }) => fullName === test);
  return own?.result().state === 'passed' && unhandledErrors.length === 0;
}

/** Runs the suites that the arguments select (`vitest run`'s own filters and options). */
async function runSuites(args: readonly string[]): Promise<SuiteResult[]> {
  const parsed = parseCLI(['vitest', 'run', ...args]);
  const { filter } = parsed;
  // Vitest would take the reporters that are asked for instead of all that are given to it.
  const { reporter = 'default', ...options } = parsed.options;
  const clock: Clock = new Map();
  const shown = [reporter].flat();
  const vitest = await createVitest({ ...options, watch: false, reporters: [...shown, clockReporter(clock)] });
  try {
    const specifications = await vitest.globTestSpecifications(filter);
    const asked = new Set(specifications.map((specification) => specification.project.name));
    const results: SuiteResult[] = [];
    if (suites.some((suite) => suite.browser && asked.has(suite.name))) results.push(await prepare());

    const run = specifications.length > 0 ? await vitest.start(filter) : { testModules: [], unhandledErrors: [] };
    const isWhole = filter.length === 0 && !options.project && !options.testNamePattern;
    if (!options.testNamePattern) await keepResults(run.testModules, isWhole);
    const counted = suites
      .filter(({ name }) => asked.has(name) || isWhole)
      .map((suite) => {
        const own = run.testModules.filter((module) => module.project.name === suite.name);
        const result = count(suite, own, clock);
        if (own.length === 0) return { ...result, problems: ['no test file was collected'] };
        // A name pattern leaves tests out on purpose.
        return options.testNamePattern ? { ...result, skipped: 0 } : result;
      });
    for (const result of counted) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one test after the other
      results.push(await withoutFlaky(result, (test) => passesAlone(vitest, test)));
    }
    // A word without a file would otherwise pass unseen beside one that has some.
    const found = await Promise.all(filter.map((word) => vitest.globTestSpecifications([word])));
    const missed = filter.filter((_, at) => found[at]?.length === 0);
    const problems = run.unhandledErrors.map((error) => `unhandled: ${messageOf(error).split('\n')[0]}`);
    problems.push(...missed.map((word) => `no test file matches '${word}'`));
    const isNone = results.every(
      (one) => one.passed + one.failed + one.skipped + one.problems.length + one.untried.length === 0,
    );
    if (isNone && problems.length === 0) problems.push('no test matched');
    if (problems.length > 0) results.push({ ...NO_RESULT, name: 'elsewhere', problems });
    return results;
  } finally {
    await vitest.close();
  }
}

const results = await runSuites(process.argv.slice(2));
const { passed, failed } = totals(results);
const report = `\n${renderTable(results, process.stdout.isTTY)}\n\n${passed} passed, ${failed} failed\n`;
// The process ends here, whatever a test left open, once its last line is written.
process.stdout.write(report, () => process.exit(failed > 0 ? 1 : 0));
