import type { EarlyReplies } from '#api/early-replies.ts';

/** What the build knows of a route: how its address reads, its first calls, and which of the files its screen needs. */
export type EarlyRoute = readonly [address: string, reads: readonly string[], files: readonly number[]];

/** What `scripts/early-plugin.ts` writes here. */
export type EarlyPage = {
  files: readonly string[];
  routes: readonly EarlyRoute[];
  /** Called on every page. */
  verify: string;
  /** Origin of the API; empty means the page's own. */
  host: string;
  login: string;
  cookie: string;
  header: string;
};

declare const EARLY_PAGE: EarlyPage;

declare global {
  interface Window {
    /** Set by `early.ts`; `begin` asks now, if nothing was asked yet. Null where the application was there first, or alone as in development. */
    readyEarly?: { replies: EarlyReplies; begin: () => void } | null;
  }
}

/**
 * A small file that is there long before the application: it asks for the session, the screen's first facts and the screen's code while the application's own
 * file is still on its way or being read, but after the first paint, which waits for nothing. It imports nothing.
 * First facts are asked for only where the host has left its anti-forgery cookie: without it nobody seems to be signed in.
 */
const { files, routes, verify, host, login, cookie, header } = EARLY_PAGE;
const { pathname } = location;
const replies: EarlyReplies = new Map();
let hasBegun = false;

const pair = document.cookie.split('; ').find((one) => one.startsWith(`${cookie}=`));
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const ask = (path: string): void => {
  const controller = new AbortController();
  const headers: Record<string, string> = { Accept: 'application/json', 'Content-Type': 'application/json' };
  if (pair) headers[header] = decoded(pair.slice(cookie.length + 1));
  const { signal } = controller;
  const reply = fetch(host + path, {
    headers,
    signal,
    credentials: 'include',
    redirect: 'manual',
    cache: 'no-store',
  });
  // It may be that nobody asks.
  reply.catch(() => undefined);
  replies.set(host + path, { at: performance.now(), reply, controller });
};

const begin = (): void => {
  if (hasBegun) return;
  hasBegun = true;
  ask(verify);
  for (const [address, reads, needed] of routes) {
    const found = new RegExp(`^${address}$`).exec(pathname);
    if (!found) continue;
    if (pair) for (const path of reads) ask(path.replace(/\$(\d)/, (_, at: string) => found[Number(at)] ?? ''));
    for (const at of needed) {
      document.head.append(
        Object.assign(document.createElement('link'), { href: `/${files[at]}`, rel: 'modulepreload' }),
      );
    }
    break;
  }
};

/** Asked at each frame: who observes paints is told of the first one only when the page has nothing else to do, and then the application is being read. */
const beginOncePainted = (): void => {
  if (performance.getEntriesByType('paint').length > 0) begin();
  // A browser that resists fingerprinting tells of no paint, ever: there the application begins.
  else if (!hasBegun) requestAnimationFrame(beginOncePainted);
};

// The sign-in's look stands in the page already; nobody who seems to be signed in sees it.
if (pathname === login && !pair) document.documentElement.dataset['shell'] = 'login';
if (window.readyEarly === undefined) {
  window.readyEarly = { replies, begin };
  if (document.hidden) begin();
  else beginOncePainted();
}
