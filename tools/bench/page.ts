import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { demo, signedIn } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/hosts/server.ts';

import { ensureBuilt, packAssets } from '../build/build.ts';
import { measureSizes, sizeBars } from '../build/size.ts';
import { alternate } from './core.ts';
import type { BenchRun } from './core.ts';
import { Inspector } from './inspector.ts';
import { startPlainBrowser } from './plain-browser.ts';
import { alone, beside } from './table.ts';

const root = resolve(import.meta.dirname, '../..');
const ROUNDS = 7;
/** As Chromium's own tools define "Fast 4G": bytes a second, and milliseconds a request. */
const FAST_4G = { offline: false, downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 };
const CPU = 4;
/** Milliseconds for which paints and shifts are watched after a page is ready. */
const SETTLES = 1_500;
/** Expressions that run in the page, true once it is ready: a form that can be typed into, a list that can be read. */
const READY = {
  '/login': `document.querySelector('input:not([inert] *)') !== null`,
  '/dashboard': `document.body.textContent.includes('Activity Log')`,
} as const;
type Path = keyof typeof READY;

/** One load; milliseconds, a score of layout shift, and a number of requests. */
type Load = { paint: number; largest: number; shift: number; requests: number; ready: number };
/** `listed`: the requests of the cold load, in their order, with the bytes on the wire. */
type Loads = { cold: Load; reloaded: Load; listed: string[] };
type Watched = Window & { load?: { largest: number; shift: number; ready: number } };

/** Runs before the page's own scripts. @param isReady true if the page is ready */
function watch(isReady: () => boolean): void {
  const load = { largest: 0, shift: 0, ready: 0 };
  (window as Watched).load = load;
  const observe = (type: string, note: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (load.largest = startTime));
  observe('layout-shift', (entry) => (load.shift += Number(Reflect.get(entry, 'value'))));
  new MutationObserver(() => {
    if (load.ready === 0 && document.body !== null && isReady()) load.ready = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Builds the floor's files in a folder, as a server serves them. */
async function buildFloor(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    plugins: [react()],
    logLevel: 'warn',
    html: { cspNonce: '__CSP_NONCE__' },
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  await packAssets(folder);
  await cp(join(root, 'dist', 'frame.html'), join(folder, 'frame.html'));
}

/** Copies our own files, with a page that starts nothing before the application: its calls run one after the other. */
async function copyWithoutScript(folder: string): Promise<void> {
  await cp(join(root, 'dist'), folder, { recursive: true });
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const without = page.replace(/<script nonce[^>]*>[^]*?<\/script>/, '');
  if (without === page) throw new Error('The page has no script of its own.');
  await writeFile(join(folder, 'index.html'), without);
}

/** A server, and the cookies of a user who is signed in there. */
type Host = TestServer & { cookies: { name: string; value: string; path: string; url: string }[] };

async function startHost(dist?: string): Promise<Host> {
  const server = await startServer(dist === undefined ? {} : { dist });
  const { cookies } = await signedIn(server.origin, demo.administrator);
  return { ...server, cookies: [...cookies].map(([name, cookie]) => ({ name, ...cookie, url: server.origin })) };
}

async function ended(page: Inspector, expression: string): Promise<void> {
  while (!(await page.value(expression))) await wait(50);
}

async function settled(page: Inspector): Promise<Load> {
  await ended(page, '(window.load?.ready ?? 0) > 0');
  await wait(SETTLES);
  return (await page.value(`(${read.toString()})()`)) as Load;
}

/** Loads a page with an empty cache, and reloads it. */
async function loadIn(page: Inspector, origin: string, path: Path): Promise<Loads> {
  const run = { source: `(${watch.toString()})(() => ${READY[path]})` };
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', run);
  await page.send('Network.enable');
  await page.send('Network.emulateNetworkConditions', FAST_4G);
  await page.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.send('Page.navigate', { url: `${origin}${path}` });
  const cold = await settled(page);
  const listed = (await page.value(`(${listRequests.toString()})()`)) as string[];
  await page.value('delete window.load');
  await page.send('Page.reload', {});
  return { cold, reloaded: await settled(page), listed };
}

/** Runs in the page. */
function read(): Load {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < paint).length;
  const { largest = 0, shift = 0, ready = 0 } = (window as Watched).load ?? {};
  return { paint, largest, shift, requests: before + 1, ready };
}

/** Runs in the page. */
function listRequests(): string[] {
  const all = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
  return all.map(
    (entry) =>
      `${new URL(entry.name).pathname} ${entry.transferSize} B, ${entry.transferSize - entry.encodedBodySize} of them headers`,
  );
}

/** Does so in a profile of its own. @param address the browser's own */
async function loadPage(address: string, { origin, cookies }: Host, path: Path): Promise<Loads> {
  const browser = await Inspector.open(address);
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  try {
    if (path === '/dashboard') await browser.send('Storage.setCookies', { cookies, browserContextId });
    const empty = { url: 'about:blank', browserContextId, width: 1280, height: 800 };
    const { targetId } = await browser.send('Target.createTarget', empty);
    const page = await Inspector.open(new URL(`/devtools/page/${targetId}`, address).href);
    return await loadIn(page, origin, path).finally(() => page.close());
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId });
    browser.close();
  }
}

