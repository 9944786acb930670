import type { Browser, Frame, Page } from 'playwright-core';

import { colourTimeline } from '#tests/support/screencast.ts';

import { launchBrowser } from '../scripts/browser.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { alternate } from './core.ts';
import type { BenchRun, Pairs } from './core.ts';
import { bareEditor, coloured, handbook, register } from './frame/documents.ts';
import { parentTasks } from './frame/parent.ts';
import { openRange } from './frame/range.ts';
import type { Range } from './frame/range.ts';
import { median } from './table.ts';
import type { Row } from './table.ts';

const SIZES = [100, 1_000, 10_000, 20_000] as const;
const roundsOf = (regions: number): number => (regions <= 100 ? 15 : regions <= 1_000 ? 11 : 5);
const count = (regions: number): string => regions.toLocaleString('en').replace(',', ' ');

type Report = (row: Row) => void;

const medians = ({ floor, ours }: Pairs) => ({ floor: median(floor), ours: median(ours) });

async function withPage<T>(browser: Browser, range: Range, act: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
  try {
    await page.goto(range.origin);
    return await act(page);
  } finally {
    await page.close();
  }
}

/** Milliseconds of processor time that the browser's renderers take while something happens; other work on the machine does not count. */
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
    report({ what: `opening until laid out and editable, ${what}`, unit: 'ms', ...medians(time), bar });
    report({ what: `  its processor time`, unit: 'ms', ...medians(work), bar });
  }
}

const KEYS = 20;
/** Longer than the bridge waits before it tells the host. */
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
  const busy = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.waitForTimeout(KEY_PAUSE * 2);
  const before = await busy();
  for (let key = 0; key < KEYS; key += 1) {
    // oxlint-disable no-await-in-loop -- a person presses one key at a time
    await page.keyboard.press('x');
    await page.waitForTimeout(KEY_PAUSE);
    // oxlint-enable no-await-in-loop
  }
  const total = (await busy()) - before;
  await client.detach();
  return total / KEYS;
}

async function typing(browser: Browser, range: Range, report: Report): Promise<void> {
  for (const size of SIZES) {
    const id = `r${size / 2}`;
    range.documents.set('ours', register(size));
    range.documents.set('floor', register(size, bareEditor(id)));
    // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
    const pairs = await alternate(
      5,
      () =>
        withPage(browser, range, async (page) => {
          await page.evaluate(() => window.bench.openFloor('floor'));
          return keyCost(page, id);
        }),
      () =>
        withPage(browser, range, async (page) => {
          await page.evaluate(() => window.bench.openOurs('ours'));
          return keyCost(page, id);
        }),
    );
    report({
      what: `one key in the document's thread, ${count(size)} regions`,
      unit: 'ms',
      ...medians(pairs),
      bar: { atMost: 1.2 },
    });
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
    report({
      what: `snapshot with one touched region, ${count(size)} against ${small}`,
      unit: 'ms',
      ...medians(pairs),
      bar: { atMost: 1.2 },
    });
  }
}

/** From one live update to the next, in milliseconds. */
const UPDATE_PAUSE = 2_000;

async function live(browser: Browser, range: Range, report: Report): Promise<void> {
  range.documents.set('red', coloured('red'));
  range.documents.set('lime', coloured('lime'));
  const next = (round: number): string => (round % 2 === 0 ? 'red' : 'lime');
  const [bare, ours] = [
    await browser.newPage({ viewport: { width: 1280, height: 700 } }),
    await browser.newPage({ viewport: { width: 1280, height: 700 } }),
  ];
  const show = (page: Page, which: 'updateFloor' | 'updateOurs'): (() => Promise<number>) => {
    let round = 0;
    return async () => {
      await page.bringToFront();
      // One update comes long after another: what is prepared for it is there.
      await page.waitForTimeout(UPDATE_PAUSE);
      round += 1;
      return page.evaluate(([method, name]) => window.bench[method](name), [which, next(round)] as const);
    };
  };
  await Promise.all([bare.goto(range.origin), ours.goto(range.origin)]);
  const pairs = await alternate(9, show(bare, 'updateFloor'), show(ours, 'updateOurs'));
  report({
    what: 'live update, 1 000 regions: event to new document shown',
    unit: 'ms',
    ...medians(pairs),
    bar: { atMost: 1.2 },
  });
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
  const most = Math.max(...blank);
  report({
    what: 'live update: blank frames between, the most of 6 updates',
    unit: '',
    floor: null,
    ours: most,
    bar: { limit: 0 },
  });
  await Promise.all([bare.close(), ours.close()]);
}

/**
 * The built frame.html under its own headers, against the browser's own load of the same HTML in the same kind of frame, and a bare editing
 * host in it (quality.md, "Speed").
 */
export async function measure({ report, isWanted }: BenchRun): Promise<Row[]> {
  await ensureBuilt();
  const rows: Row[] = [];
  const tell: Report = (row) => {
    rows.push(row);
    report(row);
  };
  const range = await openRange();
  const browser = await launchBrowser();
  try {
    if (isWanted('opening')) await opening(browser, range, tell);
    if (isWanted('typing')) await typing(browser, range, tell);
    if (isWanted('snapshot')) await snapshots(browser, range, tell);
    if (isWanted('live')) await live(browser, range, tell);
    if (isWanted('parent')) await parentTasks(browser, tell);
  } finally {
    await browser.close();
    await range.close();
  }
  return rows;
}
