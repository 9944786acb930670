import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: { [routePatterns.wipDashboard]: [] },
  surroundings: 'bare',
  Screen: lazyScreen(() => import('#ui/screens/live/wip-dashboard.tsx'), 'WipDashboardScreen'),
};
