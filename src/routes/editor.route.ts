import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: {
    [routePatterns.form]: ['/v1/templates/$1?html=true'],
    [routePatterns.wip]: ['/v1/wips/$2?html=true'],
  },
  surroundings: 'protected',
  Screen: lazyScreen(async () => (await import('#ui/screens/editor/editor.tsx')).EditorScreen),
};
