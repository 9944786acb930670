import type { Costs } from './costs.ts';
import type { Habits, World } from './world.ts';

/**
 * The average busy part of each process's thread: the sum that `docs/scale.md` explains. The simulation adds how long
 * things wait, which a sum cannot compute, and is compared with this sum for the rest.
 */
export function threadLoad(
  { engine, walls, writers, audiences, processes }: World,
  costs: Costs,
  habits: Habits,
): number {
  const commit = engine === 'SQLite' ? costs.commit : 0;
  const submissions = writers / habits.submitEach;
  const anywhere =
    submissions * (costs.submission + commit) +
    (writers / habits.saveEach) * (costs.save + commit) +
    (writers / habits.callEach) * costs.call +
    ((walls + writers) / habits.refreshEach) * (costs.refresh + commit) +
    (walls / habits.verifyEach) * costs.verify +
    (walls / habits.heartbeatEach) * costs.heartbeat +
    (walls / habits.keepAliveEach) * costs.keepAlive +
    submissions * (walls / audiences) * (costs.event + costs.packedRead);
  // Each process gets each submission, and makes the reply once if one of its walls shows it.
  const everywhere =
    submissions *
    (costs.notification + Math.min(1, walls / audiences / processes) * (costs.firstRead - costs.packedRead));
  return anywhere / processes + everywhere;
}

/**
 * Seconds until the walls of a process that ended are back at the others, or at itself if it is alone: each opens its
 * stream, checks its session, requests the newest archive and reads it.
 */
export function comeback(world: World, costs: Costs, habits: Habits): number {
  const { engine, walls, processes } = world;
  const left = Math.max(1, processes - 1);
  const free = 1 - threadLoad({ ...world, processes: left }, costs, habits);
  const threads = (costs.open + costs.verify + costs.call + costs.packedRead) / (left * Math.max(0, free));
  const database = (4 * costs.readQueries * costs.query) / habits.databaseProcessors;
  return (walls / processes) * Math.max(threads, engine === 'SQLite' ? 0 : database);
}
