import { describe, expect, it } from 'vitest';
import { costsOf, type Costs } from './costs.ts';
import { comeback, threadLoad } from './formula.ts';
import { simulate } from './model.ts';
import { habits as real, type Habits, type World } from './world.ts';

/**
 * Constants with which each kind of work takes about as much of a thread as any other, so that the test notices a
 * missing one.
 */
const costs: Costs = {
  ...costsOf('PostgreSQL'),
  submission: 0.05,
  save: 0.005,
  call: 0.005,
  verify: 0.005,
  refresh: 0.005,
  heartbeat: 0.005,
  keepAlive: 0.005,
  event: 0.0005,
  packedRead: 0.0005,
  notification: 0.017,
  firstRead: 0.0175,
  open: 0.0025,
  commit: 0.0025,
};
const habits: Habits = {
  ...real,
  submitEach: 600,
  saveEach: 60,
  callEach: 60,
  verifyEach: 60,
  refreshEach: 120,
  heartbeatEach: 60,
  keepAliveEach: 60,
};
const world: World = { engine: 'PostgreSQL', processes: 3, walls: 600, writers: 600, audiences: 6 };

describe('the simulation of walls and writers', () => {
  it.each<World>([world, { ...world, engine: 'SQLite', processes: 1 }])(
    'keeps threads as busy as the formula says, on $engine',
    (one) => {
      const engineCosts = one.engine === 'SQLite' ? { ...costs, notification: 0 } : costs;
      const { use, thread } = simulate(one, engineCosts, habits, 1_200);
      expect(Math.abs(use.thread / threadLoad(one, engineCosts, habits) - 1)).toBeLessThan(0.04);
      expect(Object.values(thread).reduce((sum, each) => sum + each, 0)).toBeCloseTo(use.thread, 6);
    },
  );

  it('brings a submission to a single wall after the costs of its way and the wait that the wall chose', () => {
    const calm = { ...habits, callEach: Infinity, saveEach: Infinity, verifyEach: Infinity, refreshEach: Infinity };
    const rare = { ...calm, heartbeatEach: 1e9, keepAliveEach: 1e9 };
    const single: World = { engine: 'PostgreSQL', processes: 1, walls: 1, writers: 6, audiences: 1 };
    const way =
      costs.submission +
      costs.commit +
      costs.notification +
      costs.event +
      costs.firstRead +
      costs.readQueries * costs.query;
    const still = simulate(single, costs, { ...rare, jitter: 0 }, 3_600);
    expect(still.lastWall.half).toBeCloseTo(way, 6);
    const waiting = simulate(single, costs, { ...rare, jitter: 0.5 }, 3_600);
    expect(waiting.lastWall.half).toBeGreaterThan(way + 0.1);
    expect(waiting.lastWall.half).toBeLessThan(way + 0.4);
  });

  it('counts memory by the walls of a process, and bytes by those of a machine', () => {
    const of = (processes: number) => simulate({ ...world, processes }, costs, habits, 60).use;
    const [four, eight] = [of(4), of(8)];
    const streams = (use: typeof four): number => use.memory * habits.memoryAProcess - costs.memory;
    expect(streams(four) / streams(eight)).toBeCloseTo(2, 6);
    expect(four.network / eight.network).toBeGreaterThan(1.5);
  });
});

describe('the walls of a process that ended', () => {
  it('are back sooner when more processes are left, and never when these are full', () => {
    // 200 walls, over the two remaining processes.
    const calm = threadLoad({ ...world, processes: 2 }, costs, habits);
    const each = costs.open + costs.verify + costs.call + costs.packedRead;
    expect(comeback(world, costs, habits)).toBeCloseTo((200 * each) / (2 * (1 - calm)), 9);
    expect(comeback({ ...world, processes: 6 }, costs, habits)).toBeLessThan(comeback(world, costs, habits));
    expect(comeback({ ...world, walls: 60_000 }, costs, habits)).toBe(Infinity);
  });
});
