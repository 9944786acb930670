import { configure } from '@testing-library/dom';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { readEnv } from '#config/env.ts';
import { createAppHistory } from '#routes/history.ts';
import { NavigationRoot } from '#routes/navigation.tsx';
import { AppRoutes } from '#routes/router.tsx';
import { AppProvider } from '#ui/hooks/app-context.ts';
import { eventSourceOver } from './event-source.ts';
import { CookieJar, faultFetch } from './fault-fetch.ts';
import { type FaultHost, startFaultHost } from './fault-host.ts';
import { type JsdomFrame, standInForFrames } from './jsdom-frame.ts';
import { prepareJsdom } from './jsdom-setup.ts';

/** How an application is mounted. */
export type MountOptions = {
  host: FaultHost;
  /** Whether the browser has a valid session cookie; true by default. */
  signedIn?: boolean;
  /** Cookies that a host's page would have set, as `Set-Cookie` lines. */
  cookies?: readonly string[];
  /** Further `VITE_…` settings. */
  env?: Readonly<Record<string, string>>;
  /** As in development, where React mounts everything twice. */
  strict?: boolean;
};

/** The whole application in jsdom, and a person before it. */
export type MountedApp = {
  user: UserEvent;
  /** The root actor and the machines, for what no screen shows. */
  app: ReturnType<typeof createApp>;
  jar: CookieJar;
  /** Path and query of the address. */
  address(): string;
  /** Lets time pass for the application's own timers; nothing else moves them. @param ms milliseconds */
  advance(ms: number): Promise<void>;
  /** Waits until this no longer throws, while the network and React do their work; no time passes for the application's timers. */
  until<T>(look: () => T): Promise<T>;
  /** Lets everything that is under way without a timer come to its end, before something is said not to have happened. */
  settled(): Promise<void>;
  /** The frames whose documents are shown now, in the page's order. */
  frames(): JsdomFrame[];
  /** The frame of the document, when it is shown; `at` counts where there are several. */
  frame(at?: number): Promise<JsdomFrame>;
  /** Takes the application away, as a closed tab does. The test's end does it too. */
  unmount(): void;
};

const LIMIT = 10_000;
// Before any clock is replaced.
const realTimeout = globalThis.setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => realTimeout(resolve, ms));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** React renders by itself, as in a browser: nothing is wrapped, and what a person sees is waited for. */
const QUERY_CONFIG = {
  eventWrapper: <T,>(run: () => T): T => run(),
  asyncWrapper: <T,>(run: () => T): T => run(),
  // The names of every role on the page are slow to gather, and the page's text says enough.
  _disableExpensiveErrorDiagnostics: true,
  getElementError: (message: string | null) => new Error(`${message}\nThe page says: ${document.body.textContent}`),
};

/** Ends with the next change of the page, or after a while: what is waited for may be a call. @param ms the while */
async function change(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => resolve());
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  await Promise.race([promise, pause(ms)]);
  observer.disconnect();
  // Effects of the same turn have run.
  await turn();
}

async function until<T>(look: () => T): Promise<T> {
  const start = performance.now();
  for (;;) {
    // Work that was put off by 0 ms is due now.
    vi.advanceTimersByTime(0);
    try {
      return look();
    } catch (error) {
      if (performance.now() - start > LIMIT) throw error;
    }
    await change(10);
  }
}

/** Lets everything that is under way without a timer end: calls but those that the host holds, their replies, and what React makes of them. */
async function quiet(host: FaultHost): Promise<void> {
  const start = performance.now();
  for (let still = 0; still < 30; still += 1) {
    await turn();
    if (vi.isFakeTimers()) vi.advanceTimersByTime(0);
    const isUnderWay = host.awaited > host.held;
    if (isUnderWay && performance.now() - start < LIMIT) still = 0;
  }
}

const mounted = new Set<() => void>();

/**
 * Renders the whole real application against a host, with a clock that only the test moves. `hostForEachTest` unmounts it after the test.
 * @param path the address to open
 */
export function mountApp(path: string, options: MountOptions): MountedApp {
  const { host, signedIn = true, cookies = [], env = {}, strict = false } = options;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  configure(QUERY_CONFIG);
  const jar = new CookieJar();
  for (const line of [...(signedIn ? [host.sessionCookie] : []), ...cookies]) jar.keep(line);
  const pageFetch = faultFetch(host, jar);
  vi.stubGlobal('fetch', pageFetch);
  vi.stubGlobal('EventSource', eventSourceOver(pageFetch));
  vi.stubGlobal('scrollTo', () => undefined);
  const frames = standInForFrames();

  window.history.replaceState(null, '', path);
  const history = createAppHistory(window);
  const app = createApp({ env: readEnv({ VITE_API_HOST: host.origin, ...env }), readCookies: () => jar.readable() });
  app.root.start();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const tree = (
    <AppProvider value={app}>
      <NavigationRoot history={history}>
        <AppRoutes />
      </NavigationRoot>
    </AppProvider>
  );
  root.render(strict ? <StrictMode>{tree}</StrictMode> : tree);

  const unmount = (): void => {
    if (!mounted.delete(unmount)) return;
    root.unmount();
    app.root.stop();
    history.close();
    frames.stop();
    container.remove();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
  mounted.add(unmount);

  const settled = (): Promise<void> => quiet(host);
  const shown = (): JsdomFrame[] =>
    [...document.querySelectorAll('iframe')]
      .filter((iframe) => !iframe.hasAttribute('aria-hidden'))
      .flatMap((iframe) => frames.open().filter((frame) => frame.iframe === iframe && frame.html !== ''));
  return {
    // Without a layout nothing lies over anything; Radix closes the page under a dialog a turn before it opens the dialog.
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    app,
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
 * One fault host for a test file, new for each test; whatever was mounted is unmounted, and no test may have called an address that section 7 does not name.
 * Call it once at the top of the file.
 */
export function hostForEachTest(): { readonly current: FaultHost } {
  prepareJsdom();
  let host: FaultHost | null = null;
  const current = (): FaultHost => {
    if (!host) throw new Error('The host has not started yet.');
    return host;
  };
  beforeAll(async () => {
    host = await startFaultHost();
  });
  beforeEach(() => current().reset());
  afterEach(async () => {
    for (const unmount of mounted) unmount();
    // A write outlives its screen: it belongs to this test, not to the next.
    await quiet(current());
    expect(current().strangers).toEqual([]);
  });
  afterAll(() => current().close());
  return {
    get current() {
      return current();
    },
  };
}
