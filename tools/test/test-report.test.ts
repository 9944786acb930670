import { describe, expect, it } from 'vitest';

import { NO_RESULT, renderTable, totals, withoutFlaky } from './test-report.ts';
import type { FailedTest, SuiteResult } from './test-report.ts';

const suite = (over: Partial<SuiteResult>): SuiteResult => ({
  ...NO_RESULT,
  name: 'unit',
  seconds: 1,
  budget: 60,
  ...over,
});
const wall: FailedTest = {
  file: 'tests/one.test.ts',
  test: 'a wall',
  message: 'expected\n  \u001B[31m1\u001B[39m\nto be 2',
};
const bar: FailedTest = { file: 'tests/two.test.ts', test: 'a bar', message: 'no bar' };

describe('totals', () => {
  it('counts what broke outside a test, and tests that were skipped, as failures', () => {
    const results = [suite({ passed: 3 }), suite({ passed: 2, failed: 1, skipped: 4, problems: ['not collected'] })];
    expect(totals(results)).toEqual({ passed: 5, failed: 6 });
  });

  it('fails when nothing ran', () => {
    expect(totals([suite({}), suite({})])).toEqual({ passed: 0, failed: 1 });
  });
});

it('names what the machine did not let be tried, and counts it as nothing', () => {
  const result = suite({ passed: 1, untried: ['a full disk: This user may not mount.'] });
  expect(totals([result])).toEqual({ passed: 1, failed: 0 });
  expect(renderTable([result])).toMatch(/\nNOT TRIED: a full disk: This user may not mount\.$/);
});

it('prints a line a suite with its time against its budget, and says which is over', () => {
  const table = renderTable([suite({ passed: 12 }), suite({ name: 'e2e', seconds: 61.25, passed: 1, failed: 2 })]);
  expect(table.split('\n')).toEqual([
    'suite         passed  failed      time  budget',
    'unit              12       0     1.0 s    60 s',
    'e2e                1       2    61.3 s    60 s   over its budget',
  ]);
});

it('ends with a line for each test that failed and each problem, which CI gathers', () => {
  const table = renderTable([suite({ failed: 1, failures: [wall], problems: ['tests/two.test.ts holds no test'] })]);
  expect(table.split('\n').slice(2)).toEqual([
    'FAILED: tests/two.test.ts holds no test',
    'FAILED: tests/one.test.ts > a wall: expected 1 to be 2',
  ]);
});

describe('a failed browser test', () => {
  it('passes when it holds by itself, and is named', async () => {
    const asked: string[] = [];
    const result = await withoutFlaky(suite({ passed: 3, failed: 2, failures: [wall, bar] }), ({ test }) => {
      asked.push(test);
      return Promise.resolve(test === 'a wall');
    });
    expect(asked).toEqual(['a wall', 'a bar']);
    expect(totals([result])).toEqual({ passed: 4, failed: 1 });
    expect(renderTable([result]).split('\n').slice(2)).toEqual([
      'FLAKY: tests/one.test.ts > a wall: expected 1 to be 2',
      'FAILED: tests/two.test.ts > a bar: no bar',
    ]);
  });

  it('is not run again where so many fail that something else is wrong', async () => {
    const many = suite({ failed: 11, failures: Array.from({ length: 11 }, () => wall) });
    expect(await withoutFlaky(many, () => Promise.reject(new Error('run again')))).toEqual(many);
  });
});
