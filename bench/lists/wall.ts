import type { Browser, CDPSession, Page } from 'playwright-core';

import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/server.ts';

import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { signedInPage, WATCHER } from './session.ts';

const SUBMISSIONS = 2_000;
/** Readings of the first so many are held against readings of the last. */
const COMPARED = 500;
const READ_EACH = 50;
/** Between two submissions, milliseconds: time for most to be shown; what comes sooner is coalesced, as on a real wall. */
const PACE = 20;

/** What the dashboard's page holds, its document's frame included, after a collection of garbage. */
type Reading = { heap: number; documents: number; nodes: number; listeners: number; frameHeap: number };

type Held = Omit<Reading, 'frameHeap'>;

async function held(client: CDPSession): Promise<Held> {
  // What the first collection lets go of, such as the wrapper of a node, holds what only the second can take.
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const { documents, nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  return { heap: usedSize, documents, nodes, listeners: jsEventListeners };
}

/** Of the frames that show documents; none is told of where they share the page's process and so its heap. */
async function heldInFrames(page: Page): Promise<number> {
  const heaps = page
    .mainFrame()
    .childFrames()
    .map(async (frame) => {
      const client = await page
        .context()
        .newCDPSession(frame)
        .catch(() => null);
      if (!client) return 0;
      const { heap } = await held(client);
      await client.detach();
      return heap;
    });
  return (await Promise.all(heaps)).reduce((sum, heap) => sum + heap, 0);
}

/** Waits until a submission's document is shown, the one before is gone, and the frame for the next one is there: what a dashboard at rest holds. */
async function isAtRest(page: Page, name: string): Promise<void> {
  await page.waitForFunction((title) => {
    const frames = [...document.querySelectorAll('iframe')];
    const [shown, spare] = [frames.find((frame) => !frame.ariaHidden), frames.find((frame) => frame.ariaHidden)];
    return frames.length === 2 && shown?.title === title && spare?.title === 'Document';
  }, `Document: ${name}`);
}

/** A live dashboard over 2,000 real submissions of a real server. */
export async function* wall(browser: Browser, server: TestServer): AsyncGenerator<Row> {
  const person = await signedIn(server.origin, WATCHER);
  const send = async (path: string, body: unknown): Promise<unknown> => {
    const { status, text, json } = await person.post(path, body);
    if (status >= 300) throw new Error(text);
    return json;
  };
  const filled = (no: number) => ({
    save_name: `Shift ${no}`,
    edited_attributes: [{ id: 'incident-name', value: `Smoke over ridge ${no}` }],
    new_attributes: [],
  });
  const saved = await send(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, filled(0));
  const { uuid } = (saved as { result: { uuid: string } }).result;
  const { context, page, client } = await signedInPage(browser, server.origin);
  await page.goto(paths.wipDashboard(uuid));
  const readings: Reading[] = [];
  const begun = performance.now();
  for (let no = 1; no <= SUBMISSIONS; no += 1) {
    // oxlint-disable no-await-in-loop -- one submission after another
    await send(`/v1/wips/${uuid}/update`, filled(no));
    await send(`/v1/wips/${uuid}/submit`, {});
    if (no % READ_EACH === 0) {
      await isAtRest(page, `Shift ${no}`);
      readings.push({ ...(await held(client)), frameHeap: await heldInFrames(page) });
    } else await page.waitForTimeout(PACE);
    // oxlint-enable no-await-in-loop
  }
  const rate = (SUBMISSIONS / (performance.now() - begun)) * 1_000;
  process.stderr.write(`  ${rate.toFixed(1)} submissions a second, ${readings.length} readings\n`);
  await context.close();
  const compared = COMPARED / READ_EACH;
  const row = (what: string, unit: string, of: (reading: Reading) => number): Row => ({
    what: `${what}, last ${COMPARED} of ${SUBMISSIONS} submissions against the first`,
    floor: median(readings.slice(0, compared).map(of)),
    ours: median(readings.slice(-compared).map(of)),
    unit,
    bar: { atMost: 1.05 },
  });
  const MB = 1_000_000;
  yield row("a live dashboard's heap", 'MB', ({ heap }) => heap / MB);
  if (readings.some(({ frameHeap }) => frameHeap > 0))
    yield row("  its document's process", 'MB', ({ frameHeap }) => frameHeap / MB);
  yield row('  its documents', '', ({ documents }) => documents);
  yield row('  its nodes', '', ({ nodes }) => nodes);
  yield row('  its listeners', '', ({ listeners }) => listeners);
}
