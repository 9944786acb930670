import { SetUpScreen } from '#ui/screens/set-up/set-up.tsx';
import { screenRoute } from './screen-route.ts';
import { setUp } from './set-up.ts';

export const route = screenRoute(SetUpScreen, setUp);
