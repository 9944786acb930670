import type { EarlyReplies, EarlyReply } from '#api/early-replies.ts';

/** What the build knows of a route: how its address reads, its first calls, which of the files its screen needs, and which of them draws it early. */
export type EarlyRoute = readonly [
  address: string,
  reads: readonly string[],
  files: readonly number[],
  drawing?: number,
];
/** A file that draws a screen early. */
type Drawing = { drawEarly(...facts: readonly unknown[]): Promise<(root: Element) => Promise<void>> };

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

/** What the application finds of what was done before it was there. */
export type EarlyStart = {
  replies: EarlyReplies;
  begin: () => void;
  /** Ends when a screen is drawn and painted, or will not be; none where none is to be. */
  drawing?: Promise<void>;
  /** The replies that a screen was drawn from; none stands there until then. */
  drawn?: readonly EarlyReply[];
  /** The last button that was pressed on it. */
  pressed?: HTMLElement | null;
  /** The application draws now: nothing else does any more. */
  isOver?: boolean;
};

declare const EARLY_PAGE: EarlyPage;

declare global {
  interface Window {
    /** Set by `early.ts`; `begin` asks now, if nothing was asked yet. Null where the application was there first, or alone as in development. */
    readyEarly?: EarlyStart | null;
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

const ask = (path: string): EarlyReply => {
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
  const early = { at: performance.now(), reply, controller };
  replies.set(host + path, early);
  return early;
};

/** Without an answer, or with one that cannot be read, the application draws the screen, and says what is wrong. */
const draw = async (start: EarlyStart, file: string, asked: readonly EarlyReply[]): Promise<void> => {
  // The application reads the replies themselves.
  const facts = asked.map(async ({ reply }) => {
    const copy = (await reply).clone();
    if (!copy.ok) throw copy;
    return copy.json() as Promise<unknown>;
  });
  const [{ drawEarly }, ...bodies] = await Promise.all([
    import(/* @vite-ignore */ `/${file}`) as Promise<Drawing>,
    ...facts,
  ]);
  const show = await drawEarly(...bodies);
  const root = document.getElementById('root');
  if (!root || start.isOver) return;
  start.drawn = asked;
  root.addEventListener('click', ({ target }) => {
    start.pressed = target instanceof Element ? target.closest('button') : null;
  });
  await show(root);
};

const begin = (): void => {
  if (hasBegun) return;
  hasBegun = true;
  const session = ask(verify);
  for (const [address, reads, needed, drawing] of routes) {
    const found = new RegExp(`^${address}$`).exec(pathname);
    if (!found) continue;
    if (pair) {
      const asked = reads.map((path) => ask(path.replace(/\$(\d)/, (_, at: string) => found[Number(at)] ?? '')));
      if (drawing !== undefined)
        start.drawing = draw(start, files[drawing] ?? '', [session, ...asked]).catch(() => undefined);
    }
    // A task of its own: to ask takes a slow device as long as to paint a screen.
    setTimeout(() => {
      const links = needed.map((at) =>
        Object.assign(document.createElement('link'), { href: `/${files[at]}`, rel: 'modulepreload' }),
      );
      document.head.append(...links);
    });
    break;
  }
};

const start: EarlyStart = { replies, begin };

/** Asked at each frame: who observes paints is told of the first one only when the page has nothing else to do, and then the application is being read. */
const beginOncePainted = (): void => {
  if (performance.getEntriesByType('paint').length > 0) begin();
  // A browser that resists fingerprinting tells of no paint, ever: there the application begins.
  else if (!hasBegun) requestAnimationFrame(beginOncePainted);
};

// The sign-in's look stands in the page already; nobody who seems to be signed in sees it.
if (pathname === login && !pair) document.documentElement.dataset['shell'] = 'login';
if (window.readyEarly === undefined) {
  window.readyEarly = start;
  if (document.hidden) begin();
  else beginOncePainted();
}
