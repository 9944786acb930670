import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { startChromium } from './attacks/chromium.ts';
import { measureTable } from './attacks/measure.ts';
import type { Outcome } from './attacks/measure.ts';
import { openRange } from './attacks/range.ts';
import type { Range } from './attacks/range.ts';
import { attackPage, cellsOf } from './attacks/attack-page.ts';
import { attacks, rows } from './attacks/table.ts';

let range: Range;
beforeAll(async () => {
  range = await openRange(inject('rangeFiles'));
});
afterAll(() => range.close());

describe('the attack table', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await measureTable(range, await startChromium());
  });

  describe.each(rows)('$what', ({ attacks: own }) => {
    test.each(own)('$id', ({ id, isOpen }) => {
      expect(outcome.control.has(id), 'works where nothing protects').toBe(true);
      // SECURITY.md names what our frame does not stop; a browser that stops it is no fault.
      if (!isOpen) expect(outcome.ours.has(id), 'works in our frame').toBe(false);
    });
  });

  test('on a host that sends no headers just what SECURITY.md says is open', () => {
    expect([...outcome.static].toSorted()).toEqual(
      attacks.flatMap(({ id, isOpenStatic }) => (isOpenStatic ? [id] : [])).toSorted(),
    );
  });
});

test('docs/security.md holds this very table (node tests/frame/attacks/write-page.ts writes it)', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  expect(cellsOf(page)).toEqual(cellsOf(attackPage()));
});
