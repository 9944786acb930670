import { beforeAll, describe, expect, inject, test } from 'vitest';

import { startChromium } from './attacks/chromium.ts';
import type { Driver } from './attacks/measure.ts';
import { openRange } from './attacks/range.ts';
import type { Range } from './attacks/range.ts';
import { scenarios } from './attacks/scenarios.ts';

let range: Range;
let driver: Driver;
beforeAll(async () => {
  range = await openRange(inject('rangeFiles'));
  return () => range.close();
});
beforeAll(async () => {
  driver = await startChromium();
  return () => driver.end();
});

describe('attacks that take more than a script', () => {
  test.each(scenarios)('$what', async (scenario) => {
    if (scenario.control === 'works') expect(await scenario.attempt(range, driver, 'control')).toBe(true);
    if (scenario.chromium === 'stopped') expect(await scenario.attempt(range, driver, 'ours')).toBe(false);
  });
});
