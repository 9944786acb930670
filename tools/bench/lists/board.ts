import { setTimeout as wait } from 'node:timers/promises';

import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { newBoard, template, wall, wip } from '#tests/contract/boards/walls.ts';

import { startPlainBrowser } from '../plain-browser.ts';
import { alone, beside, type Pairs, type Row, shown } from '../table.ts';
import { memoryOf, memoryOfFrames, type Reading, signedInPage } from './held.ts';
import { openQuickLine, quicken } from './quick-line.ts';

/** Hours of the page's clock, and the factor by which it is faster than ours. */
const HOURS = 8;
const QUICK = 30;
const HOUR = 3_600_000 / QUICK;
/** Real milliseconds between two heartbeats: the server's 15 s on the page's clock. */
const HEARTBEAT = 15_000 / QUICK;
const SUBMISSIONS_AN_HOUR = 12;
const READINGS_AN_HOUR = 6;

/**
 * A board of four panes in wall mode, over eight hours: with page turns, drift, ages, checks for a new build, and a
 * submission every five minutes. The first hour, in which everything is loaded once, is not compared: the second is the
 * floor of the last.
 */
export async function* board(): AsyncGenerator<Row> {
  const line = await openQuickLine(HEARTBEAT);
  const server = await startServer({ env: { READY_PUBLIC_URL: line.origin, PORT: line.port } });
  const browser = await startPlainBrowser();
  const readings: (Reading & { hour: number })[] = [];
  const streams: number[] = [];
  try {
    const person = await signedIn(server.origin, demo.administrator);
    const wips = [await save(person, 'Watch 0'), await save(person, 'Night 0')];
    for (const { uuid } of wips) await submit(person, uuid); // oxlint-disable-line no-await-in-loop
    const page = await signedInPage(browser.address, line.origin);
    const panes = [
      template(COMMAND_TEMPLATE_LEFT),
      template(COMMAND_TEMPLATE_RIGHT),
      ...wips.map((one) => wip(one.uuid)),
    ];
    const path = paths.keptBoard(await newBoard(person, wall(...panes), 'Eight hours'));
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${quicken.toString()})(${QUICK})` });
    await page.value(`location.href = ${JSON.stringify(`${line.origin}${path}?wall`)}`);
    await wait(HOUR / 10);
    const begun = performance.now();
    let [submitted, read] = [0, 0];
    for (let passed = 0; passed < HOURS; passed = (performance.now() - begun) / HOUR) {
      // oxlint-disable no-await-in-loop -- one thing after another, as the hours pass
      if (passed * SUBMISSIONS_AN_HOUR > submitted) {
        submitted += 1;
        const { uuid } = wips[submitted % 2] as { uuid: string };
        // Our hours are real minutes: the session has to be renewed, as the page's is automatically.
        const renewed = await person.post('/auth/refresh-token');
        if (renewed.status !== 200) throw new Error(renewed.text);
        const change = saving(`Watch ${submitted}`, { 'incident-name': `Smoke over ridge ${submitted}` });
        await person.post(`/v1/wips/${uuid}/update`, change);
        await submit(person, uuid);
      }
      if (passed * READINGS_AN_HOUR > read) {
        read += 1;
        streams.push(line.streams().open);
        const hour = Math.floor(passed) + 1;
        if (hour === 2 || hour === HOURS)
          readings.push({ hour, page: await memoryOf(page), frames: await memoryOfFrames(browser.address) });
      }
      await wait(HEARTBEAT);
      // oxlint-enable no-await-in-loop
    }
    const last = `Watch ${submitted}`;
    const isShown = await page.value(
      `[...document.querySelectorAll('iframe')].some(({ title, ariaHidden }) => !ariaHidden && title.includes(${JSON.stringify(last)}))`,
    );
    if (isShown !== true) throw new Error(`after ${HOURS} hours the board does not show '${last}'`);
    process.stderr.write(`  ${submitted} submissions, ${readings.length} readings\n`);
  } finally {
    await browser.close();
    await server.stop();
    await line.close();
  }
  const pairs = (of: (reading: Reading) => number): Pairs => ({
    floor: readings.filter(({ hour }) => hour === 2).map(of),
    ours: readings.filter(({ hour }) => hour === HOURS).map(of),
  });
  const row = (what: string, unit: string, of: (reading: Reading) => number): Row =>
    beside(what, pairs(of), unit, { atMost: 1.05 });
  yield row(`a board's heap, hour ${HOURS} against hour 2`, 'MB', ({ page }) => page.held / 1_000_000);
  yield row('  its nodes', '', ({ page }) => page.nodes);
  yield row('  its listeners', '', ({ page }) => page.listeners);
  yield row("  its documents' process", 'MB', ({ frames }) => (frames?.held ?? 0) / 1_000_000);
  yield row('  nodes there', '', ({ frames }) => frames?.nodes ?? 0);
  yield alone('event streams open at once, at most', Math.max(...streams), '', 1);
  yield shown('event streams opened in all', line.streams().ever, '');
}
