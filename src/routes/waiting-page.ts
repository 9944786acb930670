import { type AnyEventObject, fromCallback } from 'xstate';
import { LAST_WORD, WALL_WORKER } from '#config/wall.ts';

/**
 * For as long as it runs, a worker at this address alone has a page of our own for when the host is away and the page has to be loaded again (ADR 25).
 * @param lastWord the moment of the host's last word, which that page tells
 */
export const waitingPage = (lastWord: () => number | null) =>
  fromCallback<AnyEventObject, undefined>(() => {
    // Not there on a page that comes by plain HTTP from another machine, and in some browsers' private windows.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    if (!workers) return undefined;
    const registered = workers
      .register(WALL_WORKER, { scope: window.location.pathname, updateViaCache: 'none' })
      .catch(() => null);
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
      void registered.then((worker) => worker?.unregister());
    };
  });
