import { describe, expect, it } from 'vitest';
import { createThrottle } from '#server/domain/throttle.ts';
import { engines, openPlace } from '#tests/support/engines.ts';
import { given } from './given.ts';

describe.each(engines)('the throttle of sign-ins on $name', ({ start }) => {
  const engine = given(start);

  it('counts attempts in a window, in a burst too', async () => {
    const open = await openPlace(await engine.place());
    const { storage } = open;
    let now = Date.UTC(2026, 0, 1);
    const throttle = createThrottle(storage, () => new Date(now));
    const keys = [
      { name: 'user a', failures: 3 },
      { name: 'address b', failures: 5 },
    ];
    const waits = await Promise.all(Array.from({ length: 6 }, () => throttle.attempt(keys)));
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 900, 900, 900]);
    await throttle.takeBack(keys);
    now += 60_000;
    expect(await throttle.attempt(keys)).toBe(0);
    expect(await throttle.attempt(keys)).toBe(840);
    await throttle.clear('user a');
    expect(await throttle.attempt(keys)).toBe(0);
    expect(await throttle.attempt([{ name: 'address b', failures: 4 }])).toBe(840);
    now += 16 * 60_000;
    await throttle.purge();
    expect(await storage.attempts.since('address b', new Date(0).toISOString())).toEqual([]);
    expect(await throttle.attempt(keys)).toBe(0);
    await open.close();
  });
});
