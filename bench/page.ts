import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'playwright-core';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { startServer, type TestServer } from '#tests/support/server.ts';

import { ensureBuilt } from '../scripts/build.ts';
import { alternate } from './core.ts';
import type { BenchRun } from './core.ts';
import { browserTarget, Inspector, targetOf } from './inspector.ts';
import { startPlainBrowser } from './plain-browser.ts';
import { median } from './table.ts';
import type { Row } from './table.ts';

const root = resolve(import.meta.dirname, '..');
const ROUNDS = 7;
/** As Chromium's own tools define "Fast 4G": bytes a second, and milliseconds a request. */
const FAST_4G = { offline: false, downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 };
const CPU = 4;
/** Milliseconds. */
const SETTLES = 1_500;
/** What stands on a page when it is ready. */
const READY = { '/login': 'Sign In', '/dashboard': 'Activity Log' } as const;
type Path = keyof typeof READY;

/** One cold load; milliseconds, a score of layout shift, and a number of requests. */
type Load = { paint: number; largest: number; blocking: number; shift: number; requests: number; ready: number };
type Watched = Window & { load?: { largest: number; blocking: number; shift: number; ready: number } };

/** Runs before the page's own scripts. @param text what the page shows when it is ready */
function watch(text: string): void {
  const load = { largest: 0, blocking: 0, shift: 0, ready: 0 };
  (window as Watched).load = load;
  const observe = (type: string, note: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (load.largest = startTime));
  observe('longtask', ({ duration }) => (load.blocking += duration - 50));
  observe('layout-shift', (entry) => (load.shift += Number(Reflect.get(entry, 'value'))));
  new MutationObserver(() => {
    if (load.ready === 0 && document.body?.textContent.includes(text)) load.ready = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** The floor's files in a folder, as a server takes them. */
async function buildFloor(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    plugins: [react()],
    logLevel: 'warn',
    html: { cspNonce: '__CSP_NONCE__' },
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  await cp(join(root, 'dist', 'frame.html'), join(folder, 'frame.html'));
}

/** A browser, and what it is told of a person who is signed in. */
type Visitor = { browser: Inspector; endpoint: string; cookies: readonly object[] };

async function signIn({ origin }: TestServer): Promise<Visitor['cookies']> {
  const visitor = await request.newContext({ baseURL: origin, extraHTTPHeaders: { Origin: origin } });
  const reply = await visitor.post('/auth/login', { data: { username: 'amir', password: 'ready-demo-3' } });
  if (!reply.ok()) throw new Error(`The sign-in was answered with ${reply.status()}.`);
  const { cookies } = await visitor.storageState();
  await visitor.dispose();
  return cookies;
}

async function ended(page: Inspector, expression: string): Promise<void> {
  while (!(await page.value(expression))) await wait(50);
}

/** What is taken from a load: `first` runs before the page's own scripts, addresses like one of `blocked` are not loaded. */
type Without = { first: string; blocked: readonly string[] };
const NOTHING: Without = { first: '', blocked: [] };
/** Nothing is asked for, or drawn, before the application is there. */
const EARLY: Without = { first: 'window.readyEarly = null;', blocked: ['*/assets/early-*'] };

async function loadIn(page: Inspector, address: string, text: string, { first, blocked }: Without): Promise<Load> {
  const run = { source: `${first}(${watch.toString()})(${JSON.stringify(text)})` };
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', run);
  await page.send('Network.enable');
  if (blocked.length > 0) await page.send('Network.setBlockedURLs', { urls: blocked });
  await page.send('Network.emulateNetworkConditions', FAST_4G);
  await page.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.send('Page.navigate', { url: address });
  await ended(page, '(window.load?.ready ?? 0) > 0');
  // What the browser has still to tell of tasks, paints and shifts.
  await wait(SETTLES);
  return (await page.value(`(${read.toString()})()`)) as Load;
}

/** Runs in the page. */
function read(): Load {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < paint).length;
  const { largest = 0, blocking = 0, shift = 0, ready = 0 } = (window as Watched).load ?? {};
  return { paint, largest, blocking, shift, requests: before + 1, ready };
}

async function loadCold(
  { browser, endpoint, cookies }: Visitor,
  { origin }: TestServer,
  path: Path,
  without = NOTHING,
): Promise<Load> {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  try {
    if (path === '/dashboard') await browser.send('Storage.setCookies', { cookies, browserContextId });
    const empty = { url: 'about:blank', browserContextId, width: 1280, height: 800 };
    const { targetId } = await browser.send('Target.createTarget', empty);
    const page = await Inspector.open(targetOf(endpoint, targetId));
    return await loadIn(page, `${origin}${path}`, READY[path], without).finally(() => page.close());
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId });
  }
}

/** /login and /dashboard, cold, on a slow machine and a slow network, against the same libraries with one form from the same server (quality.md, "Speed"). */
export async function measure({ report, isWanted }: BenchRun): Promise<Row[]> {
  await ensureBuilt();
  const rows: Row[] = [];
  const tell = (row: Row): void => {
    rows.push(row);
    report(row);
  };
  const folder = await mkdtemp(join(tmpdir(), 'ready-floor-'));
  await buildFloor(folder);
  const [ours, floor, plain] = await Promise.all([startServer(), startServer({ dist: folder }), startPlainBrowser()]);
  try {
    const { endpoint } = plain;
    const browser = await Inspector.open(await browserTarget(endpoint));
    const visitors = {
      ours: { browser, endpoint, cookies: await signIn(ours) },
      floor: { browser, endpoint, cookies: await signIn(floor) },
    };
    for (const path of ['/login', '/dashboard'] as const) {
      if (!isWanted(path.slice(1))) continue;
      const loads: Record<'floor' | 'ours' | 'waterfall', Load[]> = { floor: [], ours: [], waterfall: [] };
      const once = (which: 'floor' | 'ours', server: TestServer) => async (): Promise<number> => {
        const load = await loadCold(visitors[which], server, path);
        loads[which].push(load);
        // The same page without what is asked for early: each step waits for the one before.
        if (which === 'ours' && path === '/dashboard')
          loads.waterfall.push(await loadCold(visitors.ours, ours, path, EARLY));
        return load.paint;
      };
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      await alternate(ROUNDS, once('floor', floor), once('ours', ours));
      // The first round warms up.
      const middle = (which: keyof typeof loads, what: keyof Load): number =>
        median(loads[which].slice(1).map((load) => load[what]));
      const beside = (what: keyof Load, words: string, atMost: number): void =>
        tell({
          what: `${path}: ${words}`,
          floor: middle('floor', what),
          ours: middle('ours', what),
          unit: 'ms',
          bar: { atMost },
        });
      beside('paint', 'first paint', 1.15);
      beside('largest', 'largest contentful paint', 1.15);
      beside('blocking', 'blocking time', 1.15);
      if (path === '/dashboard')
        tell({
          what: '/dashboard: list ready, against its own waterfall',
          floor: middle('waterfall', 'ready'),
          ours: middle('ours', 'ready'),
          unit: 'ms',
          bar: { atMost: 0.6 },
        });
      const alone = (what: 'shift' | 'requests', words: string, limit: number): void =>
        tell({
          what: `${path}: ${words}`,
          floor: null,
          ours: Math.max(...loads.ours.map((load) => load[what])),
          unit: '',
          bar: { limit },
        });
      alone('shift', 'layout shift, the most', 0);
      alone('requests', 'requests before the first paint, the most', 5);
    }
  } finally {
    await plain.close();
    await Promise.all([ours.stop(), floor.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
