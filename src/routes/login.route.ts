import { fromPromise } from 'xstate';
import * as authApi from '#api/auth.ts';
import { loginMachine } from '#machines/login.machine.ts';
import { LoginScreen } from '#ui/screens/login.tsx';
import { screenRoute } from './screen-route.ts';

export const route = screenRoute(LoginScreen, ({ client, auth }) =>
  loginMachine.provide({
    actors: { signIn: fromPromise(({ input }) => authApi.signIn(client, input)) },
    actions: {
      announceBegin: () => auth?.send({ type: 'signIn.begun' }),
      seekSession: () => auth?.send({ type: 'session.sought' }),
      announceSignIn: (_, { user }) => auth?.send({ type: 'signIn.succeeded', user }),
    },
  }),
);
