import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';

import type { FrameMode } from '#document/protocol.ts';

import { launchBrowser } from '../../scripts/browser.ts';
import { openRange } from './attacks/range.ts';
import type { Range } from './attacks/range.ts';
import type { HostPage } from './host-page.ts';

/** How long a test waits for what must come; a busy machine is no failure. */
export const PATIENCE = { timeout: 60_000 } as const;

/** The servers of the range, and a browser. */
export type Bench = Range & { readonly browser: Browser };

/** Starts the servers and a browser. */
export async function startBench(): Promise<Bench> {
  const range = await openRange();
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

/** A host page with a frame, driven as a person would. */
export class Desk {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** Errors of the page and of its documents, which the driver does not tell apart. */
  readonly errors: string[] = [];
  /** What went wrong in the page itself: no document may bring it an error or a violation of its policy. */
  readonly #complaints: string[] = [];
  readonly #context: BrowserContext;

  private constructor(page: Page, context: BrowserContext) {
    this.page = page;
    this.#context = context;
    this.frame = page.frameLocator('iframe:not([aria-hidden])');
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  static async open(bench: Bench): Promise<Desk> {
    const context = await bench.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const desk = new Desk(page, context);
    await desk.#watch();
    await page.goto(bench.origin);
    return desk;
  }

  /** Opens a document and waits until it is ready. */
  async show(html: string, mode: FrameMode = 'edit', frameOrigin = ''): Promise<void> {
    await this.page.evaluate(([text, how, at]) => window.page.open(text, how, at), [html, mode, frameOrigin] as const);
    await this.event('onReady');
  }

  /** Waits for an event; returns the detail of its latest. */
  async event(name: string, count = 1): Promise<unknown> {
    await this.page.waitForFunction(
      ([event, least]) => window.page.seen.filter(([seen]) => seen === event).length >= least,
      [name, count] as const,
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

  async command<K extends 'patch' | 'snapshot' | 'linkText' | 'focus' | 'names' | 'place'>(
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
  async snapshot(): Promise<{ values: [string, string][]; newAttributes: unknown[]; error: string | null }> {
    const before = (await this.seen('onSnapshot')).length;
    await this.command('snapshot', before + 1);
    return (await this.event('onSnapshot', before + 1)) as {
      values: [string, string][];
      newAttributes: unknown[];
      error: string | null;
    };
  }

  /** Puts text, and HTML beside it, on the clipboard and presses the keys. */
  async paste(text: string, html?: string): Promise<void> {
    await this.page.evaluate(
      ([plain, rich]) => {
        const data: Record<string, Blob> = { 'text/plain': new Blob([plain], { type: 'text/plain' }) };
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

  /** @throws when the page itself had an error, an unhandled rejection or a violation of its policy */
  async close(): Promise<void> {
    await this.#context.close();
    if (this.#complaints.length > 0) throw new Error(`The page complained: ${this.#complaints.join(', ')}`);
  }
}
