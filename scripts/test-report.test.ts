import { describe, expect, it } from 'vitest';

import { failureLine, renderTable, totals } from './test-report.ts';
import type { SuiteResult } from './test-report.ts';

const suite = (over: Partial<SuiteResult>): SuiteResult => ({
  name: 'unit',
  seconds: 1,
  budget: 60,
  passed: 0,
  failed: 0,
  skipped: 0,
  problems: [],
  untried: [],
  failures: [],
  ...over,
});

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
  const told = failureLine('tests/one.test.ts', 'a wall', 'expected\n  \u001B[31m1\u001B[39m\nto be 2');
  const table = renderTable([suite({ failed: 1, failures: [told], problems: ['tests/two.test.ts holds no test'] })]);
  expect(table.split('\n').slice(2)).toEqual([
    'FAILED: tests/two.test.ts holds no test',
    'FAILED: tests/one.test.ts > a wall: expected 1 to be 2',
  ]);
});
