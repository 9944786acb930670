import { expect, it } from 'vitest';
import { createRate } from './rate.ts';

it('lets a burst of ten seconds’ calls through, then so many a second, for each person apart', () => {
  let time = 5_000;
  const rate = createRate(4, 10, () => time);
  const done = (count: number, user = 'a'): number =>
    Array.from({ length: count }, () => rate.take(user)).filter((wait) => wait === 0).length;
  expect(done(100)).toBe(40);
  expect(rate.take('a')).toBe(1);
  expect(done(100, 'b')).toBe(40);
  time += 1_000;
  expect(done(100)).toBe(4);
  // A minute saves no more than the burst.
  time += 60_000;
  expect(done(100)).toBe(40);
});
