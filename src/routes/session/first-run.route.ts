import { fromPromise } from 'xstate';
import { openSession } from '#api/resources/auth.ts';
import { beginFirstRun } from '#common/calls/session-calls.ts';
import { firstRunMachine } from '#machines/session/first-run.machine.ts';
import { FirstRunScreen } from '#ui/session/first-run.tsx';
import { screenRoute } from '../screen-route.ts';

export const route = screenRoute(FirstRunScreen, ({ client, auth, firstRun }) =>
  firstRunMachine.provide({
    actors: {
      begin: fromPromise(({ input: { code, organization, username, password } }) =>
        openSession(client, beginFirstRun, { code, organization, username, password }),
      ),
    },
    actions: {
      announceBegin: () => auth?.send({ type: 'signIn.begun' }),
      announceSignIn: (_, { output }) => auth?.send({ type: 'signIn.succeeded', user: output }),
      noteOver: () => {
        firstRun.isDue = false;
      },
    },
  }),
);
