import type { Browser, BrowserContext, CDPSession, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';

import type { FrameMode } from '#document/host/protocol.ts';
import type { LineBreaks } from '#common/document/regions/values.ts';

import { launchBrowser } from '../../tools/run/browser.ts';
import { openRange } from './attacks/range.ts';
import type { Range } from './attacks/range.ts';
import type { HostPage } from './host-page.ts';

/** The longest wait for something that must happen, in milliseconds: a busy machine is no failure. */
export const PATIENCE = { timeout: 120_000 } as const;

type Snapshot = {
  values: [string, string][];
  hidden: string[];
  hiddenRows: [string, string][];
  newAttributes: unknown[];
  error: string | null;
};

/** The servers of the range, and a browser. */
type Bench = Range & { readonly browser: Browser };

/** Starts the servers and a browser. */
async function startBench(): Promise<Bench> {
  const range = await openRange(inject('rangeFiles'));
  const browser = await launchBrowser();
  const end = range.close;
  return Object.assign(range, {
    browser,
    close: async () => {
      await browser.close();
      await end();
    },
  });
}

/** The servers and the browser of the file that runs, and the desk of the test that runs. */
export let bench: Bench;
export let desk: Desk;

/** Gives the file its bench, and each of its tests a desk: a window of its own would cost half a second. */
export function deskForEachTest(): void {
  let last: Desk | null = null;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    desk = last ??= await Desk.open(bench);
    await desk.clear(bench.origin);
  });
  afterEach(async ({ task }) => {
    if (desk.isWorn || task.result?.state === 'fail') {
      last = null;
      await desk.close();
    }
    desk.check();
  });
}

/** The same for documents none of which may have an error. */
export function soundDeskForEachTest(): void {
  deskForEachTest();
  afterEach(() => expect(desk.errors).toEqual([]));
}

/** Presses keys one after the other. */
export const press = (...keys: string[]): Promise<void> =>
  keys.reduce((before, key) => before.then(() => desk.page.keyboard.press(key)), Promise.resolve());

/** A region of the document, by its id. */
export const region = (id: string): Locator => desk.frame.locator(`[id="${id}"]`);

/** A host page with a frame, used as a person would. */
class Desk {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** Errors of the page and of its documents: Playwright does not distinguish them. */
  readonly errors: string[] = [];
  /** True if no other test may have its window. */
  isWorn = false;
  /** Errors and policy violations of the page itself: no document may cause one. */
  readonly #complaints: string[] = [];
  readonly #context: BrowserContext;
  #client: CDPSession | null = null;

  private constructor(page: Page, context: BrowserContext) {
    this.page = page;
    this.#context = context;
    this.frame = page.frameLocator('iframe:not([aria-hidden])');
  }

  static async open({ browser }: Bench): Promise<Desk> {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const opened = new Desk(page, context);
    await opened.#watch();
    return opened;
  }

  /** Opens the host page, as in a new window. */
  async clear(origin: string): Promise<void> {
    const { page, errors } = this;
    page.removeAllListeners();
    await page.unrouteAll();
    await Promise.all(this.#context.pages().flatMap((other) => (other === page ? [] : [other.close()])));
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(origin);
    errors.length = this.#complaints.length = 0;
    page.on('pageerror', (error) => errors.push(error.message));
  }

  /** Evaluates an expression in the page as no press of a person: Playwright's own calls count as one, for five seconds. */
  async quietly(expression: string): Promise<unknown> {
    this.#client ??= await this.#context.newCDPSession(this.page);
    const options = { expression, userGesture: false, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#client.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Opens a document and waits until it is ready. */
  async show(
    html: string,
    mode: FrameMode = 'edit',
    frameOrigin = '',
    lines: LineBreaks = 'marked',
    isStored = false,
  ): Promise<void> {
    await this.page.evaluate((all) => window.page.open(...all), [html, mode, frameOrigin, lines, isStored] as const);
    await this.event('document.ready');
  }

  /** Opens a WIP or an archive: its regions have stored values. */
  showStored(html: string, mode: FrameMode): Promise<void> {
    return this.show(html, mode, '', 'marked', true);
  }

  /** Waits for an event; returns the detail of its latest. */
  async event(name: string, count = 1): Promise<unknown> {
    await this.page.waitForFunction(
      ([event, least]) => window.page.seen.filter(([seen]) => seen === event).length >= least,
      [name, count] as const,
      PATIENCE,
    );
    return this.page.evaluate((event) => window.page.seen.findLast(([seen]) => seen === event)?.[1], name);
  }

  async seen(name: string): Promise<unknown[]> {
    return this.page.evaluate(
      (event) => window.page.seen.filter(([seen]) => seen === event).map(([, detail]) => detail),
      name,
    );
  }

  /** Waits until the host knows this value. */
  async value(id: string, expected: string): Promise<void> {
    const isThere = ([key, text]: readonly [string, string]): boolean => window.page.host?.value(key) === text;
    await this.page.waitForFunction(isThere, [id, expected] as const, PATIENCE).catch(async () => {
      const found = (await this.values())[id];
      throw new Error(`Expected ${id} to be ${JSON.stringify(expected)}, the host has ${JSON.stringify(found)}.`);
    });
  }

  async values(): Promise<Record<string, string>> {
    return Object.fromEntries(await this.page.evaluate(() => window.page.values()));
  }

  async command<K extends 'patch' | 'snapshot' | 'linkText' | 'gridAnswer' | 'focus' | 'begin' | 'names' | 'reach'>(
    name: K,
    ...rest: Parameters<NonNullable<HostPage['host']>[K]>
  ): Promise<void> {
    await this.page.evaluate(
      ([key, list]) =>
        (window.page.host?.[key as 'patch'] as ((...all: unknown[]) => void) | undefined)?.apply(
          window.page.host,
          list,
        ),
      [name, [...rest] as unknown[]] as [string, unknown[]],
    );
  }

  /** Takes a snapshot as a save does. */
  async snapshot(unasked: string[] = []): Promise<Snapshot> {
    const before = (await this.seen('snapshot.taken')).length;
    await this.command('snapshot', unasked);
    return (await this.event('snapshot.taken', before + 1)) as Snapshot;
  }

  /** Puts text, and HTML beside it, on the clipboard and presses the keys. */
  async paste(text: string, html?: string): Promise<void> {
    await this.page.evaluate(
      ([plain, rich]) => {
        const data: Record<string, Blob> = {};
        if (plain !== '') data['text/plain'] = new Blob([plain], { type: 'text/plain' });
        if (rich !== undefined) data['text/html'] = new Blob([rich], { type: 'text/html' });
        return navigator.clipboard.write([new ClipboardItem(data)]);
      },
      [text, html] as const,
    );
  }

  async #watch(): Promise<void> {
    await this.#context.exposeBinding('complain', ({ frame }, text: string) => {
      if (frame === this.page.mainFrame()) this.#complaints.push(text);
    });
    await this.#context.addInitScript(() => {
      if (window.top !== window) return;
      const { complain } = window as unknown as { complain: (text: string) => void };
      window.addEventListener('error', ({ message }) => complain(message));
      window.addEventListener('unhandledrejection', ({ reason }) => complain(`unhandled: ${String(reason)}`));
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        complain(`policy: ${violatedDirective} ${blockedURI}`),
      );
    });
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  /** @throws when the page itself had an error, an unhandled rejection or a violation of its policy */
  check(): void {
    if (this.#complaints.length > 0) throw new Error(`The page complained: ${this.#complaints.join(', ')}`);
  }
}
