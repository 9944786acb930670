import { Refusal } from '#server/domain/refusal.ts';

/** Limits the number of calls of one user. */
export type Rate = ReturnType<typeof createRate>;

/** Seconds whose calls a user may save up and make at once, as when a browser with many tabs wakes up. */
const SAVED = 10;
/** Maximum of stored users before those who have saved up everything again are removed. */
const REMEMBERED = 10_000;

/**
 * Creates the one of a process: one user's program that runs wild must not block the server for the others.
 * @param perSecond calls a second that one user may make without end
 * @param saved seconds whose calls may be saved up
 * @param now a clock in milliseconds that never goes back
 */
export function createRate(perSecond: number, saved: number = SAVED, now: () => number = () => performance.now()) {
  const each = 1_000 / perSecond;
  // By user, the moment at which all calls are saved up again.
  const even = new Map<string, number>();
  const forget = (at: number): void => {
    for (const [user, moment] of even) if (moment <= at) even.delete(user);
  };
  /**
   * Counts a call.
   * @param user the caller's uuid
   * @returns seconds to wait, or 0 when it may be made; a refused call is not counted
   */
  const take = (user: string): number => {
    const at = now();
    const moment = Math.max(even.get(user) ?? 0, at) + each;
    const wait = moment - at - saved * 1_000;
    if (wait > 0) return Math.ceil(wait / 1_000);
    if (even.size >= REMEMBERED && !even.has(user)) forget(at);
    even.set(user, moment);
    return 0;
  };
  return {
    take,
    /** The same as a refusal. @throws {Refusal} throttled, when it may not be made */
    count(user: string): void {
      const wait = take(user);
      if (wait > 0) throw new Refusal('throttled', 'Too many requests. Please wait a moment.', wait);
    },
  };
}
