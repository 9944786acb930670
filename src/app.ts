import { createActor, fromPromise } from 'xstate';
import * as authApi from '#api/resources/auth.ts';
import { cookieValue, createClient } from '#api/client.ts';
import { dropEarly, type EarlyReplies } from '#api/early-replies.ts';
import { createSharedRefresh } from '#api/shared-refresh.ts';
import { createSignOuts } from '#api/sign-outs.ts';
import { tabsOfBrowser } from '#api/streams/tabs.ts';
import { XSRF_COOKIE } from '#common/config/constants.ts';
import type { Env } from '#common/config/env.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { authMachine } from '#machines/session/auth.machine.ts';
import { createRefreshGate } from '#machines/session/refresh-gate.ts';
import { refreshMachine, type RefreshRef } from '#machines/session/refresh.machine.ts';
import type { KeptText } from '#machines/unsaved/unsaved-text.ts';

export type AppOptions = {
  env: Env;
  readCookies: () => string;
  /** Replies to the calls that the page's script has sent. */
  early?: EarlyReplies | undefined;
};

/**
 * The composition root: gives the machines that outlive every screen their implementations, and forwards events between actors. Start `root` before
 * the first render.
 * @param options the configuration, the page's cookies, and its early calls
 * @returns the root actor, and the dependencies of the screens' machines (`routes/<feature>/<screen>.route.ts`)
 */
export function createApp({ env, readCookies, early = new Map() }: AppOptions) {
  const tabs = tabsOfBrowser();
  const renew = createSharedRefresh({ tabs, host: env.apiHost, refreshToken: () => authApi.refreshToken(client) });
  const signOuts = createSignOuts(tabs, env.apiHost);

  const auth = authMachine.provide({
    actors: {
      verifySession: fromPromise(({ signal }) => {
        // A page from a cache may be older than the session: its cookie is not.
        if (env.noSession && cookieValue(readCookies(), XSRF_COOKIE) === null) throw authApi.noSession();
        return authApi.verifySession(client, 'initial', signal);
      }),
      verifyAfterSignIn: fromPromise(({ signal }) => authApi.verifySession(client, 'afterSignIn', signal)),
      revalidateSession: fromPromise(({ signal }) => authApi.verifySession(client, 'later', signal)),
      signOut: fromPromise(() => authApi.signOut(client).finally(() => signOuts.report())),
    },
  });
  const refresh = refreshMachine.provide({
    actors: { refreshToken: fromPromise(() => renew(() => children.refresh?.getSnapshot().context.latestSent ?? 0)) },
  });
  const root = createActor(appMachine.provide({ actors: { auth, refresh } }));
  const { children } = root.getSnapshot();
  const gate = createRefreshGate(children.refresh as RefreshRef);
  // Only live views count by the host's clock, and they load later: their code is not loaded before them.
  const replyListeners = new Set<(date: string | null) => void>();
  // Unsaved text in the page's memory (`unsavedStoreOf`, which loads later): the sign-in page says of how many documents.
  const unsaved = new Map<string, KeptText>();
  // The server announced this when the page was loaded; the first administrator is created meanwhile.
  const firstRun = { isDue: env.firstRun };
  const onReply = (date: string | null): void => replyListeners.forEach((listener) => listener(date));
  // Another tab of this browser has signed in, and the cookies are the same.
  const isDue = (): void => children.auth?.send({ type: 'session.checkRequested' });
  const client = createClient({ host: env.apiHost, gate, readCookies, early, onReply, isDue });

  const endOfRefresh = (succeeded: boolean) => () => {
    // The early calls were sent without a session: their 401 would cause a second refresh.
    dropEarly(early);
    if (!succeeded) children.auth?.send({ type: 'session.lost' });
  };
  children.refresh?.on('refresh.succeeded', endOfRefresh(true));
  children.refresh?.on('refresh.failed', endOfRefresh(false));

  children.auth?.subscribe(
    (session) => (session.hasTag('unauthenticated') || session.hasTag('due')) && dropEarly(early),
  );
  signOuts.onReport(() => children.auth?.send({ type: 'session.lost' }));

  return { root, env, client, replyListeners, unsaved, firstRun, tabs, auth: children.auth };
}
