import { StrictMode } from 'react';
import type { AppHistory } from './history.ts';
import type { LazyScreens } from './lazy-screens.ts';
import { NavigationRoot } from './navigation.tsx';
import { AppRoutes } from './router.tsx';
import { type App, AppProvider } from '#ui/shared/app-context.ts';

type TreeProps = { readonly app: App; readonly history: AppHistory; readonly screens: LazyScreens };

/** The whole application, as the browser renders it, and the build for the sign-in page. */
export const Tree = ({ app, history, screens }: TreeProps) => (
  <StrictMode>
    <AppProvider value={app}>
      <NavigationRoot history={history}>
        <AppRoutes screens={screens} />
      </NavigationRoot>
    </AppProvider>
  </StrictMode>
);
