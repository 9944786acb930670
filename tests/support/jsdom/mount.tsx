import { configure } from '@testing-library/dom';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { CookieJar, fetchFrom, streamsFrom } from './fake-browser.ts';
import { type JsdomFrame, standInForFrames } from './jsdom-frame.ts';
import { prepareJsdom } from './jsdom-setup.ts';
import { openPage, type PageOptions } from './page.tsx';
import { PlainHost } from '../hosts/plain-host.ts';
import { turn, turns } from '../turns.ts';

/** Options for mounting an application. */
export type MountOptions = Pick<PageOptions, 'env' | 'provider' | 'strict'> & {
  host: PlainHost;
  /** True if the browser has a valid session cookie, which is the default. */
  signedIn?: boolean;
  /** Cookies that a host's page would have set, as `Set-Cookie` lines. */
  cookies?: readonly string[];
};

/** The whole application in jsdom, and its user. */
export type MountedApp = {
  user: UserEvent;
  /** The root actor, for state that no screen shows. */
  app: ReturnType<typeof openPage>['app'];
  jar: CookieJar;
  /** Path and query of the address. */
  address(): string;
  /** Lets time pass for the application's own timers; nothing else moves them. @param ms milliseconds */
  advance(ms: number): Promise<void>;
  /** Waits until this no longer throws, while the network and React work; no time passes for the application's timers. */
  until<T>(look: () => T): Promise<T>;
  /** Lets all work without a timer end, before a test checks that something did not happen. */
  settled(): Promise<void>;
  /** The frames whose documents are shown now, in the page's order. */
  frames(): JsdomFrame[];
  /** The frame of the document, when it is shown; `at` counts if there are several. */
  frame(at?: number): Promise<JsdomFrame>;
  /** Removes the application, as a closed tab does. The test's end does it too. */
  unmount(): void;
};

/** Milliseconds that a test waits for what it expects to see. */
const LIMIT = Number(process.env['READY_WAIT_LIMIT'] ?? 60_000);
// Before any clock is replaced.
const realTimeout = globalThis.setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => realTimeout(resolve, ms));

/** React renders by itself, as in a browser: nothing is wrapped, and tests wait for visible results. */
const QUERY_CONFIG = {
  eventWrapper: <T,>(run: () => T): T => run(),
  asyncWrapper: <T,>(run: () => T): T => run(),
  // Gathering the names of every role on the page is slow, and the page's text is enough.
  _disableExpensiveErrorDiagnostics: true,
  getElementError: (message: string | null) => new Error(`${message}\nThe page says: ${document.body.textContent}`),
};

/** Ends with the next change of the page, or after a while: the awaited event may be a call. @param ms the while */
async function change(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => resolve());
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  await Promise.race([promise, pause(ms)]);
  observer.disconnect();
  // Effects of the same task have run.
  await turn();
}

async function until<T>(look: () => T): Promise<T> {
  const start = performance.now();
  for (;;) {
    // Work delayed by 0 ms is due now.
    vi.advanceTimersByTime(0);
    try {
      return look();
    } catch (error) {
      if (performance.now() - start > LIMIT) throw error;
    }
    await change(10);
  }
}

/** Lets all work without a timer end: replies of the host except held ones, and React's rendering of them. */
const settled = (): Promise<void> => turns(30, () => void (vi.isFakeTimers() && vi.advanceTimersByTime(0)));

const mounted = new Set<() => void>();

/**
 * Renders the whole real application against a host, with a clock that only the test moves. `hostForEachTest` unmounts it after the test.
 * @param path the address to open
 */
export function mountApp(path: string, options: MountOptions): MountedApp {
  const { host, signedIn = true, cookies = [], env = {}, provider = null, strict = false } = options;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  configure(QUERY_CONFIG);
  const jar = new CookieJar();
  for (const line of [...(signedIn ? [host.sessionCookie] : []), ...cookies]) jar.keep(line);
  vi.stubGlobal('fetch', fetchFrom(host, host.origin, jar));
  vi.stubGlobal('EventSource', streamsFrom(host, jar).EventSource);
  vi.stubGlobal('scrollTo', () => undefined);
  const frames = standInForFrames();
  const page = openPage(path, {
    env: { VITE_API_HOST: host.origin, ...env },
    provider,
    readCookies: () => jar.readable(),
    strict,
  });
  // A screen whose code is not loaded comes 300 ms later: React keeps each fallback that long.
  void Promise.allSettled([...page.screens.values()].map(async (screen) => screen.prefetch?.())).then(() => {
    if (mounted.has(unmount)) page.show();
  });

  const unmount = (): void => {
    if (!mounted.delete(unmount)) return;
    page.end();
    frames.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
  mounted.add(unmount);

  const shown = (): JsdomFrame[] =>
    [...document.querySelectorAll('iframe')]
      .filter((iframe) => !iframe.hasAttribute('aria-hidden'))
      .flatMap((iframe) => frames.open().filter((frame) => frame.iframe === iframe && frame.html !== ''));
  return {
    // Without a layout no element covers another; Radix closes the page under a dialog a task before it opens the dialog.
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    app: page.app,
    jar,
    address: () => window.location.pathname + window.location.search,
    advance: async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
      await settled();
    },
    until,
    settled,
    frames: shown,
    frame: (at = 0) =>
      until(() => {
        const frame = shown()[at];
        if (!frame) throw new Error('No document is shown.');
        return frame;
      }),
    unmount,
  };
}

/**
 * One host for a test file, new for each test; mounted applications are unmounted, and no test may have called an address that the specification
 * does not name. Call it once at the top of the file.
 */
export function hostForEachTest(): PlainHost {
  prepareJsdom();
  const host = new PlainHost('https://host.example');
  beforeEach(() => host.reset());
  afterEach(async () => {
    for (const unmount of mounted) unmount();
    // A write outlives its screen: it belongs to this test, not to the next.
    await settled();
    expect(host.strangers).toEqual([]);
  });
  return host;
}
