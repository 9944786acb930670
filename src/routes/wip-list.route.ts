import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: { [routePatterns.openWip]: ['/v1/templates', '/v1/templates/$1/wips'] },
  surroundings: 'protected',
  Screen: lazyScreen(() => import('#ui/screens/wip-list.tsx'), 'WipListScreen'),
};
