import { stripVTControlCharacters, styleText } from 'node:util';

/** One suite's result. Counts are tests; each error outside a test counts as one failure. */
export type SuiteResult = {
  name: string;
  /** Seconds of wall time. */
  seconds: number;
  /** Maximum seconds; null without a limit. */
  budget: number | null;
  passed: number;
  failed: number;
  skipped: number;
  /** One sentence for each failure that is not a test's own. */
  problems: readonly string[];
  /** One sentence for each test that the machine could not run: it counts neither as passed nor as failed. */
  untried: readonly string[];
  /** Each test that failed. */
  failures: readonly FailedTest[];
  /** Tests that failed and passed when they ran again by themselves: each passes, and is a fault to fix. */
  flaky: readonly FailedTest[];
};

/** A test that failed. `message`: of its first error. */
export type FailedTest = { file: string; test: string; message: string };

/** No suite and no test. */
export const NO_RESULT: SuiteResult = {
  name: '',
  seconds: 0,
  budget: null,
  passed: 0,
  failed: 0,
  skipped: 0,
  problems: [],
  untried: [],
  failures: [],
  flaky: [],
};

/** More failures than this have one cause, and no test is run again. */
const MOST_RERUN = 10;

/**
 * Runs each failed test of a suite again.
 * @param result of the suite
 * @param rerun runs one test by itself, and returns true if it passes
 * @returns the suite's result, in which the tests that passed now count as passed
 */
export async function withoutFlaky(
  result: SuiteResult,
  rerun: (test: FailedTest) => Promise<boolean>,
): Promise<SuiteResult> {
  if (result.failures.length > MOST_RERUN) return result;
  const failures: FailedTest[] = [];
  const flaky: FailedTest[] = [];
  // oxlint-disable-next-line eslint/no-await-in-loop -- by itself: nothing else runs beside it
  for (const test of result.failures) ((await rerun(test)) ? flaky : failures).push(test);
  const { passed, failed } = result;
  return { ...result, passed: passed + flaky.length, failed: failed - flaky.length, failures, flaky };
}

/** The kind of a note by which a test reports that (`tests/support/not-tried.ts`). */
export const NOT_TRIED = 'not tried';

/**
 * @param results the suites
 * @returns the sums; `failed` includes skipped tests and problems: neither proves that anything works
 */
export function totals(results: readonly SuiteResult[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const result of results) {
    passed += result.passed;
    failed += result.failed + result.skipped + result.problems.length;
  }
  // No test ran: that is not a success.
  return passed + failed === 0 ? { passed, failed: 1 } : { passed, failed };
}

const duration = (seconds: number): string => `${seconds.toFixed(1)} s`;

/**
 * A line a suite with its duration and its budget, and one for each test that was not tried or that failed.
 * @param results the suites
 * @param colour true to colour failures
 */
export function renderTable(results: readonly SuiteResult[], colour = false): string {
  const red = (text: string): string => (colour ? styleText('red', text) : text);
  const rows = results.map((result) => {
    const notes = [
      result.budget !== null && result.seconds > result.budget ? 'over its budget' : '',
      result.skipped > 0 ? `${result.skipped} skipped` : '',
      ...result.problems,
    ].filter((note) => note !== '');
    const failed = String(result.failed).padStart(7);
    return [
      result.name.padEnd(12),
      String(result.passed).padStart(7),
      result.failed > 0 ? red(failed) : failed,
      duration(result.seconds).padStart(9),
      (result.budget === null ? '' : `${result.budget} s`).padStart(7),
      notes.length > 0 ? `  ${red(notes.join('; '))}` : '',
    ].join(' ');
  });
  const head = [
    'suite'.padEnd(12),
    'passed'.padStart(7),
    'failed'.padStart(7),
    'time'.padStart(9),
    'budget'.padStart(7),
  ];
  const untried = results.flatMap((result) => result.untried.map((sentence) => red(`NOT TRIED: ${sentence}`)));
  // Each begins with the same word: CI collects them at the end of its output, the part of it that is always kept.
  const failures = results.flatMap(({ problems, failures: own }) =>
    [...problems, ...own.map(failureLine)].map((failure) => red(`FAILED: ${failure}`)),
  );
  const flaky = results.flatMap((result) => result.flaky.map((test) => red(`FLAKY: ${failureLine(test)}`)));
  return [head.join(' '), ...rows.map((row) => row.trimEnd()), ...untried, ...flaky, ...failures].join('\n');
}

/** A failed test in one line, with the first 400 characters of its first error. */
export const failureLine = ({ file, test, message }: FailedTest): string =>
  `${file} > ${test}: ${stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, 400)}`;
