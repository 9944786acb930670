import { type ComponentType, createElement, type ReactNode, use, useEffect, useState } from 'react';
import { LATER_STYLES } from '#common/config/paths.ts';
import { route as loginRoute } from './session/login.route.ts';
import type { ScreenRoute, Services } from './screen-route.ts';

/** A screen whose code is loaded when it is first shown, or before. */
export type LazyScreen = {
  Screen: ComponentType;
  /** Loads the code ahead of the visit, if it is not loaded from the start. @returns true if it has loaded */
  prefetch?(): Promise<boolean>;
  /** Lets the next visit load code that failed to load. Called by the boundary that shows the failure. */
  forgetFailure?(): void;
};

/** Every screen, by its name in `config/paths.ts`. */
export type LazyScreens = ReadonlyMap<string, LazyScreen>;

// The sign-in is part of the application's first file: it waits for no other one.
const files = import.meta.glob<ScreenRoute>(['./*/*.route.ts', '!./session/login.route.ts'], { import: 'route' });

/**
 * Makes the screens of one application.
 * @param services dependencies of their machines
 */
export const createScreens = (services: Services): LazyScreens =>
  new Map<string, LazyScreen>([
    ['login', { Screen: loginRoute.screen(services) }],
    [LOGOUT, lazyScreen(() => logoutQuestion(services))],
    [QUICK_OPEN, lazyScreen(async () => (await import('./documents/quick-open.ts')).quickOpen.screen(services))],
    [DUE_SCREEN, lazyScreen(async () => (await import('./account/due.ts')).due.screen(services))],
    ...Object.entries(files).map(([file, load]): [string, LazyScreen] => [
      file.replace(/^.*\/(.+)\.route\.ts$/, '$1'),
      lazyScreen(async () => (await load()).screen(services)),
    ]),
  ]);

/** The question before a logout, by its name among the screens: it has no address. */
export const LOGOUT = 'logout question';

/** Quick open, by its name among the screens: it has no address. */
export const QUICK_OPEN = 'quick open';

/** The action required of a user before anything else, by its name among the screens: it replaces any of them. */
export const DUE_SCREEN = 'due';

/** A question that does not load must not keep the user from leaving: the text stored on this device stays. */
async function logoutQuestion(services: Services): Promise<ComponentType> {
  try {
    return (await import('./unsaved/logout-question.ts')).logoutQuestion.screen(services);
  } catch {
    return function LogoutAtOnce(): ReactNode {
      useEffect(() => services.auth?.send({ type: 'logout.requested' }), []);
      return null;
    };
  }
}

/** Like `React.lazy`, but a failed load is tried again at the next visit instead of failing until the page is closed (ADR 10). */
function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let code: Promise<ComponentType> | null = null;
  let loaded: ComponentType | null = null;
  let hasFailed = false;
  const forgetFailure = (): void => {
    if (hasFailed) code = null;
    hasFailed = false;
  };
  // One promise until it has failed: React renders a waiting screen repeatedly.
  const fetchCode = (): Promise<ComponentType> => {
    if (code === null) {
      code = Promise.all([load(), laterStyles()]).then(([screen]) => screen);
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
  const AwaitedScreen = (): ReactNode => createElement(use(fetchCode()));
  function Screen(): ReactNode {
    // React shows the fallback even for a settled promise, and then for at least 300 ms: loaded code is rendered directly.
    const [AtHand] = useState(() => loaded);
    return createElement(AtHand ?? AwaitedScreen);
  }
  const prefetch = async (): Promise<boolean> => {
    await fetchCode().catch(forgetFailure);
    return loaded !== null;
  };
  return { Screen, prefetch, forgetFailure };
}

let applied: Promise<unknown> | null = null;

/**
 * Applies the styles of all screens but the sign-in's, which the browser fetches at leisure from the page's first moment on. Development has no such
 * file. @throws if they cannot be loaded; the next call tries again
 */
function laterStyles(): Promise<unknown> {
  applied ??= apply().catch((error: unknown) => {
    applied = null;
    throw error;
  });
  return applied;
}

async function apply(): Promise<unknown> {
  const link = document.getElementById(LATER_STYLES);
  if (!(link instanceof HTMLLinkElement)) return undefined;
  // Another link: the page's own may have failed before, which nothing shows.
  const own = Object.assign(link.cloneNode() as HTMLLinkElement, { media: 'all' });
  return new Promise((resolve, reject) => {
    own.addEventListener('load', resolve);
    own.addEventListener('error', () => reject(new Error(`${own.href} did not load.`)));
    link.replaceWith(own);
  });
}
