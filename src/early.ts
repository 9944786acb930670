import type { EarlyReplies, EarlyReply } from '#api/early-replies.ts';

/** What the build knows of a route: how its address reads, its first calls, which of the files its screen needs, and which of them draws it early. */
export type EarlyRoute = readonly [
  address: string,
  reads: readonly string[],
  files: readonly number[],
  drawing?: number,
];
/** A file that draws a screen early. */
type Drawing = { drawEarly(begin: () => Element | null, ...facts: readonly unknown[]): Promise<void> };

/** What `scripts/early-plugin.ts` writes here. */
export type EarlyPage = {
  /** The application's own file, which this script runs. */
  app: string;
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
  /** Asks for the screen's code now, if that was not done yet. */
  fetchFiles: () => void;
  /** Ends when a screen is drawn and painted, or will not be; none where none is to be. */
  drawing?: Promise<void>;
  /** The replies that a screen was drawn from; none stands there until then. */
  drawn?: readonly EarlyReply[];
  /** Does again what a person did last that only the application answers. */
  repeat?: () => void;
  /** The application draws now: nothing else does any more. */
  isOver?: boolean;
  /** The application is there and listens. */
  isTaken?: boolean;
};

declare const EARLY_PAGE: EarlyPage;

declare global {
  interface Window {
    /** Set by `early.ts`. Null where the application was there first, or alone as in development. */
    readyEarly?: EarlyStart | null;
  }
}

/**
 * A small script in the page itself, there long before the application: it asks for the session and the screen's first facts while the application's own file is
 * still on its way, and for the screen's code after the first paint, which waits for nothing. Where a file of its own draws the screen, the facts are shown
 * before the application is there. It stands alone: what it imports are files of the build, by their addresses.
 * First facts are asked for only where the host has left its anti-forgery cookie: without it nobody seems to be signed in.
 */
const { app, files, routes, verify, host, login, cookie, header } = EARLY_PAGE;
const { pathname } = location;
const replies: EarlyReplies = new Map();

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
const draw = async (start: EarlyStart, code: Promise<Drawing>, asked: readonly EarlyReply[]): Promise<void> => {
  // The application reads the replies themselves.
  const facts = asked.map(async ({ reply }) => {
    const copy = (await reply).clone();
    if (!copy.ok) throw new Error(copy.statusText);
    return copy.json() as Promise<unknown>;
  });
  const [drawing, ...bodies] = await Promise.all([code, ...facts]);
  await drawing.drawEarly(
    () => {
      const root = start.isOver ? null : document.getElementById('root');
      if (!root) return null;
      start.drawn = asked;
      root.addEventListener('click', ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null;
        // Then React has its own listeners there.
        if (button && !start.isOver) start.repeat = () => button.click();
      });
      window.addEventListener('keydown', (event) => {
        // The sheet of shortcuts.
        if (/^[?/]$/.test(event.key) && !start.isTaken)
          start.repeat = () => event.target?.dispatchEvent(new KeyboardEvent(event.type, event));
      });
      return root;
    },
    ...bodies,
  );
};

/** In milliseconds: the application waits no longer for what draws a screen before it; what is being drawn then is finished. */
const LONGEST_WAIT = 500;
/** The application's own file is there soon; but while it is read and run, a slow device draws nothing of what the host has answered by then. */
const runApp = async (start: EarlyStart | null): Promise<void> => {
  const drawing = start?.drawing;
  if (drawing) await Promise.race([drawing, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
  if (start?.drawn) await drawing;
  await import(/* @vite-ignore */ `/${app}`);
};

/** What the screen needs beyond the application's own file. */
let needed: readonly number[] = [];
const fetchFiles = (): void => {
  const links = needed.map((at) =>
    Object.assign(document.createElement('link'), { href: `/${files[at]}`, rel: 'modulepreload' }),
  );
  needed = [];
  document.head.append(...links);
};

/** Asked at each frame: who observes paints is told of the first one only when the page has nothing else to do, and then the application is being read. */
const fetchFilesOncePainted = (): void => {
  if (performance.getEntriesByName('first-contentful-paint').length > 0) fetchFiles();
  // A browser that resists fingerprinting tells of no paint, ever: there the application begins.
  else if (needed.length > 0) requestAnimationFrame(fetchFilesOncePainted);
};

// The sign-in's look stands in the page already; nobody who seems to be signed in sees it.
if (pathname === login && !pair) document.documentElement.dataset['shell'] = 'login';
if (window.readyEarly === undefined) {
  const start: EarlyStart = { replies, fetchFiles };
  window.readyEarly = start;
  const route = routes.find(([address]) => new RegExp(`^${address}$`).test(pathname));
  const [address = '', reads = [], all = [], drawing] = route ?? [];
  needed = all;
  const file = pair && drawing !== undefined ? files[drawing] : undefined;
  // Before the facts, since it is larger.
  const code = file === undefined ? null : (import(/* @vite-ignore */ `/${file}`) as Promise<Drawing>);
  const session = ask(verify);
  if (pair) {
    const found = new RegExp(`^${address}$`).exec(pathname);
    const asked = reads.map((path) => ask(path.replace(/\$(\d)/, (_, at: string) => found?.[Number(at)] ?? '')));
    if (code)
      start.drawing = draw(start, code, [session, ...asked]).catch(() => {
        // Half a screen is not taken over.
        delete start.drawn;
      });
  }
  if (document.hidden) fetchFiles();
  else fetchFilesOncePainted();
}
void runApp(window.readyEarly);
