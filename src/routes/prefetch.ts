import { matchPath } from 'react-router-dom';
import type { App } from '#ui/hooks/app-context.ts';
import type { LazyScreen } from './lazy-screen.ts';
import { screenRoutes } from './screen-route.ts';

const isLazy = (screen: object): screen is LazyScreen => 'prefetch' in screen;

/**
 * Fetches the code of the screen at an address while the session is still being checked, instead of after.
 * @param app whose machines it needs
 * @param pathname the path of the address
 * @returns ends when it is there, or did not come
 */
export async function prefetchScreenAt(app: App, pathname: string): Promise<void> {
  for (const { addresses, Screen } of Object.values(screenRoutes)) {
    if (isLazy(Screen) && Object.keys(addresses).some((pattern) => matchPath(pattern, pathname)))
      // oxlint-disable-next-line no-await-in-loop -- one screen stands at an address
      return Screen.prefetch(app);
  }
  return undefined;
}

/**
 * Fetches every screen's code while the browser has nothing else to do, so that no visit waits for it, not even with the network gone.
 * @param app whose machines they need
 * @returns drops what has not begun
 */
export function prefetchScreensWhenIdle(app: App): () => void {
  // Safari has no idle callbacks; its users fetch a screen's code at the visit.
  if (!('requestIdleCallback' in window)) return () => {};
  const left = Object.values(screenRoutes).flatMap(({ Screen }) => (isLazy(Screen) ? Screen : []));
  let request = 0;
  // One at a time: each is read and run when it comes, and nobody's key press waits for all of them.
  const next = (): void => {
    request = window.requestIdleCallback(
      () => {
        void left.shift()?.prefetch(app);
        if (left.length > 0) next();
      },
      { timeout: 5_000 },
    );
  };
  next();
  return () => window.cancelIdleCallback(request);
}
