import { routePatterns } from '#config/paths.ts';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRoute } from './screen-route.ts';

export const route: ScreenRoute = {
  addresses: { [routePatterns.signup]: [] },
  surroundings: 'open',
  Screen: lazyScreen(() => import('#ui/screens/signup.tsx'), 'SignupScreen'),
};
