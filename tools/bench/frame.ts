import type { Browser, Frame, Page } from 'playwright-core';

import { colourTimeline } from '#tests/support/screencast.ts';

import { findBrowser, launchBrowser } from '../run/browser.ts';
import { ensureBuilt } from '../build/build.ts';
import { alternate, workOf } from './core.ts';
import type { BenchRun } from './core.ts';
import { bareEditor, coloured, handbook, register } from './frame/documents.ts';
import { parentTasks } from './frame/parent.ts';
import { openRange } from './frame/range.ts';
import type { Range } from './frame/range.ts';
import { alone, beside, median, type Pairs, type Row } from './table.ts';

const SIZES = [100, 1_000, 10_000, 20_000] as const;
const roundsOf = (regions: number): number => (regions <= 100 ? 15 : regions <= 1_000 ? 11 : 5);
const count = (regions: number): string => regions.toLocaleString('en').replace(',', ' ');

type Report = (row: Row) => void;

async function withPage<T>(browser: Browser, range: Range, act: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
  try {
    await page.goto(range.origin);
    return await act(page);
  } finally {
    await page.close();
  }
}

/**
 * Milliseconds of processor time of the browser's renderers during some work; other work on the machine does not count.
 */
async function rendererTime(browser: Browser): Promise<() => Promise<number>> {
  const client = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await client.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return renderers.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  };
}

async function opening(browser: Browser, range: Range, report: Report): Promise<void> {
  const documents = [
    ...SIZES.map((size) => [`${count(size)} regions`, register(size), roundsOf(size)] as const),
    ['5 MB, 300 regions', handbook(), 5] as const,
  ];
  const busy = await rendererTime(browser);
  for (const [what, html, rounds] of documents) {
    range.documents.set(what, html);
    const work: Pairs = { floor: [], ours: [] };
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const time = await withPage(browser, range, (page) => {
      const open = (which: 'floor' | 'ours') => async (): Promise<number> => {
        await page.evaluate(() => window.bench.clear());
        const before = await busy();
        const method = which === 'floor' ? 'openFloor' : 'openOurs';
        const taken = await page.evaluate(([key, name]) => window.bench[key](name), [method, what] as const);
        work[which].push((await busy()) - before);
        return taken;
      };
      return alternate(rounds, open('floor'), open('ours'));
    });
    const bar = { atMost: 1.05 };
    report(beside(`opening until laid out and editable, ${what}`, time, 'ms', bar));
    report(beside('  its processor time', work, 'ms', bar));
  }
}

const KEYS = 20;
/** Longer than the bridge waits before it reports an edit. */
const KEY_PAUSE = 120;

function documentFrame(page: Page): Frame {
  const [frame] = page.mainFrame().childFrames();
  if (!frame) throw new Error('There is no document.');
  return frame;
}

/** Milliseconds of the document's main thread that one key takes, with everything that follows from it. */
async function keyCost(page: Page, id: string): Promise<number> {
  const frame = documentFrame(page);
  await frame.locator(`[id=${id}]`).click();
  await page.keyboard.press('End');
  const client = await page.context().newCDPSession(frame);
  await client.send('Performance.enable');
  await page.waitForTimeout(KEY_PAUSE * 2);
  const before = await workOf(client);
  for (let key = 0; key < KEYS; key += 1) {
    // oxlint-disable no-await-in-loop -- a person presses one key at a time
    await page.keyboard.press('x');
    await page.waitForTimeout(KEY_PAUSE);
    // oxlint-enable no-await-in-loop
  }
  const total = (await workOf(client)) - before;
  await client.detach();
  return total / KEYS;
}

async function typing(browser: Browser, range: Range, report: Report): Promise<void> {
  const type = (method: 'openFloor' | 'openOurs', name: string, id: string) => (): Promise<number> =>
    withPage(browser, range, async (page) => {
      await page.evaluate(([key, what]) => window.bench[key](what), [method, name] as const);
      return keyCost(page, id);
    });
  for (const size of SIZES) {
    const id = `r${size / 2}`;
    range.documents.set('ours', register(size));
    range.documents.set('floor', register(size, bareEditor(id)));
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const pairs = await alternate(5, type('openFloor', 'floor', id), type('openOurs', 'ours', id));
    report(beside(`one key in the document's thread, ${count(size)} regions`, pairs, 'ms', { atMost: 1.2 }));
  }
}

