import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app.ts';
import { readEnv, servedSettings } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { prefetchScreenAt } from '#routes/screens.ts';
import { watchMissingFiles } from '#routes/stale-build.ts';
import { AppProvider } from '#ui/hooks/app-context.ts';
import '#ui/primitives/tokens.css';
import '#ui/primitives/base.css';
import { installStyleNonce, installTrustedTypesPolicy } from '#ui/trusted-types.ts';

installTrustedTypesPolicy();
installStyleNonce();
watchMissingFiles(window);

const app = createApp({
  env: readEnv({ ...import.meta.env, ...servedSettings(document) }),
  readCookies: () => document.cookie,
});
app.root.start();
app.readAhead(window.location.pathname);
prefetchScreenAt(app, window.location.pathname);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id "root".');
createRoot(container).render(
  <StrictMode>
    <AppProvider value={app}>
      <NavigationRoot history={createAppHistory(window)}>
        <AppRoutes />
      </NavigationRoot>
    </AppProvider>
  </StrictMode>,
);
