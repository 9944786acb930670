import type { Storage } from '#server/storage/port.ts';

/** Counts failed sign-ins, for all server processes together. */
export type Throttle = {
  /**
   * Notes an attempt before it is judged, so that a burst cannot run past the limit.
   * @param keys what is counted, each with the failures that it allows
   * @returns seconds to wait, or 0 when the attempt may be made
   */
  attempt(keys: readonly ThrottleKey[]): Promise<number>;
  /** Takes back what `attempt` noted: it succeeded, or was not judged. */
  takeBack(keys: readonly ThrottleKey[]): Promise<void>;
  /** Forgets the failures under one name. */
  clear(name: string): Promise<void>;
  /** Forgets what no longer counts. */
  purge(): Promise<void>;
};

/** A name under which failures count, and its limit. */
export type ThrottleKey = { name: string; failures: number };

const WINDOW = 15 * 60_000;

/**
 * A throttle over a sliding window of 15 minutes.
 * @param storage where attempts are kept
 * @param now the clock
 */
export function createThrottle(storage: Pick<Storage, 'transaction' | 'attempts'>, now: () => Date): Throttle {
  const before = (at: number): string => new Date(at - WINDOW).toISOString();
  return {
    attempt: (keys) =>
      storage.transaction(async ({ attempts }) => {
        await attempts.lock(keys.map(({ name }) => name));
        const at = now().getTime();
        let wait = 0;
        for (const { name, failures: most } of keys) {
          const moments = await attempts.since(name, before(at));
          const first = moments[moments.length - most];
          if (first !== undefined) wait = Math.max(wait, Date.parse(first) + WINDOW - at);
        }
        if (wait > 0) return Math.ceil(wait / 1000);
        for (const { name } of keys) await attempts.add(name, new Date(at).toISOString());
        return 0;
      }),
    takeBack: (keys) =>
      storage.transaction(async ({ attempts }) => {
        for (const { name } of keys) await attempts.removeLast(name);
      }),
    clear: (name) => storage.attempts.clear(name),
    purge: () => storage.attempts.purge(before(now().getTime())),
  };
}
