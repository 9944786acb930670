import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

import { build } from 'vite';
import type { Rolldown } from 'vite';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';

import { appPageHeaders, frameHeaders } from '#document/frame-headers.ts';
import type { FrameMode } from '#document/protocol.ts';

import { launchBrowser } from '../../scripts/browser.ts';
import { buildFrameHtml } from '../../scripts/frame-plugin.ts';
import type { HostPage } from './host-page.ts';

async function buildHostPage(): Promise<string> {
  const root = resolve(import.meta.dirname, '../..');
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: resolve(import.meta.dirname, 'host-page.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const chunk = [result].flat()[0]?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('The host page did not build.');
  return chunk.code;
}

function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; origin: string }> {
  const server = createServer(handler);
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      done({ server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
}

/** How long a test waits for what must come; a busy machine is no failure. */
export const PATIENCE = { timeout: 20_000 } as const;

/** What left the browser for the canary listener. */
type Canary = { readonly origin: string; readonly hits: string[] };

export type Bench = {
  readonly browser: Browser;
  readonly origin: string;
  readonly canary: Canary;
  /** Requests to the host's own API, with the cookies that they carried. */
  readonly apiHits: string[];
  close(): Promise<void>;
};

/** The built frame with its headers and a bare host page with the app's headers, on a server of their own, and a canary listener. */
export async function startBench(): Promise<Bench> {
  const [frame, script] = await Promise.all([buildFrameHtml(), buildHostPage()]);
  const hits: string[] = [];
  const apiHits: string[] = [];
  const canary = await listen((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('ok');
  });
  const own = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string, headers: Record<string, string> = {}): void => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.end(body);
    };
    // A static host sends the file and none of the headers; the file's own policy is all there is.
    if (url.pathname === '/static/frame.html') return send('text/html', frame);
    if (url.pathname === '/frame.html')
      return send('text/html', frame, frameHeaders({ print: url.searchParams.get('print') === '1' }));
    if (url.pathname === '/host.js') return send('text/javascript', script);
    if (url.pathname.startsWith('/v1/')) {
      apiHits.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`);
      return send('application/json', '{}');
    }
    // The control: a page without a policy, in which an attack is shown to work.
    if (url.pathname === '/control')
      return send('text/html', '<!doctype html><title>Control</title><body></body>', {
        'Set-Cookie': 'secret=word; Path=/',
      });
    const page =
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title></head><body><input id="own"><script src="/host.js"></script></body></html>';
    const policy = url.pathname === '/static/' ? {} : appPageHeaders({ nonce: 'test', origin: own.origin });
    return send('text/html', page, { ...policy, 'Set-Cookie': 'secret=word; Path=/' });
  });
  const browser = await launchBrowser();
  return {
    browser,
    origin: own.origin,
    canary: { origin: canary.origin, hits },
    apiHits,
    async close() {
      await browser.close();
      for (const { server } of [own, canary]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

/** A host page with a frame, driven as a person would. */
export class Desk {
  readonly page: Page;
  readonly frame: FrameLocator;
  readonly errors: string[] = [];
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

  async close(): Promise<void> {
    await this.#context.close();
  }
}
