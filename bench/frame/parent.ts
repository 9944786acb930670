import type { Browser, Page } from 'playwright-core';

import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { startServer } from '#tests/support/server.ts';

import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { handbook, register } from './documents.ts';

/** No task of the page may be longer while a person types, in milliseconds; the browser tells those above 50. */
const LONGEST_TASK = 50;

declare global {
  interface Window {
    /** Tasks of the page over 50 ms. */
    longTasks: number[];
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: /^Username/ }).fill('amir');
  await page.getByRole('textbox', { name: /^Password/ }).fill('ready-demo-3');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
}

const longest = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // What is still to be told is told in tasks of its own.
    await new Promise((rest) => setTimeout(rest, 300));
    return Math.max(0, ...window.longTasks.splice(0));
  });

/** The longest task of the real application's page while a document of 5 MB is opened in its editor, and while one types in it. */
export async function parentTasks(browser: Browser, report: (row: Row) => void): Promise<void> {
  const server = await startServer();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    await page.addInitScript(() => {
      if (window.top !== window) return;
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    await signIn(page, server.origin);
    const documents = [
      ['5 MB, 300 regions', handbook()],
      ['6 MB, 20 000 regions', register(20_000)],
    ] as const;
    for (const [what, html] of documents) {
      const opening: number[] = [];
      const keys: number[] = [];
      // oxlint-disable no-await-in-loop -- one measurement at a time
      await page.route(/\/v1\/templates\/[^/]+\?/, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { result: { content: string } };
        body.result.content = html;
        await route.fulfill({ response, json: body });
      });
      for (let round = 0; round < 3; round += 1) {
        await page.goto(`${server.origin}/dashboard`);
        await page.getByRole('heading').first().waitFor();
        await longest(page);
        await page.evaluate((address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
        }, `/forms/${COMMAND_TEMPLATE_LEFT}`);
        const region = page.locator('iframe:visible').last().contentFrame().locator('[id=r0][contenteditable]');
        await region.waitFor({ timeout: 60_000 });
        opening.push(await longest(page));
        await region.click();
        await page.keyboard.type('thirty keys, one after another', { delay: 40 });
        keys.push(await longest(page));
      }
      await page.unroute(/\/v1\/templates\/[^/]+\?/);
      // oxlint-enable no-await-in-loop
      const limit = { floor: null, unit: 'ms', bar: { limit: LONGEST_TASK } } as const;
      report({ what: `the app's longest task (over 50) while opening, ${what}`, ours: median(opening), ...limit });
      report({ what: `the app's longest task (over 50) while typing, ${what}`, ours: median(keys), ...limit });
    }
  } finally {
    await page.close();
    await server.stop();
  }
}
