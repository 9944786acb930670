import { whenIdle } from '#ui/lists/when-idle.ts';
import type { LazyScreens } from './lazy-screens.ts';

export { screenAt } from '#ui/documents/screen-at.ts';

/**
 * Fetches every screen's code while the browser has nothing else to do, so that no visit waits for it, not even with the network gone.
 * @param all the screens
 * @returns drops what has not begun
 */
export function prefetchWhenIdle(all: LazyScreens): () => void {
  const left = [...all.values()];
  let drop = (): void => {};
  // One at a time, so that no key press waits until all of them are parsed. In Safari a screen's code is fetched at the visit.
  const next = (): void => {
    const fetchOne = (): void => {
      void left.shift()?.prefetch?.();
      if (left.length > 0) next();
    };
    drop = whenIdle(fetchOne, { timeout: 5_000 });
  };
  next();
  return () => drop();
}
