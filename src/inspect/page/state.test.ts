import { expect, it } from 'vitest';
import type { NewsReport, Report } from '../wire.ts';
import { next, nothingSeen, type Seen } from './state.ts';
import { opened, whole } from './view.ts';

const moved = (event: string, state: string): NewsReport => ({
  kind: 'moved',
  tab: 'one',
  actor: { id: 'x:1', machine: 'lamp', parent: null, states: [`lamp.${state}`] },
  event,
  taken: [`lamp.off ${event} 0`],
  at: 1,
});
const present = (log: NewsReport[]): Report => ({ kind: 'present', tab: 'one', actors: [], taken: {}, log });
const start = nothingSeen({ machine: 'auth', isFollowing: true });
const after = (seen: Seen, ...reports: Report[]): Seen =>
  reports.reduce((all, report) => next(all, { kind: 'reported', report }), seen);

it('a page that is opened late has the log from before, once, and stays at its chart', () => {
  const seen = after(start, present([moved('press', 'on')]), present([moved('press', 'on'), moved('rest', 'off')]));
  expect(seen.log.map(({ event }) => event)).toEqual(['press']);
  expect(seen.machine).toBe('auth');
});

it('a paused page changes nothing until it goes on, and then has it all', () => {
  const paused = next(start, { kind: 'pausing', on: true });
  const waiting = after(paused, moved('press', 'on'), moved('press', 'off'));
  expect({ ...waiting, waiting: [] }).toEqual(paused);
  const seen = next(waiting, { kind: 'pausing', on: false });
  expect(seen).toMatchObject({ machine: 'lamp', waiting: null });
  expect(seen.log).toHaveLength(2);
});

it('a page that was opened for one chart follows nothing', () => {
  const seen = after(nothingSeen({ machine: 'auth', isFollowing: false }), moved('press', 'on'));
  expect(seen.machine).toBe('auth');
});

it('a large drawing is opened at a size at which it can be read, a small one whole', () => {
  const frame = { width: 800, height: 600 };
  expect(opened({ width: 2_000, height: 2_000 }, frame)).toEqual({ scale: 0.75, x: 8, y: 8 });
  expect(opened({ width: 600, height: 400 }, frame)).toEqual(whole({ width: 600, height: 400 }, frame));
});
