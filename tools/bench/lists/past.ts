import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { paths } from '#common/config/paths.ts';
import { demo, demoPassword, signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { alternate } from '../core.ts';
import { documentOfRegions, importDocuments } from '../server/documents.ts';
import { startAt } from '../server/host.ts';
import { alone, beside, type Row } from '../table.ts';

const [REGIONS, ROUNDS] = [1_000, 9];
const REST = 1_500;

type Moved = { time: number; blank: number };

/** Moves to the change before, and resolves with the time until its document is shown. Frames of the page without any document are counted. */
const moveBack = async (page: Page, name: string): Promise<Moved> => {
  // Neighbours of the moment are loaded by then, as for a person who looks at it.
  await page.waitForTimeout(REST);
  await page.getByRole('slider', { name: 'Moment' }).focus();
  // Before the key: the page may get the two in another order.
  await page.evaluate((title) => {
    const moved = new Promise<Moved>((done) => {
      let [start, blank] = [0, 0];
      addEventListener('keydown', () => (start = performance.now()), { once: true, capture: true });
      const look = (): void => {
        const frames = [...document.querySelectorAll('iframe')].filter((frame) => !frame.ariaHidden);
        if (start > 0 && frames.length === 0) blank += 1;
        if (start > 0 && frames.some((frame) => frame.title === title))
          done({ time: performance.now() - start, blank });
        else requestAnimationFrame(look);
      };
      look();
    });
    Object.assign(window, { moved });
  }, `Document: ${name}`);
  await page.keyboard.press('ArrowLeft');
  return page.evaluate(() => Reflect.get(window, 'moved') as Promise<Moved>);
};

/** Fetches an archive and loads it into a sandboxed frame of the same page. */
const fetchAndLoad = (page: Page, archive: string): Promise<number> =>
  page.evaluate(async (path) => {
    const start = performance.now();
    const { content } = (await (await fetch(path, { cache: 'no-store' })).json()) as { content: string };
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '');
    frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%;';
    frame.srcdoc = content;
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    document.body.append(frame);
    await loaded;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    frame.remove();
    return performance.now() - start;
  }, `/v1/archives/${archive}`);

/** A live dashboard at an earlier moment, from change to change, against fetching and loading the same document. */
export async function* past(_: TestServer, browser: Browser): AsyncGenerator<Row> {
  const data = await mkdtemp(join(tmpdir(), 'ready-bench-past-'));
  const place = { READY_DATA: data };
  await (await startAt(place)).stop();
  const document = documentOfRegions(REGIONS);
  await importDocuments(place, [document]);
  const server = await startAt(place);
  try {
    const person = await signedIn(server.origin, demo.administrator);
    const { uuid } = await save(person, 'Moment 0', document.values, document.uuid);
    let archive = await submit(person, uuid);
    const moments = 2 * ROUNDS + 2;
    for (let no = 1; no <= moments; no += 1) {
      // oxlint-disable no-await-in-loop -- one submission after another
      await person.post(`/v1/wips/${uuid}/update`, saving(`Moment ${no}`, { r0: `Change ${no}` }));
      archive = await submit(person, uuid);
      // oxlint-enable no-await-in-loop
    }
    // The floor loads a document without the page's rules.
    const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
    await page.goto(server.origin + paths.login());
    await page.getByRole('textbox', { name: /^Username/ }).fill(demo.administrator);
    await page.getByRole('textbox', { name: /^Password/ }).fill(demoPassword(demo.administrator));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await wait(REST);
    await page.goto(`${server.origin}${paths.wipDashboard(uuid)}?at=${new Date(Date.now() - 500).toISOString()}`);
    await page.getByText(/^This is/).waitFor();
    // The first change before the moment is the one that is shown.
    await moveBack(page, `Moment ${moments}`);
    let [at, blank] = [moments, 0];
    const pairs = await alternate(
      ROUNDS,
      () => fetchAndLoad(page, archive),
      async () => {
        at -= 1;
        const moved = await moveBack(page, `Moment ${at}`);
        blank += moved.blank;
        return moved.time;
      },
    );
    yield beside(`to the change before, ${REGIONS} regions, until its document is shown`, pairs, 'ms', { atMost: 1.2 });
    yield alone('  frames without a document', blank, '', 0);
    await page.close();
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
