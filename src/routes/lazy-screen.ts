import { type ComponentType, createElement, use, useState } from 'react';
import { type App, useApp } from '#ui/hooks/app-context.ts';

/** A screen whose code comes when it is first wanted, or before. */
export type LazyScreen = ComponentType & {
  /** Fetches the code ahead of the visit. @returns ends when it is there, or did not come */
  prefetch(app: App): Promise<void>;
};

const forgetFailure = new Set<() => void>();

/** One promise for each application, since a screen that waits is rendered again and again. */
const machines = new WeakMap<App, Promise<void>>();
const haveMachines = new WeakSet<App>();

function fetchMachines(app: App): Promise<void> {
  const known = machines.get(app);
  if (known) return known;
  const loading = app.loadMachines();
  machines.set(app, loading);
  loading.then(
    () => haveMachines.add(app),
    () => {
      const forget = (): void => {
        if (machines.get(app) === loading) machines.delete(app);
        forgetFailure.delete(forget);
      };
      forgetFailure.add(forget);
    },
  );
  return loading;
}

/** Lets every screen whose code did not come be fetched anew at its next visit. Called by the boundary that shows the failure. */
export function forgetFailedScreens(): void {
  for (const forget of forgetFailure) forget();
}

/**
 * Like `React.lazy`, but a failed fetch is tried again at the next visit instead of failing for as long as the page lives: the network of a command
 * post goes and comes.
 * The machines of the screens come in a file of their own, beside it.
 * @param load imports the screen's file
 * @param name of the screen in it
 */
export function lazyScreen<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): LazyScreen {
  let code: Promise<ComponentType> | null = null;
  let loaded: ComponentType | null = null;
  let hasFailed = false;
  forgetFailure.add(() => {
    if (!hasFailed) return;
    code = null;
    hasFailed = false;
  });
  const fetchCode = (): Promise<ComponentType> => {
    if (code === null) {
      code = load().then((file) => file[name]);
      code.then(
        (screen) => {
          loaded = screen;
        },
        () => {
          hasFailed = true;
        },
      );
    }
    return code;
  };

  /** A component of its own: one that waited has to ask again for the same promises when it goes on. */
  function AwaitedScreen() {
    const [screen, ready] = [fetchCode(), fetchMachines(useApp())];
    use(ready);
    return createElement(use(screen));
  }
  function Screen() {
    const app = useApp();
    const [isThere] = useState(loaded !== null && haveMachines.has(app));
    // React shows the fallback even for a promise that has ended, and then keeps it for 300 ms: what is there is not waited for.
    return createElement(isThere && loaded ? loaded : AwaitedScreen);
  }
  return Object.assign(Screen, {
    prefetch: async (app: App) => {
      await Promise.all([fetchCode(), fetchMachines(app)]).catch(forgetFailedScreens);
    },
  });
}
