import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: { [routePatterns.userAdmin]: [] },
  surroundings: 'protected',
  Screen: lazyScreen(() => import('#ui/screens/user-admin.tsx'), 'UserAdminScreen'),
};
