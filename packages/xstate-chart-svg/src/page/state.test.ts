import { expect, it } from 'vitest';
import type { NewsReport, Report } from './wire.ts';
import { next, nothingSeen, type Seen } from './state.ts';
import { inSight, opened, whole } from './view.ts';

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
const after = (seen: Seen, ...reports: Report[]): Seen => next(seen, { kind: 'reported', reports });

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

it('a paused page holds the newest reports only', () => {
  const paused = next(start, { kind: 'pausing', on: true });
  const flood = Array.from({ length: 5_000 }, (_, at) => moved(`press ${at}`, 'on'));
  const { waiting } = after(after(paused, ...flood), moved('last', 'off'));
  expect(waiting).toHaveLength(400);
  expect(waiting?.at(-1)).toMatchObject({ event: 'last' });
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

it('a state out of sight is brought into the middle, and nothing moves for one that is in sight', () => {
  const frame = { width: 800, height: 600 };
  const view = { x: 8, y: 8, scale: 0.75 };
  expect(inSight(view, { x: 100, y: 100, width: 80, height: 40 }, frame)).toBe(view);
  expect(inSight(view, { x: 100, y: 1_700, width: 80, height: 40 }, frame)).toEqual({ x: 268, y: -1_412, scale: 0.75 });
});
