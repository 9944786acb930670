import { matchPath } from 'react-router-dom';
import type { App } from '#ui/hooks/app-context.ts';
import type { LazyScreen } from './lazy-screen.ts';
import { type ScreenRoute, screenRoutes } from './screen-route.ts';

const isLazy = (screen: object): screen is LazyScreen => 'prefetch' in screen;

/** What is known of the screen at an address. @param pathname the path of the address */
export const routeAt = (pathname: string): ScreenRoute | undefined =>
  Object.values(screenRoutes).find(({ addresses, below = {} }) =>
    Object.keys({ ...addresses, ...below }).some((pattern) => matchPath(pattern, pathname)),
  );

/**
 * Fetches the code of a screen while the session is still being checked, instead of after.
 * @param app whose machines it needs
 * @param route as `routeAt` gives it
 * @returns ends when the code is there, or did not come
 */
export async function prefetchScreen(app: App, route: ScreenRoute | undefined): Promise<void> {
  if (route && isLazy(route.Screen)) await route.Screen.prefetch(app);
}

/**
 * Fetches every screen's code while the browser has nothing else to do, so that no visit waits for it, not even with the network gone.
 * @param app whose machines they need
 * @returns drops what has not begun
 */
export function prefetchScreensWhenIdle(app: App): () => void {
  // Safari has no idle callbacks; its users fetch a screen's code at the visit.
  if (!('requestIdleCallback' in window)) return () => {};
  const left = Object.values(screenRoutes);
  let request = 0;
  // One at a time: each is read and run when it comes, and nobody's key press waits for all of them.
  const next = (): void => {
    request = window.requestIdleCallback(
      () => {
        void prefetchScreen(app, left.shift());
        if (left.length > 0) next();
      },
      { timeout: 5_000 },
    );
  };
  next();
  return () => window.cancelIdleCallback(request);
}
