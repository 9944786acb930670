import { signupMachine } from '#machines/signup.machine.ts';
import { SignupScreen } from '#ui/screens/signup.tsx';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(SignupScreen, () => signupMachine);
