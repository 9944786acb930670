import type { EarlyReplies } from '#api/early-replies.ts';
import { XSRF_COOKIE, XSRF_HEADER } from '#config/constants.ts';
import { isWall, type Surroundings } from '#config/paths.ts';

/** An address as a regular expression, what surrounds its screen, the calls that the screen makes first, and the numbers of its files. */
type PageRoute = readonly [address: string, Surroundings, firstCalls: readonly string[], files: readonly number[]];
/** What the build writes into the page (`tools/build/page-plugin.ts`). `host`: the API's origin, empty for the page's own. */
export type PageSettings = { routes: readonly PageRoute[]; files: readonly string[]; host: string };

declare global {
  interface Window {
    /** The replies to what `startPage` has asked for; there in a built page only. */
    readyReplies?: EarlyReplies;
  }
}

/** The latest start of preloading, in milliseconds from the page's start: a browser that resists fingerprinting never reports its paints. */
const LONGEST_PAINT = 2_000;
/** How often it is looked whether a wall shows its screen, in milliseconds. */
const WALL_LOOK = 15_000;
/** So many looks in vain, and its page is loaded again; later where a part is still on its way: on a slow line it would have to begin anew. */
const LOOKS = 2;
const LOOKS_ON_THE_WAY = 8;
/** An address that no screen has: the application shows Not Found. */
const UNKNOWN: PageRoute = ['', 'open', [], []];

/**
 * Stands in the page itself, before the application. It says what kind of address this is, by which the shell is shown (`shell.tsx`, `base.css`); asks for
 * the session and, where the host's anti-forgery cookie says that somebody is signed in, for what the screen asks first; and fetches the screen's files once
 * the shell is painted.
 */
export function startPage({ routes, files, host }: PageSettings): void {
  const { pathname } = location;
  const route = routes.find(([pattern]) => new RegExp(pattern, 'i').test(pathname)) || UNKNOWN;
  const [address, surroundings, firstCalls, needed] = route;
  document.documentElement.dataset['shell'] = surroundings;
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
  ask('/auth/verify');
  const parameters = new RegExp(address, 'i').exec(pathname) || [];
  if (isSignedIn) for (const call of firstCalls) ask(call.replace(/\$(\d)/, (_, at: string) => parameters[+at] || ''));

  // A user who has to sign in first needs the files of another screen.
  if (!isSignedIn && surroundings !== 'open') return;
  const link = (no: number): HTMLLinkElement =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${files[no]}` });
  const preloadOncePainted = (now: number): void => {
    const isPainted = performance.getEntriesByType('paint').length > 0 || now > LONGEST_PAINT;
    if (isPainted) document.head.append(...needed.map(link));
    else requestAnimationFrame(preloadOncePainted);
  };
  requestAnimationFrame(preloadOncePainted);
}

/**
 * Nobody sits before a wall who would press 'Reload'. Where the application has not started, its screen has failed, or the code of its screen does not come
 * (`[data-unshown]`), the page is loaded again, as often as need be; but only once the host has answered, or the browser would show an error page of its own, on
 * which no script runs. It stands here because whatever else could do it may be what has not come. No other page is loaded again: there may be text in it.
 */
export function keepWallShown(): void {
  let inVain = 0;
  setInterval(() => {
    const isUnshown =
      isWall(location) &&
      (!document.querySelector('#root > :not(#shell):not(#painted)') || !!document.querySelector('[data-unshown]'));
    inVain = isUnshown ? inVain + 1 : 0;
    // The shell that the host sends looks the same, whether the application comes or not.
    const isOnTheWay =
      document.readyState !== 'complete' || !!document.querySelector('[data-unshown="yet"]:not(#shell *)');
    if (inVain >= (isOnTheWay ? LOOKS_ON_THE_WAY : LOOKS)) reloadIfAnswered().catch(() => undefined);
  }, WALL_LOOK);
}

async function reloadIfAnswered(): Promise<void> {
  const signal = AbortSignal.timeout(WALL_LOOK);
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
