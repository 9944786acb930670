/** Limits how many calls one person makes. */
export type Rate = {
  /**
   * Counts a call.
   * @param user whose it is
   * @returns seconds to wait, or 0 when it may be made; a call that may not is not counted
   */
  take(user: string): number;
};

/** What was not used may be used later: so many seconds' calls may come at once, as when a browser with many tabs wakes up. */
const SAVED = 10;
/** People that are remembered before those with nothing used are forgotten. */
const REMEMBERED = 10_000;

/**
 * One for a process: it is there so that one person's program that runs wild leaves the others' server alone.
 * @param perSecond calls that one person may make for ever
 * @param now a clock in milliseconds that never goes back
 */
export function createRate(perSecond: number, now: () => number = () => performance.now()): Rate {
  const each = 1_000 / perSecond;
  // By person the moment at which nothing is used any more.
  const even = new Map<string, number>();
  const forget = (at: number): void => {
    for (const [user, moment] of even) if (moment <= at) even.delete(user);
  };
  return {
    take(user) {
      const at = now();
      const moment = Math.max(even.get(user) ?? 0, at) + each;
      const wait = moment - at - SAVED * 1_000;
      if (wait > 0) return Math.ceil(wait / 1_000);
      if (even.size >= REMEMBERED && !even.has(user)) forget(at);
      even.set(user, moment);
      return 0;
    },
  };
}
