import { matchPath } from 'react-router-dom';
import { routePatterns } from '#config/paths.ts';
import type { App } from '#ui/hooks/app-context.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

/** Every screen but the sign-in comes in a file of its own. */
export const screens = {
  dashboard: lazyScreen(async () => (await import('#ui/screens/dashboard.tsx')).DashboardScreen),
  editor: lazyScreen(async () => (await import('#ui/screens/editor/editor.tsx')).EditorScreen),
  wipDashboard: lazyScreen(async () => (await import('#ui/screens/live/wip-dashboard.tsx')).WipDashboardScreen),
  templateDashboard: lazyScreen(
    async () => (await import('#ui/screens/live/template-dashboard.tsx')).TemplateDashboardScreen,
  ),
  commandDashboard: lazyScreen(
    async () => (await import('#ui/screens/live/command-dashboard.tsx')).CommandDashboardScreen,
  ),
  signup: lazyScreen(async () => (await import('#ui/screens/signup.tsx')).SignupScreen),
  selectTemplate: lazyScreen(async () => (await import('#ui/screens/select-template.tsx')).SelectTemplateScreen),
  wipList: lazyScreen(async () => (await import('#ui/screens/wip-list.tsx')).WipListScreen),
  archives: lazyScreen(async () => (await import('#ui/screens/archives.tsx')).ArchivesScreen),
  userAdmin: lazyScreen(async () => (await import('#ui/screens/user-admin.tsx')).UserAdminScreen),
};

const screenAt: readonly [pattern: string, screen: LazyScreen][] = [
  [routePatterns.signup, screens.signup],
  [routePatterns.home, screens.dashboard],
  [routePatterns.dashboard, screens.dashboard],
  [routePatterns.selectTemplateHome, screens.selectTemplate],
  [routePatterns.selectTemplate, screens.selectTemplate],
  [routePatterns.openWip, screens.wipList],
  [routePatterns.archives, screens.archives],
  [routePatterns.userAdmin, screens.userAdmin],
  [routePatterns.form, screens.editor],
  [routePatterns.wip, screens.editor],
  [routePatterns.wipDashboard, screens.wipDashboard],
  [routePatterns.templateDashboard, screens.templateDashboard],
  [routePatterns.multipleDashboard, screens.commandDashboard],
];

const at = (pathname: string): LazyScreen | undefined =>
  screenAt.find(([pattern]) => matchPath(pattern, pathname))?.[1];

/**
 * Fetches the code of the screen at an address while the session is still being checked, instead of after.
 * @param app whose machines it needs
 * @param pathname the path of the address
 * @returns ends when it is there, or did not come
 */
export async function prefetchScreenAt(app: App, pathname: string): Promise<void> {
  await at(pathname)?.prefetch(app);
}

/**
 * Asks for what the first screen shows before it is drawn.
 * @param signal at its end it is drawn with what is there
 * @returns whether all of it is there
 */
export async function beginScreenAt(app: App, pathname: string, signal: AbortSignal): Promise<boolean> {
  return (await at(pathname)?.begin(app, signal)) ?? false;
}

/**
 * Fetches every screen's code while the browser has nothing else to do, so that no visit waits for it, not even with the network gone.
 * @param app whose machines they need
 * @returns drops what has not begun
 */
export function prefetchScreensWhenIdle(app: App): () => void {
  // Safari has no idle callbacks; its users fetch a screen's code at the visit.
  if (!('requestIdleCallback' in window)) return () => {};
  const left = Object.values(screens);
  let request = 0;
  // One at a time: each is read and run when it comes, and nobody's key press waits for all of them.
  const next = (): void => {
    request = window.requestIdleCallback(
      () => {
        void left.shift()?.prefetch(app);
        if (left.length > 0) next();
      },
      { timeout: 5_000 },
    );
  };
  next();
  return () => window.cancelIdleCallback(request);
}
