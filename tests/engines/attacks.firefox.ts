import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { measureTable } from '#tests/frame/attacks/measure.ts';
import type { Driver, Outcome } from '#tests/frame/attacks/measure.ts';
import { buildRange, openRange } from '#tests/frame/attacks/range.ts';
import type { Range } from '#tests/frame/attacks/range.ts';
import { scenarios } from '#tests/frame/attacks/scenarios.ts';
import { attacks, rows } from '#tests/frame/attacks/table.ts';

import { startFirefox } from './firefox.ts';

let range: Range;
beforeAll(async () => {
  range = await openRange(await buildRange());
});
afterAll(() => range.close());

/** This attack opens a dialog, which stops a headless Firefox for good. */
const measurable = attacks.filter(({ id }) => id !== 'print');

describe('the attack table in Firefox', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await measureTable(range, await startFirefox(), ['ours', 'control'], measurable);
  });

  describe.each(rows)('$what', ({ attacks: own }) => {
    test.each(own.filter((attack) => measurable.includes(attack)))('$id', ({ id, firefox }) => {
      if (firefox !== 'unknown') expect(outcome.control.has(id), 'works where nothing protects').toBe(true);
      // SECURITY.md names what Firefox leaves open: a Firefox that closes it must change the text there.
      expect(outcome.ours.has(id), 'works in our frame').toBe(firefox === 'open');
    });
  });
});

describe('attacks that take more than a script, in Firefox', () => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await startFirefox();
  });
  afterAll(() => driver.end());

  // The driver's Firefox has one process for everything, so that a loop stops the driver too: `FRAME_URL` was measured by hand.
  test.each(scenarios.filter(({ what }) => !what.startsWith('an endless loop')))('$what', async (scenario) => {
    if (scenario.control === 'works') expect(await scenario.attempt(range, driver, 'control')).toBe(true);
    expect(await scenario.attempt(range, driver, 'ours')).toBe(scenario.firefox === 'open');
  });
});
