import { whenIdle } from '#ui/lists/when-idle.ts';
import type { LazyScreens } from './lazy-screens.ts';

export { screenAt } from '#ui/documents/screen-at.ts';

/**
 * Loads every screen's code while the browser is idle, so that no visit waits for it, not even without a network. @param all the screens @returns a
 * function that drops loads not started yet
 */
export function prefetchWhenIdle(all: LazyScreens): () => void {
  const left = [...all.values()];
  let drop = (): void => {};
  // One at a time, so that no key press waits until all of them are parsed. In Safari a screen's code is loaded at the visit.
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