async function snapshots(browser: Browser, range: Range, report: Report): Promise<void> {
  const [small] = SIZES;
  const take = (size: number) => (): Promise<number> => {
    range.documents.set(`save-${size}`, register(size));
    return withPage(browser, range, async (page) => {
      await page.evaluate((name) => window.bench.openOurs(name), `save-${size}`);
      return median(await page.evaluate((id) => window.bench.snapshots(id, 40), `r${size / 2}`));
    });
  };
  for (const size of SIZES.slice(1)) {
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const pairs = await alternate(5, take(small), take(size));
    report(beside(`snapshot with one touched region, ${count(size)} against ${small}`, pairs, 'ms', { atMost: 1.2 }));
  }
}

/** Milliseconds from one live update to the next. */
const UPDATE_PAUSE = 2_000;

async function live(browser: Browser, range: Range, report: Report): Promise<void> {
  range.documents.set('red', coloured('red'));
  range.documents.set('lime', coloured('lime'));
  const next = (round: number): string => (round % 2 === 0 ? 'red' : 'lime');
  const newPage = (): Promise<Page> => browser.newPage({ viewport: { width: 1280, height: 700 } });
  const [bare, ours, wall] = [await newPage(), await newPage(), await newPage()];
  const show = (page: Page, which: 'updateFloor' | 'updateOurs'): (() => Promise<number>) => {
    let round = 0;
    return async () => {
      await page.bringToFront();
      // Real updates come seconds apart: the spare frame is ready by then.
      await page.waitForTimeout(UPDATE_PAUSE);
      round += 1;
      return page.evaluate(([method, name]) => window.bench[method](name), [which, next(round)] as const);
    };
  };
  await Promise.all([bare.goto(range.origin), ours.goto(range.origin), wall.goto(`${range.origin}/#wall`)]);
  const pairs = await alternate(9, show(bare, 'updateFloor'), show(ours, 'updateOurs'));
  report(beside('live update, 1 000 regions: event to new document shown', pairs, 'ms', { atMost: 1.2 }));
  const fitted = await alternate(9, show(bare, 'updateFloor'), show(wall, 'updateOurs'));
  report(beside('the same on a wall, fitted and in pages', fitted, 'ms', { atMost: 1.2 }));
  /** The page is bare before each: nothing of the document or its frame has been loaded. */
  const open = (page: Page, which: 'updateFloor' | 'updateOurs') => async (): Promise<number> => {
    await page.bringToFront();
    await page.evaluate(() => window.bench.clear());
    return page.evaluate(([method, name]) => window.bench[method](name), [which, 'lime'] as const);
  };
  const first = await alternate(9, open(bare, 'updateFloor'), open(wall, 'updateOurs'));
  report(beside('first document of a wall, 1 000 regions: address to drawn', first, 'ms', { atMost: 1.5 }));
  await ours.bringToFront();
  const blank: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const seen = await colourTimeline(ours, async () => {
      await ours.waitForTimeout(round % 2 === 0 ? UPDATE_PAUSE : 0);
      await ours.evaluate((name) => window.bench.updateOurs(name), next(round + 1));
    });
    blank.push(seen.filter((colour) => colour === 'other').length);
  }
  report(alone('live update: blank frames between, the most of 6 updates', Math.max(...blank), '', 0));
  await Promise.all([bare.close(), ours.close(), wall.close()]);
}

/**
 * The built frame.html under its own headers, against the browser's own load of the same HTML in the same kind of frame, and a bare editing
 * host in it.
 */
export async function measure({ report, isWanted }: BenchRun): Promise<void> {
  await ensureBuilt();
  const range = await openRange();
  const browser = await launchBrowser({ executablePath: await findBrowser() });
  try {
    if (isWanted('opening')) await opening(browser, range, report);
    if (isWanted('typing')) await typing(browser, range, report);
    if (isWanted('snapshot')) await snapshots(browser, range, report);
    if (isWanted('live')) await live(browser, range, report);
    if (isWanted('parent')) await parentTasks(browser, report);
  } finally {
    await browser.close();
    await range.close();
  }
}
