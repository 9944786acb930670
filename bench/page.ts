import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { startServer, type TestServer } from '#tests/support/server.ts';

import { launchBrowser } from '../scripts/browser.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { alternate } from './core.ts';
import type { BenchRun } from './core.ts';
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

/** What a browser keeps of a person who is signed in. */
async function signIn(
  browser: Browser,
  { origin }: TestServer,
): Promise<Awaited<ReturnType<BrowserContext['cookies']>>> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto('/login');
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ username: 'amir', password: 'ready-demo-3' });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/auth/login', { method: 'POST', headers, body })).status;
  });
  if (status !== 200) throw new Error(`The sign-in was answered with ${status}.`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function loadCold(
  browser: Browser,
  { origin }: TestServer,
  path: Path,
  cookies: Awaited<ReturnType<typeof signIn>>,
  blocked: string[] = [],
): Promise<Load> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  try {
    if (path === '/dashboard') await context.addCookies(cookies);
    await context.addInitScript(watch, READY[path]);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    if (blocked.length > 0) await client.send('Network.setBlockedURLs', { urls: blocked });
    await client.send('Network.emulateNetworkConditions', FAST_4G);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForFunction(() => ((window as Watched).load?.ready ?? 0) > 0);
    // What the browser has still to tell of tasks, paints and shifts.
    await page.waitForTimeout(SETTLES);
    return await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < paint).length;
      const { largest = 0, blocking = 0, shift = 0, ready = 0 } = (window as Watched).load ?? {};
      return { paint, largest, blocking, shift, requests: before + 1, ready };
    });
  } finally {
    await context.close();
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
  const [ours, floor, browser] = await Promise.all([startServer(), startServer({ dist: folder }), launchBrowser()]);
  try {
    const cookies = { ours: await signIn(browser, ours), floor: await signIn(browser, floor) };
    for (const path of ['/login', '/dashboard'] as const) {
      if (!isWanted(path.slice(1))) continue;
      const loads: Record<'floor' | 'ours' | 'waterfall', Load[]> = { floor: [], ours: [], waterfall: [] };
      const once = (which: 'floor' | 'ours', server: TestServer) => async (): Promise<number> => {
        const load = await loadCold(browser, server, path, cookies[which]);
        loads[which].push(load);
        // The same page without the file that asks for things early: each step waits for the one before.
        if (which === 'ours' && path === '/dashboard')
          loads.waterfall.push(await loadCold(browser, ours, path, cookies.ours, ['*/assets/early-*']));
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
    await browser.close();
    await Promise.all([ours.stop(), floor.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
