import { setTimeout as wait } from 'node:timers/promises';

import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/server.ts';

import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { bytesOf, Inspector, targets } from '../inspector.ts';
import { signedInBrowser } from './signed-in-browser.ts';
import { WATCHER } from './session.ts';

const SUBMISSIONS = 2_000;
/** Readings of the first so many are held against readings of the last. */
const COMPARED = 500;
const READ_EACH = 50;
/** Between two submissions, milliseconds: time for most to be shown; what comes sooner is coalesced, as on a real wall. */
const PACE = 20;
/** For a submission to be shown and the frame for the next one to be there, milliseconds. */
const PATIENCE = 20_000;

/** What a process holds after a collection of garbage, in bytes and in numbers. */
type Held = { held: number; code: number; documents: number; nodes: number; listeners: number };
/** The dashboard's page, and where its documents have a process of their own that one. */
type Reading = { page: Held; frames: Held | null };

async function heldBy(inspector: Inspector): Promise<Held> {
  // What the first collection lets go of, such as the wrapper of a node, holds what only the second can take.
  await inspector.send('HeapProfiler.collectGarbage');
  await inspector.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners: listeners } = await inspector.send('Memory.getDOMCounters');
  return { ...bytesOf(await inspector.heapSnapshot()), documents, nodes, listeners };
}

/** All documents of a dashboard share one process: any of its frames tells of all. */
async function heldByFrames(endpoint: string): Promise<Held | null> {
  const frame = (await targets(endpoint)).find(({ type }) => type === 'iframe');
  if (!frame) return null;
  const inspector = await Inspector.open(frame);
  const held = await heldBy(inspector);
  inspector.close();
  return held;
}

/** In the page: whether a submission's document is shown, the one before is gone, and the frame for the next one is there. */
const isAtRest = (title: string): boolean => {
  const frames = [...document.querySelectorAll('iframe')];
  const [shown, spare] = [frames.find((frame) => !frame.ariaHidden), frames.find((frame) => frame.ariaHidden)];
  return frames.length === 2 && shown?.title === title && spare?.title === 'Document';
};

async function restsAt(page: Inspector, name: string): Promise<void> {
  const until = performance.now() + PATIENCE;
  // oxlint-disable no-await-in-loop -- until it is so
  while ((await page.value(`(${isAtRest.toString()})(${JSON.stringify(`Document: ${name}`)})`)) !== true) {
    if (performance.now() > until) throw new Error(`${name} was not shown`);
    await wait(PACE);
  }
  // oxlint-enable no-await-in-loop
}

/** A live dashboard over 2,000 real submissions of a real server. */
export async function* wall({ origin }: TestServer): AsyncGenerator<Row> {
  const person = await signedIn(origin, WATCHER);
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
  const browser = await signedInBrowser(origin);
  const { endpoint, page } = browser;
  const readings: Reading[] = [];
  try {
    await page.value(`location.href = ${JSON.stringify(origin + paths.wipDashboard(uuid))}`);
    const begun = performance.now();
    for (let no = 1; no <= SUBMISSIONS; no += 1) {
      // oxlint-disable no-await-in-loop -- one submission after another
      await send(`/v1/wips/${uuid}/update`, filled(no));
      await send(`/v1/wips/${uuid}/submit`, {});
      if (no % READ_EACH === 0) {
        await restsAt(page, `Shift ${no}`);
        if (no <= COMPARED || no > SUBMISSIONS - COMPARED)
          readings.push({ page: await heldBy(page), frames: await heldByFrames(endpoint) });
      } else await wait(PACE);
      // oxlint-enable no-await-in-loop
    }
    const rate = (SUBMISSIONS / (performance.now() - begun)) * 1_000;
    process.stderr.write(`  ${rate.toFixed(1)} submissions a second, ${readings.length} readings\n`);
  } finally {
    page.close();
    await browser.close();
  }
  const compared = COMPARED / READ_EACH;
  const medians = (of: (reading: Reading) => number): [first: number, last: number] => [
    median(readings.slice(0, compared).map(of)),
    median(readings.slice(-compared).map(of)),
  ];
  const row = (what: string, unit: string, of: (reading: Reading) => number): Row => {
    const [floor, ours] = medians(of);
    return { what, floor, ours, unit, bar: { atMost: 1.05 } };
  };
  const MB = 1_000_000;
  const code = (whose: string, of: (reading: Reading) => number): void => {
    const [first, last] = medians(of).map((bytes) => (bytes / MB).toFixed(2));
    process.stderr.write(`  V8's code in ${whose}, no part of the rows: ${first} MB, then ${last} MB\n`);
  };
  const last = `last ${COMPARED} of ${SUBMISSIONS} submissions against the first`;
  yield row(`a live dashboard's heap, ${last}`, 'MB', (reading) => reading.page.held / MB);
  yield row('  its documents', '', (reading) => reading.page.documents);
  yield row('  its nodes', '', (reading) => reading.page.nodes);
  yield row('  its listeners', '', (reading) => reading.page.listeners);
  code('the page', (reading) => reading.page.code);
  if (readings.some(({ frames }) => frames === null)) {
    process.stderr.write('  not every reading found a process of the documents: it has no rows\n');
    return;
  }
  yield row("  its documents' process", 'MB', ({ frames }) => (frames?.held ?? 0) / MB);
  yield row('  documents there', '', ({ frames }) => frames?.documents ?? 0);
  yield row('  nodes there', '', ({ frames }) => frames?.nodes ?? 0);
  code('their process', ({ frames }) => frames?.code ?? 0);
}
