import type { Browser, Page } from 'playwright-core';

import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo } from '#tests/support/person.ts';
import { startServer } from '#tests/support/hosts/server.ts';

import { signIn } from '../../release/sign-in.ts';
import { alone, median, type Row } from '../table.ts';
import { handbook, register } from './documents.ts';

/** Maximum milliseconds of a task of the page. */
const LONGEST_TASK = 50;

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds: that of other work on the machine does not count. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly frames?: readonly TracedFrame[] } };
};
type TracedFrame = { readonly url: string; readonly processId: number; readonly parent?: string };

/**
 * Milliseconds of processor time of the page's longest task during some work; its documents have processes of their
 * own.
 */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  // Leaves time for the last tasks to be traced.
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const frames = traceEvents.flatMap(({ args }) => args.data?.frames ?? []);
  const own = frames.find(({ url, parent }) => parent === undefined && url.startsWith(new URL(page.url()).origin));
  const main = traceEvents.find(
    ({ name, pid, args }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === own?.processId,
  );
  if (!main) throw new Error('The page is not in the trace.');
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid);
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}

/**
 * The longest task of the real application's page while a document of 5 MB is opened in its editor, and while a user
 * types in it.
 */
export async function parentTasks(browser: Browser, report: (row: Row) => void): Promise<void> {
  const server = await startServer();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    await signIn(page, server.origin, demo.administrator);
    const documents = [
      ['5 MB, 300 regions', handbook()],
      ['6 MB, 20 000 regions', register(20_000)],
    ] as const;
    for (const [what, html] of documents) {
      const opening: number[] = [];
      const keys: number[] = [];
      // oxlint-disable no-await-in-loop -- one measurement at a time
      await page.route(/\/v1\/templates\/[^/]+\?/, async (route) => {
        const response = await route.fetch({ maxRetries: 3 });
        const body = (await response.json()) as { result: { content: string } };
        body.result.content = html;
        await route.fulfill({ response, json: body });
      });
      for (let round = 0; round < 3; round += 1) {
        await page.goto(`${server.origin}/dashboard`);
        await page.getByRole('heading').first().waitFor();
        const region = page.locator('iframe:visible').last().contentFrame().locator('[id=r0][contenteditable]');
        const open = async (): Promise<void> => {
          await page.evaluate((address) => {
            history.pushState(null, '', address);
            dispatchEvent(new PopStateEvent('popstate', { state: null }));
          }, `/forms/${COMMAND_TEMPLATE_LEFT}`);
          await region.waitFor({ timeout: 120_000 });
        };
        const type = async (): Promise<void> => {
          await region.click();
          await page.keyboard.type('thirty keys, one after another', { delay: 40 });
          // The journal of unsaved text writes within a second.
          await page.waitForTimeout(1_200);
        };
        opening.push(await longestTask(page, open));
        keys.push(await longestTask(page, type));
      }
      await page.unroute(/\/v1\/templates\/[^/]+\?/);
      // oxlint-enable no-await-in-loop
      report(alone(`the app's longest task while opening, ${what}`, median(opening), 'ms', LONGEST_TASK));
      report(alone(`the app's longest task while typing, ${what}`, median(keys), 'ms', LONGEST_TASK));
    }
  } finally {
    await page.close();
    await server.stop();
  }
}
