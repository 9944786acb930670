// Before everything else.
import { early } from './early/begin.ts';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
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

installTrustedTypesPolicy();
installStyleNonce();
watchMissingFiles(window);

const open = () => createRoot(container());

function container(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root".');
  return root;
}

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

const after = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

// What began to be drawn is finished first.
if (early?.drawn) await early.drawing;
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
  const { pathname } = window.location;
  const code = prefetchScreenAt(app, pathname);
  await Promise.race([code, after(LONGEST_WAIT)]);
  // Or the screen stands there already, and would go.
  if (early?.drawn) await code;
  await breath();
  // Without them it is drawn all the same.
  const isReady = await beginScreenAt(app, pathname, AbortSignal.timeout(FACTS_WAIT)).catch(() => false);
  await breath();
  const page = (
    <StrictMode>
      <AppProvider value={app}>
        <NavigationRoot history={createAppHistory(window)}>
          <AppRoutes />
          <Takeover />
        </NavigationRoot>
      </AppProvider>
    </StrictMode>
  );
  // It may have begun meanwhile.
  if (early?.drawn) await early.drawing;
  // What stands there was drawn from the very replies that the application has, or it is drawn anew.
  const isSame = isReady && early?.drawn?.every(({ isGiven }) => isGiven);
  if (early) early.isOver = true;
  // Its title would be left when the screen has gone.
  if (early?.drawn && !isSame) document.querySelector('title')?.remove();
  startTransition(() => void (isSame ? hydrateRoot(container(), page) : open().render(page)));
}

/** Does again what a person did before the application was there. Where the screen was drawn anew the button has gone, and nothing comes of it. */
function takeOver(): void {
  if (!early) return;
  early.isTaken = true;
  early.repeat?.();
  delete early.repeat;
}

function Takeover() {
  useEffect(takeOver, []);
  return null;
}

// The build writes a constant there: without the flag nothing of `inspect/` is in the bundle.
if (HAS_CHARTS)
  void import('./inspect/begin.ts').then(({ begin }) => begin(app.root, open, (inspect) => void start(inspect)));
else void start();
