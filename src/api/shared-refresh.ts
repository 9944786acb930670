import { REQUEST_TIMEOUT } from '#common/config/constants.ts';
import type { Tabs } from './streams/tabs.ts';

/** Dependencies of the refresh of the session that all tabs share. */
export type SharedRefreshParts = {
  tabs: Tabs | null;
  /** Origin of the API; tabs of different hosts have different sessions. */
  host: string;
  /** POST /auth/refresh-token. */
  refreshToken: () => Promise<void>;
};

/**
 * One refresh at a time in the whole browser, and none for calls that were sent before another tab's refresh. The tab that has renewed the session
 * holds a lock whose name contains the time: unlike a message, the next tab can see it as soon as it has its turn.
 * @returns a function that renews the session unless another tab has; `latestSent` returns the time (epoch milliseconds) at which the newest of the
 * refused calls was sent
 */
export function createSharedRefresh({ tabs, host, refreshToken }: SharedRefreshParts) {
  const turn = `ready.refresh ${host}`;
  const mark = `ready.refreshed ${host} `;
  let dropMark: (() => void) | null = null;

  const lastRefresh = async ({ locks }: Tabs): Promise<number> => {
    const { held = [] } = await locks.query();
    const times = held.flatMap(({ name = '' }) => (name.startsWith(mark) ? [Number(name.slice(mark.length))] : []));
    // A clock that was set back must not make an old refresh look new for hours.
    return Math.max(0, ...times.filter((time) => time <= Date.now()));
  };
  const leaveMark = ({ locks }: Tabs): Promise<void> =>
    new Promise((left) => {
      const hold = (): Promise<void> =>
        new Promise((drop) => {
          dropMark?.();
          dropMark = drop;
          left();
        });
      locks.request(`${mark}${Date.now()}`, { mode: 'shared' }, hold).catch(() => left());
    });

  return async (latestSent: () => number): Promise<void> => {
    if (tabs === null) return refreshToken();
    let hasTurn = false;
    try {
      return await tabs.locks.request(turn, { signal: AbortSignal.timeout(REQUEST_TIMEOUT) }, async () => {
        hasTurn = true;
        if ((await lastRefresh(tabs)) > latestSent()) return;
        await refreshToken();
        await leaveMark(tabs);
      });
    } catch (error) {
      if (hasTurn) throw error;
      // Another tab holds the turn and was stopped by the browser, or locks are forbidden here: the host's own grace period must do.
      return refreshToken();
    }
  };
}
