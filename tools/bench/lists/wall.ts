import { setTimeout as wait } from 'node:timers/promises';

import { paths } from '#common/config/paths.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { save, saving, submit } from '#tests/support/writing.ts';

import type { Inspector } from '../inspector.ts';
import { startPlainBrowser } from '../plain-browser.ts';
import { beside, median, type Pairs, type Row } from '../table.ts';
import { memoryOf, memoryOfFrames, type Reading, signedInPage } from './held.ts';

const SUBMISSIONS = 2_000;
/** Readings during the first so many submissions are compared with those during the last. */
const COMPARED = 500;
const READ_EACH = 50;
/** Milliseconds between two submissions: time for most to be shown; earlier ones are coalesced, as on a real wall. */
const PACE = 20;
/** Maximum milliseconds until a submission is shown and the next one's frame is ready. */
const PATIENCE = 20_000;

/**
 * Runs in the page: true if a submission's document is shown, the one before is removed, and the frame for the next one
 * is ready.
 */
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
  const person = await signedIn(origin, demo.administrator);
  const { uuid } = await save(person, 'Shift 0');
  const browser = await startPlainBrowser();
  const readings: Reading[] = [];
  try {
    const page = await signedInPage(browser.address, origin);
    await page.value(`location.href = ${JSON.stringify(origin + paths.wipDashboard(uuid))}`);
    const begun = performance.now();
    for (let no = 1; no <= SUBMISSIONS; no += 1) {
      // oxlint-disable no-await-in-loop -- one submission after another
      const change = saving(`Shift ${no}`, { 'incident-name': `Smoke over ridge ${no}` });
      const { status, text } = await person.post(`/v1/wips/${uuid}/update`, change);
      if (status !== 200) throw new Error(text);
      await submit(person, uuid);
      if (no % READ_EACH === 0) {
        await restsAt(page, `Shift ${no}`);
        if (no <= COMPARED || no > SUBMISSIONS - COMPARED)
          readings.push({ page: await memoryOf(page), frames: await memoryOfFrames(browser.address) });
      } else await wait(PACE);
      // oxlint-enable no-await-in-loop
    }
    const rate = (SUBMISSIONS / (performance.now() - begun)) * 1_000;
    process.stderr.write(`  ${rate.toFixed(1)} submissions a second, ${readings.length} readings\n`);
  } finally {
    await browser.close();
  }
  const compared = COMPARED / READ_EACH;
  const pairs = (of: (reading: Reading) => number): Pairs => ({
    floor: readings.slice(0, compared).map(of),
    ours: readings.slice(-compared).map(of),
  });
  const row = (what: string, unit: string, of: (reading: Reading) => number): Row =>
    beside(what, pairs(of), unit, { atMost: 1.05 });
  const MB = 1_000_000;
  const code = (whose: string, of: (reading: Reading) => number): void => {
    const { floor, ours } = pairs(of);
    const [first, last] = [floor, ours].map((bytes) => (median(bytes) / MB).toFixed(2));
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