/**
 * The size of the page, and /login and /dashboard on a slow machine and a slow network, compared with the same
 * libraries with one form from the same server.
 */
export async function measure({ report, isWanted }: BenchRun): Promise<void> {
  await ensureBuilt();
  if (isWanted('size')) for (const row of sizeBars(await measureSizes())) report(row);
  const folder = await mkdtemp(join(tmpdir(), 'ready-page-'));
  const dist = { floor: join(folder, 'floor'), waterfall: join(folder, 'waterfall') };
  await Promise.all([buildFloor(dist.floor), copyWithoutScript(dist.waterfall)]);
  const [ours, floor, waterfall, browser] = await Promise.all([
    startHost(),
    startHost(dist.floor),
    startHost(dist.waterfall),
    startPlainBrowser(),
  ]);
  const hosts = { ours, floor, waterfall };
  try {
    for (const path of ['/login', '/dashboard'] as const) {
      if (!isWanted(path.slice(1))) continue;
      const loads: Record<keyof typeof hosts, Loads[]> = { floor: [], ours: [], waterfall: [] };
      const once = (which: keyof typeof hosts) => async (): Promise<number> => {
        const one = await loadPage(browser.address, hosts[which], path);
        loads[which].push(one);
        if (which === 'ours' && path === '/dashboard') await once('waterfall')();
        return one.cold.paint;
      };
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      await alternate(ROUNDS, once('floor'), once('ours'));
      // The first round warms up.
      const counted = (which: keyof typeof loads, how: 'cold' | 'reloaded', what: keyof Load): number[] =>
        loads[which].slice(1).map((one) => one[how][what]);
      const ratio = (words: string, how: 'cold' | 'reloaded', what: keyof Load, atMost: number): void =>
        against('floor', words, how, what, atMost);
      const against = (
        by: 'floor' | 'waterfall',
        words: string,
        how: 'cold' | 'reloaded',
        what: keyof Load,
        atMost: number,
        theirs = what,
      ): void => {
        const pairs = { floor: counted(by, how, theirs), ours: counted('ours', how, what) };
        report(beside(`${path}: ${words}`, pairs, 'ms', { atMost }));
      };
      ratio('first paint', 'cold', 'paint', 0.8);
      if (path === '/login') {
        ratio('the form can be typed into', 'cold', 'ready', 0.8);
        ratio('the same, reloaded', 'reloaded', 'ready', 0.8);
      } else {
        // The floor's largest paint is a heading that waits for no call.
        against('floor', "largest contentful paint, against the floor's list", 'cold', 'largest', 1.5, 'ready');
        against('waterfall', 'list ready, against its own waterfall', 'cold', 'ready', 0.95);
      }
      const most = (what: 'shift' | 'requests'): number => Math.max(...loads.ours.map(({ cold }) => cold[what]));
      console.log(`${path}, cold:\n  ${loads.ours.at(-1)?.listed.join('\n  ') ?? ''}`);
      report(alone(`${path}: layout shift, the most`, most('shift'), '', 0));
      report(alone(`${path}: requests before the first paint, the most`, most('requests'), '', 5));
    }
  } finally {
    await browser.close();
    await Promise.all([ours.stop(), floor.stop(), waterfall.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}
