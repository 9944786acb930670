import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app.ts';
import { type Env, servedEnv } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { beginScreenAt, prefetchScreenAt } from '#routes/screens.ts';
import { watchMissingFiles } from '#routes/stale-build.ts';
import { AppProvider, type Inspect } from '#ui/hooks/app-context.ts';
import '#ui/primitives/tokens.css';
import '#ui/primitives/base.css';
import { installStyleNonce, installTrustedTypesPolicy } from '#ui/trusted-types.ts';

/** The settings that the build was made with. */
declare const BUILT_ENV: Env;

const early = (window.readyEarly ??= null);
early?.begin();
installTrustedTypesPolicy();
installStyleNonce();
watchMissingFiles(window);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id "root".');
const page = createRoot(container);

/** The next task: on a slow machine the page stays quick to the touch between the parts of its start. A timer would come later. */
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
/** The first screen waits no longer for its code, in milliseconds: then it says that it is awaited. */
const LONGEST_WAIT = 1_000;
/** Nor for its first facts, in milliseconds: what keeps their room would not show itself earlier. */
const FACTS_WAIT = 200;

await breath();
const app = createApp({
  env: servedEnv(BUILT_ENV, document),
  readCookies: () => document.cookie,
  early: early?.replies,
});

/** Starts the application. @param inspect follows the actors of its screens; none in a production build without the charts */
async function start(inspect?: Inspect): Promise<void> {
  if (inspect) Object.assign(app, { inspect });
  await breath();
  app.root.start();
  // Until then the page is what `index.html` painted: a fallback would stay for 300 ms at least.
  const longest = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  const { pathname } = window.location;
  await Promise.race([prefetchScreenAt(app, pathname), longest]);
  await breath();
  // Without them it is drawn all the same.
  await beginScreenAt(app, pathname, AbortSignal.timeout(FACTS_WAIT)).catch(() => undefined);
  await breath();
  startTransition(() =>
    page.render(
      <StrictMode>
        <AppProvider value={app}>
          <NavigationRoot history={createAppHistory(window)}>
            <AppRoutes />
          </NavigationRoot>
        </AppProvider>
      </StrictMode>,
    ),
  );
}

// The build writes a constant there: without the flag nothing of `inspect/` is in the bundle.
if (HAS_CHARTS)
  void import('./inspect/begin.ts').then(({ begin }) => begin(app.root, page, (inspect) => void start(inspect)));
else void start();
