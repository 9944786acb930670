import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: { [routePatterns.templateDashboard]: [] },
  surroundings: 'bare',
  Screen: lazyScreen(() => import('#ui/screens/live/template-dashboard.tsx'), 'TemplateDashboardScreen'),
};
