import { expect, it } from 'vitest';
import { mostSpread } from './live-spread.ts';

it('grows from nothing above 50,000 characters to half a second at 1,000,000', () => {
  const spreads = [0, 50_000, 525_000, 1_000_000, 5_000_000].map((length) =>
    mostSpread({ content: 'x'.repeat(length) }),
  );
  expect(spreads).toEqual([0, 0, 250, 500, 500]);
  expect(mostSpread({ content: 'x'.repeat(50_001) })).toBeGreaterThan(0);
  expect(mostSpread(null)).toBe(0);
  const large = { content: 'x'.repeat(1_000_000) };
  expect([1, 2, 50, 5_000].map((readers) => Math.round(mostSpread(large, readers)))).toEqual([0, 10, 500, 500]);
});
