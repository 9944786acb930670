import { type AnyEventObject, fromCallback } from 'xstate';
import { LAST_WORD, WALL_WORKER } from '#config/wall.ts';

/**
 * While it runs, a worker at this address alone serves a page of our own if the host is unreachable and the page has to be loaded again (ADR 25).
 * Walls with one address share the worker: each holds a lock, and the last one that leaves removes the worker.
 * @param lastWord the time of the host's last sign of life, which that page shows
 */
export const waitingPage = (lastWord: () => number | null) =>
  fromCallback<AnyEventObject, undefined>(() => {
    // Neither exists on a page served by plain HTTP from another machine, nor do workers in some browsers' private windows.
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
        // Then that page shows the time since it has waited itself.
      }
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      end().catch(() => undefined);
    };
  });
