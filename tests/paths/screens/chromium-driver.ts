import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { Driver, Walker } from '../engine/driver.ts';
import { ChromiumHost } from './chromium-host.ts';
import type { ScreenSpec } from './jsdom-driver.tsx';
import type { Hands, Shown } from './page.ts';
import { type Seen, seeDocument } from './see.ts';

/** How long a screen may take to show what it has to, in real milliseconds; no time passes for the application. */
const PATIENCE = 15_000;
/** React shows what it had to fetch first after a pause of its own, so that nothing flickers. */
const REVEAL = 300;

/** Where the built application is walked. */
export type Chromium = {
  browser: Browser;
  /** Serves the built application. */
  origin: string;
};

function lineOf<T>(lines: Readonly<Record<string, T>>, label: string, file: string, what: string): T {
  const line = lines[label];
  if (line === undefined) throw new Error(`${file} does not know '${label}': write ${what}: { '${label}': … }.`);
  return line;
}

/** What the driver puts into each page, before the page's own scripts. */
type Watched = Window & { watched?: { see(): Promise<Seen & { calls: number }> } };

/**
 * Keeps count of the page's calls, so that none is overlooked on its way through the browser, and lets the page's queues run empty before it is read.
 * @param see `seeDocument`
 */
function watch(see: () => Seen): void {
  let calls = 0;
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const change = /^\/(auth|v1|events)\//.test(pathname) ? 1 : 0;
    calls += change;
    try {
      return await send(input, init);
    } finally {
      calls -= change;
    }
  };
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  (window as Watched).watched = {
    see: async () => {
      for (let at = 0; at < 4; at += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
        await turn();
      }
      return { ...see(), calls };
    },
  };
}

/** A page in Chromium, before a person. */
class ChromiumHands implements Hands {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(name: string): Promise<void> {
    await this.#page.getByRole('button', { name, exact: true }).click();
  }

  async type(name: string, text: string): Promise<void> {
    await this.#page.locator(`[name="${name}"]`).fill(text);
  }

  async dismiss(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }
}

/**
 * Walks the screens of the built application in a real browser, with the same descriptions that `jsdomDriver` uses: each request is held on its way to
 * the network, and the page's clock stands still.
 * @param spec the screen
 * @param chromium the browser, and where the application is
 */
export function chromiumDriver(spec: ScreenSpec, { browser, origin }: Chromium): Driver {
  return async ({ label: begin }) => {
    const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
    const host = await ChromiumHost.of(context, { user: spec.user });
    await context.addInitScript({ content: `(${watch.toString()})(${seeDocument.toString()})` });
    await context.clock.install({ time: 0 });
    await context.clock.pauseAt(1_000);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const hands = new ChromiumHands(page);
    const memory = new Map<string, string>();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    let wanted = lineOf(spec.begin, begin, spec.file, 'begin');

    const look = async (): Promise<Shown> => {
      const until = performance.now() + PATIENCE;
      for (;;) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- a call that the page has made and the host has not is on its way
        const seen = await page.evaluate(() => (window as Watched).watched?.see());
        const waits = host.waiting();
        if (!seen) throw new Error('The page is not the application.');
        const { calls, ...shown } = seen;
        if (calls === waits.length || performance.now() > until) return { ...shown, waits };
      }
    };
    const pass = (milliseconds: number): Promise<void> => context.clock.runFor(milliseconds);
    const become = async (patience: number): Promise<Shown> => {
      const until = performance.now() + patience;
      let found = await look();
      while (!isDeepStrictEqual(found, wanted) && performance.now() < until) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
        await pass(0);
        // oxlint-disable-next-line eslint/no-await-in-loop -- the screen needs its time
        found = await look();
      }
      return found;
    };

    const address = lineOf(spec.address, begin, spec.file, 'address');
    await page.goto(address, { waitUntil: 'load' });
    await host.quiet();
    if (!isDeepStrictEqual(await look(), wanted)) {
      await host.quiet();
      await pass(REVEAL);
    }

    const walker: Walker = {
      act: (label) => lineOf(spec.does, label, spec.file, 'does')(hands),
      answer: async (invoke, outcome) => {
        const { request, body, signsIn } = lineOf(spec.calls, invoke, spec.file, 'calls');
        if (signsIn && 'output' in outcome) host.signIn(body(outcome.output) as object);
        const wait = await host.answer(request, outcome, body);
        if (wait > 0) await pass(wait);
      },
      wait: pass,
      look,
      expect: async (_moment, label) => {
        if (label !== null) wanted = { ...wanted, ...lineOf(spec.after, label, spec.file, 'after')(wanted, memory) };
        await become(PATIENCE);
        // What is right has to stay right.
        const found = await look();
        if (!isDeepStrictEqual(found, wanted)) throw new Error(difference(wanted, found));
        if (problems.length > 0) throw new Error(`The page threw: ${problems.join('; ')}`);
      },
      end: () => context.close(),
    };
    return walker;
  };
}

function difference(wanted: Shown, found: Shown): string {
  const keys = Object.keys(wanted) as (keyof Shown)[];
  return keys
    .filter((key) => !isDeepStrictEqual(wanted[key], found[key]))
    .map((key) => `${key}\n    should be ${JSON.stringify(wanted[key])}\n    but is    ${JSON.stringify(found[key])}`)
    .join('\n');
}
