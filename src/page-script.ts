import type { EarlyReplies } from '#api/early-replies.ts';
import type { Surroundings } from '#routes/screen-route.ts';

/** An address as a regular expression, what surrounds its screen, and the addresses of the screen's files. */
type PageRoute = readonly [address: string, Surroundings, firstCalls: readonly string[], files: readonly string[]];
/** What the build writes into the page (`scripts/page-plugin.ts`). `host`: the API's origin, empty for the page's own. */
export type PageSettings = {
  routes: readonly PageRoute[];
  host: string;
  verify: string;
  cookie: string;
  header: string;
};

declare global {
  interface Window {
    /** The replies to what `startPage` has asked for; there in a built page only. */
    readyReplies?: EarlyReplies;
  }
}

/** An address that nothing is known of: the application says so. */
const UNKNOWN: PageRoute = ['', 'open', [], []];

/**
 * Stands in the page itself, before the application: it says which shell is to be seen (`shell.tsx`), asks for the session and, where the host's anti-forgery
 * cookie says that somebody is signed in, for what the screen asks first, and fetches the screen's files once the shell is painted.
 */
export function startPage({ routes, host, verify, cookie, header }: PageSettings): void {
  const route = routes.find(([address]) => new RegExp(address).test(location.pathname)) ?? UNKNOWN;
  const [address, surroundings, firstCalls, files] = route;
  document.documentElement.dataset['shell'] = surroundings;

  const [, token] = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie) ?? [];
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  if (token !== undefined) Object.assign(headers, { [header]: decoded(token) });
  const replies: EarlyReplies = (window.readyReplies = new Map());
  const ask = (path: string): void => {
    const controller = new AbortController();
    const { signal } = controller;
    const call = { headers, signal, credentials: 'include', redirect: 'manual', cache: 'no-store' } as const;
    const reply = fetch(host + path, call);
    // The application may never take this reply: then its failure concerns nobody.
    reply.catch(() => undefined);
    replies.set(host + path, { at: performance.now(), reply, controller });
  };
  ask(verify);
  const parameters = new RegExp(address).exec(location.pathname) ?? [];
  if (token !== undefined)
    for (const call of firstCalls) ask(call.replace(/\$(\d)/, (_, at: string) => parameters[Number(at)] ?? ''));

  const preload = (href: string): HTMLLinkElement =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
  // The third frame begins when the first one has been shown.
  const inFrame = (no: number): number =>
    requestAnimationFrame(() => void (no === 3 ? document.head.append(...files.map(preload)) : inFrame(no + 1)));
  inFrame(1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
