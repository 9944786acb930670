import { median, quantile } from '../table.ts';
import type { Costs } from './costs.ts';
import { createClock, createRandom, createStation, poisson, type Station } from './queue.ts';
import type { Habits, World } from './world.ts';

/** Kinds of work of a process's thread. */
export const causes = [
  'reads after a submission',
  'events',
  'heartbeats',
  'sessions',
  'saves and submissions',
  'other calls',
] as const;
export type Cause = (typeof causes)[number];

/** Resources that can run out. */
export const resources = [
  'thread',
  'submissions in turn',
  'commits',
  "database's processors",
  'memory',
  'network',
] as const;
export type Resource = (typeof resources)[number];

/** Result of a simulation. Used parts are of the available amount: above 1 it is not enough. */
export type Outcome = {
  use: Record<Resource, number>;
  /** The busiest thread's used part by kind of work. */
  thread: Record<Cause, number>;
  /** Seconds from the click on Submit until the last wall has the document, half of the submissions and 99 of 100. */
  lastWall: { half: number; most: number };
  /** Seconds that 99 of 100 small calls wait for the database and for the thread. */
  wait: number;
};

/**
 * Maximum of groups in which the walls of one submission at one process get the event and read: a job for each wall
 * would take the simulation too long.
 */
const GROUPS = 40;
const GIGABIT = 125_000_000;

type Process = { thread: Station; spent: Record<Cause, number> };

const share = (whole: number, parts: number, at: number): number =>
  Math.floor(whole / parts) + (at < whole % parts ? 1 : 0);

/**
 * Simulates walls and writers with some processes for a while, without sockets.
 * @param seconds for which they work; unfinished work is done after that, and counts
 */
export function simulate(world: World, costs: Costs, habits: Habits, seconds = 60): Outcome {
  const { walls, writers, audiences, processes: count } = world;
  const clock = createClock();
  // Each kind of event has random numbers of its own, so that the same users do the same with any number of processes.
  const random = createRandom(1);
  const processes: Process[] = Array.from({ length: count }, () => ({
    thread: createStation(clock),
    spent: {
      'reads after a submission': 0,
      events: 0,
      heartbeats: 0,
      sessions: 0,
      'saves and submissions': 0,
      'other calls': 0,
    },
  }));
  const isEmbedded = world.engine === 'SQLite';
  const inTurn = createStation(clock);
  const commits = createStation(clock, habits.commitsAtOnce);
  const database = createStation(clock, habits.databaseProcessors);
  const lastWalls: number[] = [];
  const waits: number[] = [];
  let bytes = 0;
  let kinds = 1;

  const spend = (at: number, cause: Cause, service: number, done?: () => void): number => {
    const process = processes[at % count];
    if (!process) return 0;
    process.spent[cause] += service;
    return process.thread.bring(service, done);
  };
  // The embedded database commits on the thread itself, which waits for the disk; with PostgreSQL several wait
  // together.
  const write = (at: number, cause: Cause, service: number, then?: () => void, turn: Station = commits): void => {
    if (isEmbedded) spend(at, cause, service + costs.commit, then);
    else spend(at, cause, service, () => turn.bring(costs.commit, then));
  };
  const ask = (queries: number, then: () => void = () => undefined): void => {
    if (isEmbedded || queries === 0) then();
    else database.bring(queries * costs.query, then);
  };
  const anyProcess = (): number => Math.floor(random() * count);
  const eachSecond = (perSecond: number, action: () => void): void =>
    poisson(clock, createRandom((kinds += 1)), { perSecond, until: seconds }, action);

  const show = (audience: number, clicked: number): void => {
    const size = share(walls, audiences, audience);
    let missing = size;
    const has = (read: number): void => {
      missing -= read;
      if (missing === 0) lastWalls.push(clock.now() - clicked);
    };
    for (let at = 0; at < count; at += 1) {
      // The audience's walls are spread over the processes in turn, so that no process has more of all of them than
      // another.
      const here = share(size, count, (at + audience) % count);
      if (!isEmbedded) {
        ask(1);
        spend(at, 'events', costs.notification);
      }
      if (here === 0) continue;
      ask(1);
      spend(at, 'reads after a submission', costs.firstRead - costs.packedRead);
      const group = Math.ceil(here / GROUPS);
      for (let left = here; left > 0; left -= group) {
        const some = Math.min(group, left);
        bytes += some * (costs.eventBytes + costs.archiveBytes);
        spend(at, 'events', some * costs.event, () =>
          clock.at(clock.now() + random() * habits.jitter, () => {
            ask(some * costs.readQueries, () =>
              spend(at, 'reads after a submission', some * costs.packedRead, () => has(some)),
            );
          }),
        );
      }
    }
  };
  const chosen = createRandom(0);
  const submit = (): void => {
    const clicked = clock.now();
    const audience = Math.floor(chosen() * audiences);
    ask(costs.writeQueries);
    write(anyProcess(), 'saves and submissions', costs.submission, () => show(audience, clicked), inTurn);
  };
  const sessions = walls + writers;

  eachSecond(writers / habits.submitEach, submit);
  eachSecond(writers / habits.saveEach, () => {
    ask(costs.writeQueries);
    write(anyProcess(), 'saves and submissions', costs.save);
  });
  const read = (cause: Cause, service: number): void => {
    const came = clock.now();
    ask(costs.readQueries, () => {
      const waited = spend(anyProcess(), cause, service);
      waits.push(clock.now() + waited - came);
    });
  };
  eachSecond(writers / habits.callEach, () => read('other calls', costs.call));
  eachSecond(walls / habits.verifyEach, () => read('sessions', costs.verify));
  eachSecond(sessions / habits.refreshEach, () => {
    ask(costs.writeQueries);
    write(anyProcess(), 'sessions', costs.refresh);
  });
  for (let at = 0; at < count; at += 1) {
    const here = share(walls, count, at);
    const offset = random();
    for (let moment = offset * habits.heartbeatEach; moment < seconds; moment += habits.heartbeatEach) {
      clock.at(moment, () => {
        bytes += here * costs.heartbeatBytes;
        spend(at, 'heartbeats', here * costs.heartbeat);
      });
    }
    // A process reads its streams' sessions one after the other, so other calls come between.
    for (let moment = offset * habits.keepAliveEach; moment < seconds; moment += habits.keepAliveEach) {
      const group = Math.ceil(here / habits.keepAliveEach);
      for (let done = 0; done < here; done += group) {
        const some = Math.min(group, here - done);
        clock.at(moment + (done / here) * habits.keepAliveEach, () => {
          ask(some * costs.keepAliveQueries);
          spend(at, 'sessions', some * costs.keepAlive);
        });
      }
    }
  }
  clock.run();

  const busiest = processes.toSorted((a, b) => b.thread.work() - a.thread.work())[0];
  const machines = Math.ceil(count / habits.processesAMachine);
  const thread = (busiest?.thread.work() ?? 0) / seconds;
  return {
    use: {
      thread,
      'submissions in turn': inTurn.work() / seconds,
      commits: commits.work() / seconds / habits.commitsAtOnce,
      "database's processors": database.work() / seconds / habits.databaseProcessors,
      memory: (costs.memory + (walls / count) * costs.stream) / habits.memoryAProcess,
      network: bytes / seconds / machines / GIGABIT,
    },
    thread: Object.fromEntries(causes.map((cause) => [cause, (busiest?.spent[cause] ?? 0) / seconds])) as Record<
      Cause,
      number
    >,
    lastWall: { half: median(lastWalls), most: quantile(lastWalls, 0.99) },
    wait: quantile(waits, 0.99),
  };
}
