import { signupMachine } from '#machines/session/signup.machine.ts';
import { SignupScreen } from '#ui/session/signup.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(SignupScreen, () => signupMachine);
