import { createActor, fromPromise } from 'xstate';
import * as authApi from '#api/auth.ts';
import { createClient } from '#api/client.ts';
import { dropEarly, type EarlyReplies } from '#api/early-replies.ts';
import { createRefreshGate, type RefreshGate } from '#api/refresh-gate.ts';
import { createSharedRefresh } from '#api/shared-refresh.ts';
import { createSignOuts } from '#api/sign-outs.ts';
import { tabsOfBrowser } from '#api/tabs.ts';
import type { Env } from '#config/env.ts';
import { appMachine } from '#machines/app.machine.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { loginMachine } from '#machines/login.machine.ts';
import { refreshMachine } from '#machines/refresh.machine.ts';
import type { ScreenMachines } from './app-screens.ts';

/** What the page gives to the application. */
export type AppOptions = {
  env: Env;
  readCookies: () => string;
  /** What the page asked for before this was there. */
  early?: EarlyReplies | undefined;
};

/**
 * The composition root: the only place that gives machines their implementations, and that tells one actor what another one said.
 * Start `root` before the first render.
 * @param options the configuration, the page's cookies, and what it asked for early
 * @returns the root actor and the machine of every screen, ready to run; but for the sign-in's they come with the first screen that needs them
 */
export function createApp({ env, readCookies, early = new Map() }: AppOptions) {
  const settled: ((succeeded: boolean) => void)[] = [];
  const gate: RefreshGate = createRefreshGate({
    request: () => root.getSnapshot().children.refresh?.send({ type: 'refresh.requested' }),
    onSettled: (listener) => settled.push(listener),
  });
  const client = createClient({ host: env.apiHost, gate, readCookies, early });

  const tabs = tabsOfBrowser();
  const renew = createSharedRefresh({ tabs, host: env.apiHost, refreshToken: () => authApi.refreshToken(client) });
  const signOuts = createSignOuts(tabs, env.apiHost);

  const auth = authMachine.provide({
    actors: {
      verifySession: fromPromise(({ signal }) => authApi.verifySession(client, 'initial', signal)),
      verifyAfterSignIn: fromPromise(({ signal }) => authApi.verifySession(client, 'afterSignIn', signal)),
      revalidateSession: fromPromise(({ signal }) => authApi.verifySession(client, 'later', signal)),
      signOut: fromPromise(() => authApi.signOut(client).finally(() => signOuts.tell())),
    },
  });
  const refresh = refreshMachine.provide({
    actors: { refreshToken: fromPromise(() => renew(() => gate.latestSent())) },
  });
  const root = createActor(appMachine.provide({ actors: { auth, refresh } }));

  const endOfRefresh = (succeeded: boolean) => () => {
    // It was asked for without a session: its 401 would end in a second refresh.
    dropEarly(early);
    for (const listener of settled) listener(succeeded);
    if (!succeeded) root.getSnapshot().children.auth?.send({ type: 'session.lost' });
  };
  const { children } = root.getSnapshot();
  children.refresh?.on('refresh.succeeded', endOfRefresh(true));
  children.refresh?.on('refresh.failed', endOfRefresh(false));

  children.auth?.subscribe((session) => session.hasTag('unauthenticated') && dropEarly(early));
  signOuts.onTold(() => root.getSnapshot().children.auth?.send({ type: 'session.lost' }));

  let login: typeof loginMachine | null = null;
  let screens: ScreenMachines | null = null;
  return {
    root,
    env,
    get loginMachine() {
      return (login ??= loginMachine.provide({
        actors: { signIn: fromPromise(({ input }) => authApi.signIn(client, input)) },
        actions: {
          announceBegin: () => children.auth?.send({ type: 'signIn.begun' }),
          announceSignIn: (_, { user }) => children.auth?.send({ type: 'signIn.succeeded', user }),
        },
      }));
    },
    /** The machines of all other screens. @throws before `loadMachines` has ended once */
    get machines(): ScreenMachines {
      if (screens === null) throw new Error('A screen is shown before its machine was there.');
      return screens;
    },
    /**
     * Fetches what only a signed-in person's screens need, in a file of its own.
     * @returns ends when `machines` is there; rejects when the file did not come, and fetches anew when asked again
     */
    async loadMachines(): Promise<void> {
      const { createScreenMachines } = await import('./app-screens.ts');
      screens ??= createScreenMachines({ env, client, auth: children.auth, tabs });
    },
  };
}
