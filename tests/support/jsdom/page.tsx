import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readEnv } from '#common/config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { createScreens } from '#routes/lazy-screens.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { AppProvider } from '#ui/shared/app-context.ts';
import { createApp } from '../../../src/app.ts';

/** Options for opening the application. */
export type PageOptions = {
  /** `VITE_…` settings. */
  env?: Readonly<Record<string, string>>;
  /** Name of the identity provider that the server has written into the page. */
  provider?: string | null;
  readCookies?: () => string;
  /** As in development, where React mounts everything twice. */
  strict?: boolean;
};

/**
 * The whole real application in this window, as `main.tsx` puts it together.
 * @param path the address to open
 * @returns `show` starts and renders it, `leave` removes the screens, `end` removes all of it
 */
export function openPage(
  path: string,
  { env = {}, provider = null, readCookies = () => '', strict = false }: PageOptions = {},
) {
  window.history.replaceState(null, '', path);
  const history = createAppHistory(window);
  const app = createApp({ env: { ...readEnv(env), provider }, readCookies });
  const screens = createScreens(app);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const tree = (
    <AppProvider value={app}>
      <NavigationRoot history={history}>
        <AppRoutes screens={screens} />
      </NavigationRoot>
    </AppProvider>
  );
  const leave = (): void => root.unmount();
  return {
    app,
    screens,
    history,
    show: (): void => {
      app.root.start();
      root.render(strict ? <StrictMode>{tree}</StrictMode> : tree);
    },
    leave,
    end: (): void => {
      leave();
      app.root.stop();
      history.close();
      container.remove();
    },
  };
}
