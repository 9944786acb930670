import { type ComponentType, createElement, use } from 'react';

/** A screen whose code comes when it is first wanted, or before. */
export type LazyScreen = ComponentType & {
  /** Fetches the code ahead of the visit. */
  prefetch(): void;
};

const forgetFailure = new Set<() => void>();

/** Lets every screen whose code did not come be fetched anew at its next visit. Called by the boundary that shows the failure. */
export function forgetFailedScreens(): void {
  for (const forget of forgetFailure) forget();
}

/**
 * Like `React.lazy`, but a failed fetch is tried again at the next visit instead of failing for as long as the page lives: the network of a command
 * post goes and comes.
 * @param load imports the screen
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let code: Promise<ComponentType> | null = null;
  let hasFailed = false;
  forgetFailure.add(() => {
    if (!hasFailed) return;
    code = null;
    hasFailed = false;
  });
  const fetchCode = (): Promise<ComponentType> => {
    if (code === null) {
      code = load();
      code.catch(() => {
        hasFailed = true;
      });
    }
    return code;
  };

  function Screen() {
    return createElement(use(fetchCode()));
  }
  return Object.assign(Screen, {
    prefetch: () => {
      fetchCode().catch(forgetFailedScreens);
    },
  });
}
