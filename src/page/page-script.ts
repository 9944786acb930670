import type { EarlyReplies } from '#api/early-replies.ts';
import { NO_SESSION_META, XSRF_COOKIE, XSRF_HEADER } from '#common/config/constants.ts';
import { isWall, SHOWN, type Surroundings } from '#common/config/paths.ts';

/** An address as a regular expression, the surroundings of its screen, the calls that the screen makes first, and the numbers of its files. */
type PageRoute = readonly [address: string, Surroundings, firstCalls: readonly string[], files: readonly number[]];
/** Data that the build writes into the page (`tools/build/page-plugin.ts`). `host`: the API's origin, empty for the page's own. */
export type PageSettings = { routes: readonly PageRoute[]; files: readonly string[]; host: string };

declare global {
  interface Window {
    /** The replies to the requests of `startPage`; in a built page only. */
    readyReplies?: EarlyReplies;
  }
}

/** Interval between checks that a wall shows its screen, in milliseconds. */
const WALL_CHECK_INTERVAL = 15_000;
/** Number of failed checks before its page is loaded again; more while a part is loading: on a slow connection it would have to start again. */
const LOOKS = 2;
const CHECKS_WHILE_LOADING = 8;
/** An address that no screen has: the application shows Not Found. */
const UNKNOWN: PageRoute = ['', 'open', [], []];

/**
 * Runs in the page itself, before the application. It sets the kind of the address, which determines the shell (`shell.tsx`, `base.css`); requests
 * the session, unless the server has said that there is none, and, if the host's anti-forgery cookie shows that a user is signed in, the screen's
 * first data; and loads the screen's files.
 */
export function startPage({ routes, files, host }: PageSettings): void {
  const { pathname } = location;
  const route = routes.find(([pattern]) => new RegExp(pattern, 'i').test(pathname)) || UNKNOWN;
  const [address, surroundings, firstCalls, needed] = route;
  document.documentElement.dataset['shell'] = surroundings;
  if (surroundings === 'login') keepEnter();
  if (isWall(location)) document.documentElement.dataset['wall'] = '';

  const [, token] = new RegExp(`(?:^|; )${XSRF_COOKIE}=([^;]*)`).exec(document.cookie) || [];
  const isSignedIn = token !== undefined;
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  if (isSignedIn) Object.assign(headers, { [XSRF_HEADER]: decoded(token) });
  const replies: EarlyReplies = (window.readyReplies = new Map());
  const ask = (path: string): void => {
    const controller = new AbortController();
    const { signal } = controller;
    const call = { headers, signal, credentials: 'include', redirect: 'manual', cache: 'no-store' } as const;
    const reply = fetch(host + path, call);
    // Avoids an unhandled rejection when the application never takes this reply.
    reply.catch(() => undefined);
    replies.set(host + path, { at: performance.now(), reply, controller });
  };
  const isKnownVisitor = !isSignedIn && !host && document.querySelector(`meta[name=${NO_SESSION_META}]`);
  if (!isKnownVisitor) ask('/auth/verify');
  const parameters = new RegExp(address, 'i').exec(pathname) || [];
  if (isSignedIn) for (const call of firstCalls) ask(call.replace(/\$(\d)/, (_, at: string) => parameters[+at] || ''));

  // A user who has to sign in first needs the files of another screen.
  if (!isSignedIn && surroundings !== 'open') return;
  const link = (no: number): HTMLLinkElement =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${files[no]}` });
  document.head.append(...needed.map(link));
}

/**
 * Keeps an Enter in the sign-in's form until the application has taken it over (`main.tsx`): the browser would send the form and leave the page.
 */
function keepEnter(): void {
  let kept: HTMLFormElement | null = null;
  const keep = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    kept = event.target as HTMLFormElement;
  };
  addEventListener('submit', keep, true);
  addEventListener(
    SHOWN,
    () => {
      removeEventListener('submit', keep, true);
      // After all that the event starts.
      setTimeout(() => kept?.requestSubmit());
    },
    { once: true },
  );
}

/**
 * Reloads a wall's page, since no user sits there who would press 'Reload'. If the application has not started, its screen has failed, or its
 * screen's code does not load (`[data-unshown]`), the page is loaded again, as often as needed; but only once the host has answered, or the browser
 * would show an error page of its own, on which no script runs. This code is in the page because any other file may be the missing one. No other
 * page is loaded again: it may contain text.
 */
export function keepWallShown(): void {
  let inVain = 0;
  setInterval(() => {
    const isUnshown =
      isWall(location) &&
      (!document.querySelector('#root > :not(#shell):not(#painted)') || !!document.querySelector('[data-unshown]'));
    inVain = isUnshown ? inVain + 1 : 0;
    // The shell from the host looks the same, even if the application does not load.
    const isOnTheWay =
      document.readyState !== 'complete' || !!document.querySelector('[data-unshown="yet"]:not(#shell *)');
    if (inVain >= (isOnTheWay ? CHECKS_WHILE_LOADING : LOOKS)) reloadIfAnswered().catch(() => undefined);
  }, WALL_CHECK_INTERVAL);
}

async function reloadIfAnswered(): Promise<void> {
  const signal = AbortSignal.timeout(WALL_CHECK_INTERVAL);
  const { ok } = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' }, signal });
  if (ok) location.reload();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
