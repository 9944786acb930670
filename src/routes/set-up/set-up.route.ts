import { SetUpScreen } from '#ui/set-up/set-up.tsx';
import { screenRoute } from '../screen-route.ts';
import { setUp } from './set-up.ts';

export const route = screenRoute(SetUpScreen, setUp);
