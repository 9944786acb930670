import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { waitFor } from 'xstate';
import { createApp } from './app.ts';
import { type Env, servedEnv } from '#common/config/env.ts';
import { BUILT, screens as places, SHOWN } from '#common/config/paths.ts';
import { Tree } from '#routes/tree.tsx';
import { createAppHistory } from '#routes/history.ts';
import { createScreens } from '#routes/lazy-screens.ts';
import { screenAt } from '#routes/prefetch.ts';
import { watchMissingFiles } from '#routes/stale-build.ts';
import type { Inspect } from '#ui/shared/app-context.ts';
import '#ui/primitives/font.css';
import '#ui/primitives/tokens.css';
import '#ui/primitives/base.css';
import { guardInput } from '#ui/shared/keys.ts';
import { installStyleNonce, installTrustedTypesPolicy } from '#ui/trusted-types.ts';

/** The settings that the build was made with. */
declare const BUILT_ENV: Env;

// Features that the application needs, and that each kind of browser got last: the page's own script (`old-browser.ts`) handles this error.
if (!('timeout' in AbortSignal && 'adoptedStyleSheets' in document)) throw new SyntaxError('This browser is too old.');
installTrustedTypesPolicy();
installStyleNonce();
watchMissingFiles(window);
guardInput(window);

/** Maximum time for which the shell stays while the first screen's code loads, in milliseconds; then the application shows that it loads. */
const LONGEST_WAIT = 1_000;

const app = createApp({
  env: servedEnv(BUILT_ENV, document),
  readCookies: () => document.cookie,
  early: window.readyReplies,
});
const screens = createScreens(app);

function findPlace(): HTMLElement {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no element with the id "root".');
  return place;
}

const open = (): Root => createRoot(findPlace());

/** Starts the application. @param inspect the listener of its actors; none in a production build without the charts */
async function start(inspect?: Inspect): Promise<void> {
  if (inspect) Object.assign(app, { inspect });
  const page = <Tree app={app} history={createAppHistory(window)} screens={screens} />;
  const place = findPlace();
  if (place.hasAttribute(BUILT)) {
    // The build's own rendering, which must be the first one here too: the application starts after it.
    const started = (): void => {
      place.removeAttribute(BUILT);
      document.querySelector('body > aside')?.remove();
      app.root.start();
    };
    window.addEventListener(SHOWN, started, { once: true });
    hydrateRoot(place, page);
    return;
  }
  app.root.start();
  const { auth } = app;
  const name = screenAt(window.location.pathname) ?? '';
  const surroundings = places[name]?.surroundings;
  const isProtected = surroundings === 'protected' || surroundings === 'bare';
  // The shell stays meanwhile: React would show a fallback for at least 300 ms. A user who has to sign in first does not wait for a screen's code.
  await Promise.race([
    screens.get(name)?.prefetch?.(),
    auth && waitFor(auth, (session) => isProtected && session.hasTag('unauthenticated'), { timeout: LONGEST_WAIT }),
  ]).catch(() => undefined);
  const root = open();
  // Synchronously, or the browser would render the shell once more before React replaces it.
  flushSync(() => root.render(page));
}

// A constant of the build: without READY_CHARTS nothing of `inspect/` is in the bundle.
if (HAS_CHARTS)
  void import('./inspect/start-inspected.ts').then(({ startInspected }) =>
    startInspected(app.root, findPlace, (inspect) => void start(inspect)),
  );
else void start();
