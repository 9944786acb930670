import type { Browser, BrowserContext, Page } from 'playwright-core';

import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { startServer } from '#tests/support/server.ts';

import { launchBrowser } from '../scripts/browser.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { alternate } from './core.ts';
import type { BenchRun } from './core.ts';
import { median } from './table.ts';
import type { Row } from './table.ts';

const FEW = 20;
const MANY = 2_000;
const ROUNDS = 7;

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: /^Username/ }).fill('amir');
  await page.getByRole('textbox', { name: /^Password/ }).fill('ready-demo-3');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
}

/** Lets the host give so many saved documents. */
async function give(page: Page, count: number): Promise<void> {
  const wips = Array.from({ length: count }, (_, at) => ({
    uuid: `w-${at}`,
    name: `Document ${at}`,
    base_name: 'Document',
    wip_name: `Document ${at}`,
  }));
  await page.unrouteAll();
  await page.route(/\/v1\/templates\/[^/]+\/wips$/, (route) => route.fulfill({ json: { wips } }));
}

/** Milliseconds from the address to the list's first paint. */
async function open(page: Page): Promise<number> {
  await page.goto(`/open-wip/${COMMAND_TEMPLATE_LEFT}`, { waitUntil: 'commit' });
  return page
    .waitForFunction(() => {
      const link = document.querySelector('a[aria-label^="Open WIP"]');
      return link ? performance.now() : null;
    })
    .then((handle) => handle.jsonValue())
    .then(Number);
}

/** Milliseconds of the page's own work for each key that is typed into the filter. */
async function keys(context: BrowserContext, page: Page): Promise<number> {
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  const busy = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const text = 'document 19';
  await page.getByRole('searchbox').click();
  const before = await busy();
  await page.keyboard.type(text, { delay: 120 });
  const after = await busy();
  await client.detach();
  return (after - before) / text.length;
}

async function lists(browser: Browser, origin: string, tell: (row: Row) => void): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page);
  const load = (count: number) => async (): Promise<number> => {
    await give(page, count);
    return open(page);
  };
  const { floor, ours } = await alternate(ROUNDS, load(FEW), load(MANY));
  tell({
    what: `a list of ${MANY} entries against ${FEW}, until it is there`,
    floor: median(floor),
    ours: median(ours),
    unit: 'ms',
    bar: { atMost: 1.3 },
  });
  await load(MANY)();
  await page.getByText(`Available WIPs (${MANY})`).waitFor();
  const taken = await keys(context, page);
  tell({
    what: `one key in the filter of ${MANY} entries, the page's own work`,
    floor: null,
    ours: taken,
    unit: 'ms',
    bar: { limit: 16 },
  });
  await context.close();
}

/** Lists of 2,000 entries against 20 (quality.md, "Speed"). */
export async function measure({ report }: BenchRun): Promise<Row[]> {
  await ensureBuilt();
  const rows: Row[] = [];
  const tell = (row: Row): void => {
    rows.push(row);
    report(row);
  };
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  try {
    await lists(browser, server.origin, tell);
  } finally {
    await browser.close();
    await server.stop();
  }
  return rows;
}
