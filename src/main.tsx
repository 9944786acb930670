import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { waitFor } from 'xstate';
import { createApp } from './app.ts';
import { type Env, servedEnv } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { prefetchScreen, routeAt } from '#routes/prefetch.ts';
import { AppRoutes } from '#routes/router.tsx';
import { watchMissingFiles } from '#routes/stale-build.ts';
import { AppProvider, type Inspect } from '#ui/hooks/app-context.ts';
import '#ui/primitives/tokens.css';
import '#ui/primitives/base.css';
import { installStyleNonce, installTrustedTypesPolicy } from '#ui/trusted-types.ts';

/** The settings that the build was made with. */
declare const BUILT_ENV: Env;

installTrustedTypesPolicy();
installStyleNonce();
watchMissingFiles(window);

/** How long the shell waits for the first screen's code, in milliseconds: then the application itself says that the code is awaited. */
const LONGEST_WAIT = 1_000;

const app = createApp({
  env: servedEnv(BUILT_ENV, document),
  readCookies: () => document.cookie,
  early: window.readyReplies,
});

function open(): Root {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no element with the id "root".');
  return createRoot(place);
}

/** Starts the application. @param inspect follows the actors of its screens; none in a production build without the charts */
async function start(inspect?: Inspect): Promise<void> {
  if (inspect) Object.assign(app, { inspect });
  app.root.start();
  const { auth } = app.root.getSnapshot().children;
  const route = routeAt(window.location.pathname);
  const isProtected = route?.surroundings === 'protected' || route?.surroundings === 'bare';
  // The shell stands there meanwhile: React would show a fallback for 300 ms at least. Nobody who has to sign in first waits for a screen's code.
  await Promise.race([
    prefetchScreen(app, route),
    auth && waitFor(auth, (session) => isProtected && session.hasTag('unauthenticated'), { timeout: LONGEST_WAIT }),
  ]).catch(() => undefined);
  const page = (
    <StrictMode>
      <AppProvider value={app}>
        <NavigationRoot history={createAppHistory(window)}>
          <AppRoutes />
        </NavigationRoot>
      </AppProvider>
    </StrictMode>
  );
  const root = open();
  // Otherwise the browser would lay out and paint the shell once more before React begins.
  flushSync(() => root.render(page));
}

// The build writes a constant there: without the flag nothing of `inspect/` is in the bundle.
if (HAS_CHARTS)
  void import('./inspect/begin.ts').then(({ begin }) => begin(app.root, open, (inspect) => void start(inspect)));
else void start();
