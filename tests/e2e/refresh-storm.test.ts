import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { build, type Rolldown } from 'vite';
import { launchBrowser } from '../../scripts/browser.ts';
import type { StormPage } from './storm-page.ts';

const CALLS = 100;

let script: string;
let browser: Browser;
let server: Server | null = null;

beforeAll(async () => {
  const result = (await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'storm-page.ts'),
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  script = result.output[0].code;
  browser = await launchBrowser();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});
afterAll(() => browser.close());

/** A plain host whose session is over after the first check, until a refresh renews it, if it may. */
async function expiringHost(
  isRenewable: boolean,
): Promise<{ origin: string; count: (path: string) => number; refusals: () => number }> {
  const seen: string[] = [];
  let renewed = false;
  let refused = 0;
  let answerRefresh = (): void => {};
  server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const json = (status: number, body: unknown): void => send(status, 'application/json', JSON.stringify(body));
    if (path === '/')
      send(200, 'text/html', '<!doctype html><title>Storm</title><script type="module" src="/storm.js"></script>');
    else if (path === '/storm.js') send(200, 'text/javascript', script);
    else if (path === '/auth/verify') json(200, { username: 'dana', uuid: 'u', permission: 2 });
    else if (path === '/auth/refresh-token') {
      // A browser has six connections a host: the refresh is answered once every call has been refused.
      answerRefresh = () => {
        renewed = isRenewable;
        json(isRenewable ? 200 : 401, {});
      };
      if (refused === CALLS) answerRefresh();
    } else if (path !== '/v1/templates') send(404, 'text/plain', '');
    else if (renewed) json(200, { templates: [] });
    else {
      refused += 1;
      json(401, { message: 'The session is over.' });
      if (refused === CALLS) answerRefresh();
    }
  });
  const listening = server;
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    count: (path) => seen.filter((one) => one === path).length,
    refusals: () => refused,
  };
}

async function storm(origin: string) {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => 'stormPage' in window);
  const outcome = await page.evaluate((calls) => (Reflect.get(window, 'stormPage') as StormPage).storm(calls), CALLS);
  await page.close();
  return outcome;
}

it('100 calls refused at once cause one refresh, and each is sent once more', async () => {
  const host = await expiringHost(true);
  const { loaded, session } = await storm(host.origin);
  expect({ loaded, session }).toEqual({ loaded: CALLS, session: 'authenticated' });
  expect(host.count('/auth/refresh-token')).toBe(1);
  expect({ refused: host.refusals(), sent: host.count('/v1/templates') }).toEqual({ refused: CALLS, sent: 2 * CALLS });
});

it('100 calls refused at once and a refresh that fails: each call rejects with its own failure, and nobody is signed in', async () => {
  const host = await expiringHost(false);
  const { loaded, messages, session } = await storm(host.origin);
  expect({ loaded, session }).toEqual({ loaded: 0, session: 'unauthenticated' });
  expect(messages).toEqual(Array.from({ length: CALLS }, () => 'The session is over.'));
  expect(host.count('/auth/refresh-token')).toBe(1);
  expect(host.count('/v1/templates')).toBe(CALLS);
});
