import { fromPromise, waitFor } from 'xstate';
import { beginAtProvider, openSession } from '#api/resources/auth.ts';
import { returnFromProvider, signIn } from '#common/calls/session-calls.ts';
import { loginMachine } from '#machines/session/login.machine.ts';
import { LoginScreen } from '#ui/session/login.tsx';
import { screenRoute, type Services } from '../screen-route.ts';

export const route = screenRoute(LoginScreen, (services) => {
  const { client, auth } = services;
  // An answer is good once, and StrictMode shows a screen twice.
  const exchanges = new Map<string, ReturnType<typeof exchange>>();
  const exchange = async (answer: string) => {
    // The page's first check of the session may end by taking old cookies away: not after the new ones have come.
    if (auth) await waitFor(auth, (session) => !session.hasTag('loading'));
    auth?.send({ type: 'signIn.begun' });
    const user = await openSession(client, returnFromProvider, { answer });
    return { user, to: takeTarget(services) };
  };
  return loginMachine.provide({
    actors: {
      signIn: fromPromise(({ input }) => openSession(client, signIn, input)),
      beginAtProvider: fromPromise(({ input: { from, isReturned } }) => {
        if (from !== null || !isReturned) keepTarget(services, from);
        return beginAtProvider(client);
      }),
      exchangeAnswer: fromPromise(({ input }) => {
        const under = exchanges.get(input) ?? exchange(input);
        exchanges.set(input, under);
        return under;
      }),
    },
    actions: {
      announceBegin: () => auth?.send({ type: 'signIn.begun' }),
      recheckSession: () => auth?.send({ type: 'session.sought' }),
      announceSignIn: (_, { user }) => auth?.send({ type: 'signIn.succeeded', user }),
      openProvider: (_, { url }) => location.assign(url),
    },
  });
});

const keyOf = ({ env }: Services): string => `ready sign-in ${env.apiHost || location.origin}`;

/** Stores in this tab the target of a user who leaves for the identity provider. @param to null for none */
function keepTarget(services: Services, to: string | null): void {
  try {
    if (to === null) sessionStorage.removeItem(keyOf(services));
    else sessionStorage.setItem(keyOf(services), to);
  } catch {
    // A browser without storage leads to the dashboard.
  }
}

/** Returns it, once. */
function takeTarget(services: Services): string | null {
  try {
    const to = sessionStorage.getItem(keyOf(services));
    sessionStorage.removeItem(keyOf(services));
    return to;
  } catch {
    return null;
  }
}
