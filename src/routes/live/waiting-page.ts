import { type AnyEventObject, fromCallback } from 'xstate';
import { LAST_WORD, WALL_WORKER } from '#config/wall.ts';

/**
 * For as long as it runs, a worker at this address alone has a page of our own for when the host is away and the page has to be loaded again (ADR 25). Walls
 * of one path, as boards by address, share the worker: each holds a lock, and the last one that leaves takes the worker away.
 * @param lastWord the moment of the host's last word, which that page tells
 */
export const waitingPage = (lastWord: () => number | null) =>
  fromCallback<AnyEventObject, undefined>(() => {
    // Neither is there on a page that comes by plain HTTP from another machine, nor workers in some browsers' private windows.
    const tools = 'serviceWorker' in navigator && 'locks' in navigator ? navigator : null;
    if (!tools) return undefined;
    const { locks, serviceWorker: workers } = tools;
    const { pathname } = window.location;
    const name = `ready.waitingPage ${pathname}`;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    let worker: ServiceWorkerRegistration | null = null;
    const stay = async (): Promise<void> => {
      worker = await workers.register(WALL_WORKER, { scope: pathname, updateViaCache: 'none' }).catch(() => null);
      await left;
    };
    const stayed = locks.request(name, { mode: 'shared' }, stay);
    const end = async (): Promise<void> => {
      leave();
      await stayed;
      await locks.request(name, { ifAvailable: true }, (lock) => lock && worker?.unregister());
    };
    const keep = (): void => {
      try {
        window.sessionStorage.setItem(LAST_WORD, String(lastWord() ?? Date.now()));
      } catch {
        // Then that page says since when it waits itself.
      }
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      end().catch(() => undefined);
    };
  });
