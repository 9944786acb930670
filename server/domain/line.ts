import { Refusal } from './refusal.ts';

/**
 * The owner of work. `who`: one user, or one network of users who are not signed in. `waiting`: aborted once no caller
 * waits for the result; null for work that is always wanted.
 */
export type Waiter = { who: string; waiting: AbortSignal | null };

/** The command line, which waits for its own work alone. */
export const OPERATOR: Waiter = { who: '', waiting: null };

/**
 * A queue for work of which a limited number runs at once. Every waiter gets a turn before any waiter gets a second
 * one.
 */
type Line = ReturnType<typeof createLine>;

/** The limits of a queue. `most`: maximum that waits, `each`: maximum of one waiter; `full`: the words of a refusal. */
export type Bounds = { atOnce: number; most?: number; each?: number; full?: string };

/** Seconds after which a line is likely to be shorter. */
const RETRY = 1;

export function createLine({ atOnce, most = Infinity, each = Infinity, full = '' }: Bounds) {
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
    /**
     * Does work in its turn, or not at all if its caller no longer waits for it.
     * @throws {Refusal} busy, when too much waits already; the signal's reason
     */
    async run<T>(waiter: Waiter, work: () => Promise<T>): Promise<T> {
      waiter.waiting?.throwIfAborted();
      if (running < atOnce) running += 1;
      else await turn(waiter);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
    /** True while no work is done and none waits. */
    isIdle: () => running === 0,
  };
}

/** Runs work on one thing in sequence in this process. */
export type Turns = <T>(thing: string, waiter: Waiter, work: () => Promise<T>) => Promise<T>;

/** Creates a queue for each thing that is worked on. @param bounds of each of them */
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
