/** A clock that jumps from one event to the next, in seconds. */
export type Clock = {
  now(): number;
  /** Calls an action at a moment that is not past; actions of one moment in the order of these calls. */
  at(moment: number, action: () => void): void;
  /** Runs until there are no more events. */
  run(): void;
};

type Event = { moment: number; order: number; action: () => void };

const isBefore = (one: Event, other: Event): boolean =>
  one.moment < other.moment || (one.moment === other.moment && one.order < other.order);

/** A clock at 0, with its events in a binary heap. */
export function createClock(): Clock {
  const heap: Event[] = [];
  let time = 0;
  let count = 0;
  const swap = (one: number, other: number): void => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  const precedes = (one: number, other: number): boolean => {
    const [first, second] = [heap[one], heap[other]];
    return first !== undefined && second !== undefined && isBefore(first, second);
  };
  const take = (): Event | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (!last || last === first) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const next = precedes(right, left) ? right : left;
      if (!precedes(next, at)) return first;
      swap(at, next);
      at = next;
    }
  };
  return {
    now: () => time,
    at(moment, action) {
      if (moment < time) throw new Error('The past cannot be changed.');
      heap.push({ moment, order: (count += 1), action });
      for (let at = heap.length - 1; at > 0 && precedes(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
    },
    run() {
      for (let event = take(); event; event = take()) {
        time = event.moment;
        event.action();
      }
    },
  };
}

/**
 * A server of jobs: one after the other, as a thread does; or some at once, as a database with several processors does.
 */
export type Station = {
  /**
   * Adds a job, which starts when earlier jobs have started and a server is free.
   * @param service seconds that it takes
   * @param done called at its end
   * @returns seconds until it starts
   */
  bring(service: number, done?: () => void): number;
  /** Seconds of work in all jobs so far. */
  work(): number;
};

/** @param servers jobs that run at once */
export function createStation(clock: Clock, servers = 1): Station {
  const free = Array.from({ length: servers }, () => 0);
  let work = 0;
  return {
    bring(service, done) {
      let next = 0;
      for (let at = 1; at < servers; at += 1) if ((free[at] ?? 0) < (free[next] ?? 0)) next = at;
      const start = Math.max(clock.now(), free[next] ?? 0);
      free[next] = start + service;
      work += service;
      if (done) clock.at(start + service, done);
      return start - clock.now();
    },
    work: () => work,
  };
}

/** Numbers from 0 to below 1 that are the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Does something repeatedly at independent random moments (a Poisson process), until an end. */
export function poisson(
  clock: Clock,
  random: () => number,
  { perSecond, until }: { perSecond: number; until: number },
  action: () => void,
): void {
  const next = (): void => {
    const moment = clock.now() - Math.log(1 - random()) / perSecond;
    if (moment >= until) return;
    clock.at(moment, () => {
      action();
      next();
    });
  };
  if (perSecond > 0) next();
}
