import type { Browser, CDPSession, Page } from 'playwright-core';

import { listWips } from '#common/calls/wips.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/hosts/server.ts';
import { save } from '#tests/support/writing.ts';

import { signIn } from '../../release/sign-in.ts';
import { alternate, workOf } from '../core.ts';
import { alone, beside, median, type Row } from '../table.ts';
import { parsed } from '#tests/support/replies.ts';

const FEW = { template: COMMAND_TEMPLATE_RIGHT, count: 20 };
const MANY = { template: COMMAND_TEMPLATE_LEFT, count: 2_000 };
type Stock = typeof FEW;
const AT_ONCE = 8;
const ROUNDS = 9;

/** The first nine keys find all entries, which is the most work; the last two find fewer and fewer. */
const TYPED = 'document 19';
/** Milliseconds between two keys of a quick typist. */
const KEY_PAUSE = 120;
/** Milliseconds for the page's work after the last key. */
const SETTLED = 1_500;

/** Saves documents until a template has so many, with names in random order. */
async function stock({ origin }: TestServer, { template, count }: Stock): Promise<void> {
  const person = await signedIn(origin, demo.administrator);
  const { json } = await person.get(`/v1/templates/${template}/wips`);
  const there = parsed(listWips, json);
  const names = Array.from({ length: count }, (_, at) => `Document ${(at * 733) % count}`).slice(there.length);
  const saveSome = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- so many at once and no more
      await save(person, name, {}, template);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, saveSome));
}

/** Runs in the page, before its own code: records when a list's first entries have been painted. */
function notePaint(): void {
  const look = (): void => {
    if (document.querySelector('a[aria-label^="Open WIP"]') === null) requestAnimationFrame(look);
    // This frame paints them: the next task comes after it.
    else setTimeout(() => performance.mark('list'), 0);
  };
  look();
}

/** Milliseconds from the address to the list's first paint. */
async function open(page: Page, { template }: Stock): Promise<number> {
  await page.goto(`/open-wip/${template}`, { waitUntil: 'commit' });
  const at = await page.waitForFunction(() => performance.getEntriesByName('list')[0]?.startTime);
  return Number(await at.jsonValue());
}

/** Milliseconds of the page's work for each key of a text: from one key to the next, and after the last one. */
async function typing(client: CDPSession, page: Page): Promise<{ keys: number[]; rest: number }> {
  await page.getByRole('searchbox').click();
  await page.waitForTimeout(SETTLED);
  const idleFrom = await workOf(client);
  await page.waitForTimeout(SETTLED);
  const idle = ((await workOf(client)) - idleFrom) / SETTLED;
  const keys: number[] = [];
  let before = await workOf(client);
  const since = async (time: number): Promise<number> => {
    await page.waitForTimeout(time);
    const now = await workOf(client);
    const taken = Math.max(0, now - before - idle * time);
    before = now;
    return taken;
  };
  for (const key of TYPED) {
    // oxlint-disable no-await-in-loop -- a person presses one key at a time
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    keys.push(await since(KEY_PAUSE));
    // oxlint-enable no-await-in-loop
  }
  return { keys, rest: await since(SETTLED) };
}

/** Lists of 2,000 entries against 20: until they are painted, and the work for each key in the filter. */
export async function* entries(server: TestServer, browser: Browser): AsyncGenerator<Row> {
  await stock(server, FEW);
  await stock(server, MANY);
  const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 800 } });
  await signIn(page, server.origin, demo.administrator);
  await page.addInitScript(notePaint);
  const pairs = await alternate(
    ROUNDS,
    () => open(page, FEW),
    () => open(page, MANY),
  );
  const what = `a list of ${MANY.count} entries against ${FEW.count}, until it is painted`;
  yield beside(what, pairs, 'ms', { atMost: 1.3 });
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const runs: { keys: number[]; rest: number }[] = [];
  for (let run = 0; run < 3; run += 1) {
    // oxlint-disable no-await-in-loop -- one measurement at a time
    await open(page, MANY);
    runs.push(await typing(client, page));
    // oxlint-enable no-await-in-loop
  }
  const all = runs.flatMap(({ keys }) => keys);
  const total = all.reduce((sum, key) => sum + key, 0) + runs.reduce((sum, { rest }) => sum + rest, 0);
  yield alone(`one key in the filter of ${MANY.count}, the page's work until the next`, median(all), 'ms', 16);
  yield alone('  the same, mean with what follows the last one', total / all.length, 'ms', 16);
  await page.close();
}
