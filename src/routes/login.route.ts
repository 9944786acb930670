import { routePatterns } from '#config/paths.ts';
import { LoginScreen } from '#ui/screens/login.tsx';
import type { ScreenRoute } from './screen-route.ts';

/** In the application's own file: who signs in waits for no other. */
export const route: ScreenRoute = {
  addresses: { [routePatterns.login]: [] },
  surroundings: 'login',
  Screen: LoginScreen,
};
