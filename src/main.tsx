import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app.ts';
import { readEnv, servedSettings } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { prefetchScreenAt } from '#routes/screens.ts';
import { watchMissingFiles } from '#routes/stale-build.ts';
import { AppProvider, type Inspect } from '#ui/hooks/app-context.ts';
import '#ui/primitives/tokens.css';
import '#ui/primitives/base.css';
import { installStyleNonce, installTrustedTypesPolicy } from '#ui/trusted-types.ts';

installTrustedTypesPolicy();
installStyleNonce();
watchMissingFiles(window);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id "root".');
const page = createRoot(container);

const app = createApp({
  env: readEnv({ ...import.meta.env, ...servedSettings(document) }),
  readCookies: () => document.cookie,
});

/** Starts the application. @param inspect follows the actors of its screens; none in a production build without the charts */
function start(inspect?: Inspect): void {
  app.root.start();
  app.readAhead(window.location.pathname);
  prefetchScreenAt(app, window.location.pathname);
  page.render(
    <StrictMode>
      <AppProvider value={inspect ? Object.assign(app, { inspect }) : app}>
        <NavigationRoot history={createAppHistory(window)}>
          <AppRoutes />
        </NavigationRoot>
      </AppProvider>
    </StrictMode>,
  );
}

// The build writes a constant there: without the flag nothing of `inspect/` is in the bundle.
if (HAS_CHARTS) void import('./inspect/begin.ts').then(({ begin }) => begin(app.root, page, start));
else start();
