import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: {
    [routePatterns.selectTemplateHome]: ['/v1/templates'],
    [routePatterns.selectTemplate]: ['/v1/templates'],
  },
  surroundings: 'protected',
  Screen: lazyScreen(() => import('#ui/screens/select-template.tsx'), 'SelectTemplateScreen'),
};
