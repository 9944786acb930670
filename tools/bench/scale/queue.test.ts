import { describe, expect, it } from 'vitest';
import { createClock, createRandom, createStation, poisson } from './queue.ts';

describe('the clock', () => {
  it('comes to moments in their order, and to one moment in the order in which it was asked', () => {
    const clock = createClock();
    const random = createRandom(1);
    const moments = Array.from({ length: 500 }, () => Math.floor(random() * 50));
    const seen: [moment: number, order: number][] = [];
    for (const [order, moment] of moments.entries()) clock.at(moment, () => seen.push([clock.now(), order]));
    clock.run();
    const expected = moments.map((moment, order): [number, number] => [moment, order]);
    expect(seen).toEqual(expected.toSorted(([a, first], [b, second]) => a - b || first - second));
  });

  it('refuses a moment that is past', () => {
    const clock = createClock();
    clock.at(2, () => clock.at(1, () => undefined));
    expect(() => clock.run()).toThrow('past');
  });
});

describe('a station', () => {
  it('does jobs in the order in which they come, as many at once as it may', () => {
    const clock = createClock();
    const station = createStation(clock, 2);
    const ends: string[] = [];
    const waits = [3, 1, 1, 5].map((service, at) => station.bring(service, () => ends.push(`${at} at ${clock.now()}`)));
    clock.run();
    expect(waits).toEqual([0, 0, 1, 2]);
    expect(ends).toEqual(['1 at 1', '2 at 2', '0 at 3', '3 at 7']);
    expect(station.work()).toBe(10);
  });

  // M/D/1: jobs of one length that arrive at random wait for ρs / 2(1 − ρ) on average.
  it.each([0.3, 0.6, 0.85])('lets jobs wait as long as the formula says, at a load of %d', (load) => {
    const clock = createClock();
    const station = createStation(clock);
    const service = 0.01;
    const waits: number[] = [];
    const until = 10_000;
    poisson(clock, createRandom(7), { perSecond: load / service, until }, () => waits.push(station.bring(service)));
    clock.run();
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    const expected = (load * service) / (2 * (1 - load));
    expect(Math.abs(mean / expected - 1)).toBeLessThan(0.03);
    expect(Math.abs(station.work() / until / load - 1)).toBeLessThan(0.01);
  });
});
