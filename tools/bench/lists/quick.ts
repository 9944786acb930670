import type { Browser, Page } from 'playwright-core';

import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';

import { signIn } from '../../release/sign-in.ts';
import { alone, median, type Row } from '../table.ts';

const COUNT = 2_000;
const RUNS = 9;
/** The first nine keys find all entries, which is the most work; the last two find ever fewer. */
const TYPED = 'document 19';
/** Milliseconds between two keys of a quick typist. */
const KEY_PAUSE = 120;
/** Milliseconds of a frame that a user notices. */
const SLOW = 50;

/** Starts to record the times between frames. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    const note = (now: number): void => {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { gaps });
  });

/** Milliseconds between the frames since the last call. */
const gapsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { gaps: number[] }).gaps.splice(0));

/**
 * Quick open with a host that returns 2,000 names at once: the longest frame while they arrive, and while a user types.
 */
export async function* quick(server: TestServer, browser: Browser): AsyncGenerator<Row> {
  const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 800 } });
  await signIn(page, server.origin, demo.administrator);
  const wips = Array.from({ length: COUNT }, (_, at) => ({ uuid: `w-${at}`, name: `Document ${(at * 733) % COUNT}` }));
  // This host returns its lists in pages of a hundred: this is the reply of a plain host.
  await page.route(`**/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips**`, (route) =>
    route.fulfill({ json: { wips, next: null, count: COUNT } }),
  );
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await watch(page);
  const [opening, typing]: [number[], number[]] = [[], []];
  const all: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    // oxlint-disable no-await-in-loop -- one run at a time, and a person presses one key at a time
    await gapsOf(page);
    await page.keyboard.press('Control+k');
    await page.getByText(/^\d+ results$/).waitFor();
    const opened = await gapsOf(page);
    for (const key of TYPED) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(KEY_PAUSE);
    }
    await page
      .getByRole('option', { name: /Document 19/ })
      .first()
      .waitFor();
    const typed = await gapsOf(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The first run fetches and compiles the code.
    if (run === 0) continue;
    opening.push(Math.max(...opened));
    typing.push(Math.max(...typed));
    all.push(...opened, ...typed);
    // oxlint-enable no-await-in-loop
  }
  yield alone(`quick open over ${COUNT}: the longest frame while the lists come`, median(opening), 'ms', SLOW);
  yield alone('  the longest frame while somebody types', median(typing), 'ms', SLOW);
  yield alone(`  frames over ${SLOW} ms of ${all.length}`, all.filter((gap) => gap > SLOW).length, '', 0);
  await page.close();
}
