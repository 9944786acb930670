import { Refusal } from './refusal.ts';

/** For whom work is done. `who`: one person, or one network of people who are not known. `waiting`: aborted once nobody waits for the result; null for what is always wanted. */
export type Waiter = { who: string; waiting: AbortSignal | null };

/** The command line, which waits for its own work alone. */
export const OPERATOR: Waiter = { who: '', waiting: null };

/** Work that is done so many at once, and waits until then. Everybody who waits gets a turn before anybody gets a second one. */
export type Line = {
  /**
   * Does work in its turn, or not at all when nobody waits for it any more.
   * @throws {Refusal} busy, when too much waits already; the signal's reason
   */
  run<T>(waiter: Waiter, work: () => Promise<T>): Promise<T>;
  /** True while no work is done and none waits. */
  isIdle(): boolean;
};

/** The bounds of a line. `most`: how much waits at most, `each`: of one waiter; `full`: the words of a refusal. */
export type Bounds = { atOnce: number; most?: number; each?: number; full?: string };

/** Seconds after which a line is likely to be shorter. */
const RETRY = 1;

export function createLine({ atOnce, most = Infinity, each = Infinity, full = '' }: Bounds): Line {
  // The starts of each waiter's work, in the order in which waiters get their turns.
  const starts = new Map<string, (() => void)[]>();
  let length = 0;
  let running = 0;

  const turn = ({ who, waiting }: Waiter): Promise<void> =>
    new Promise((done, fail) => {
      const own = starts.get(who) ?? [];
      if (length >= most || own.length >= each) throw new Refusal('busy', full, RETRY);
      const leave = (): void => {
        own.splice(own.indexOf(start), 1);
        if (own.length === 0) starts.delete(who);
        length -= 1;
        fail(waiting?.reason as Error);
      };
      const start = (): void => {
        waiting?.removeEventListener('abort', leave);
        done();
      };
      waiting?.addEventListener('abort', leave, { once: true });
      own.push(start);
      starts.set(who, own);
      length += 1;
    });
  const startNext = (): void => {
    const [next] = starts;
    if (!next) {
      running -= 1;
      return;
    }
    const [who, own] = next;
    const start = own.shift();
    starts.delete(who);
    if (own.length > 0) starts.set(who, own);
    length -= 1;
    start?.();
  };

  return {
    async run(waiter, work) {
      waiter.waiting?.throwIfAborted();
      if (running < atOnce) running += 1;
      else await turn(waiter);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
    isIdle: () => running === 0,
  };
}

/** Lets work on one thing follow one another in this process. */
export type Turns = <T>(thing: string, waiter: Waiter, work: () => Promise<T>) => Promise<T>;

/** A line for each thing on which something is done. @param bounds of each of them */
export function createTurns(bounds: Omit<Bounds, 'atOnce'>): Turns {
  const lines = new Map<string, Line>();
  return async (thing, waiter, work) => {
    const line = lines.get(thing) ?? createLine({ atOnce: 1, ...bounds });
    lines.set(thing, line);
    try {
      return await line.run(waiter, work);
    } finally {
      if (line.isIdle() && lines.get(thing) === line) lines.delete(thing);
    }
  };
}
