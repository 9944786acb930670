/** Counts failed sign-ins. One implementation in memory; several servers on one database need one there. */
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
};

/** One thing that is counted. */
export type ThrottleKey = { name: string; failures: number };

const WINDOW = 15 * 60_000;
const KEYS_MAX = 100_000;

/**
 * A throttle over a sliding window of 15 minutes.
 * @param now the clock
 */
export function createThrottle(now: () => Date): Throttle {
  const failures = new Map<string, number[]>();

  const recent = (name: string, at: number): number[] => {
    const kept = (failures.get(name) ?? []).filter((moment) => moment > at - WINDOW);
    if (kept.length > 0) failures.set(name, kept);
    else failures.delete(name);
    return kept;
  };

  return {
    async attempt(keys) {
      const at = now().getTime();
      const waits = keys.map(({ name, failures: most }) => {
        const moments = recent(name, at);
        return moments.length < most ? 0 : (moments[moments.length - most] ?? at) + WINDOW - at;
      });
      const wait = Math.max(0, ...waits);
      if (wait > 0) return Math.ceil(wait / 1000);
      // A flood of made-up names must not fill the memory: the oldest are forgotten first.
      for (const name of failures.keys()) {
        if (failures.size + keys.length <= KEYS_MAX) break;
        failures.delete(name);
      }
      for (const { name } of keys) failures.set(name, [...(failures.get(name) ?? []), at]);
      return 0;
    },
    async takeBack(keys) {
      for (const { name } of keys) {
        const moments = failures.get(name);
        moments?.pop();
        if (moments?.length === 0) failures.delete(name);
      }
    },
    async clear(name) {
      failures.delete(name);
    },
  };
}
