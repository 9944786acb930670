import type { Browser, CDPSession, Page } from 'playwright-core';
import * as v from 'valibot';

import { wipsReply } from '#api/contract/wips.ts';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { signedIn } from '#tests/support/person.ts';
import type { TestServer } from '#tests/support/server.ts';

import { alternate } from '../core.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { signedInPage, WATCHER } from './session.ts';

const FEW = { template: COMMAND_TEMPLATE_RIGHT, count: 20 };
const MANY = { template: COMMAND_TEMPLATE_LEFT, count: 2_000 };
type Stock = typeof FEW;
const AT_ONCE = 8;
const ROUNDS = 9;

/** The first nine keys find all, so that most is drawn, the last two ever fewer. */
const TYPED = 'document 19';
/** A quick typist's, milliseconds. */
const KEY_PAUSE = 120;
/** For what the page does when nobody types, milliseconds. */
const SETTLED = 1_500;

/** Saves documents until there are so many of a template; their names are in no order. */
async function stock({ origin }: TestServer, { template, count }: Stock): Promise<void> {
  const person = await signedIn(origin, WATCHER);
  const { json } = await person.get(`/v1/templates/${template}/wips`);
  const there = v.parse(wipsReply, json);
  const names = Array.from({ length: count }, (_, at) => `Document ${(at * 733) % count}`).slice(there.length);
  const save = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const body = { save_name: name, edited_attributes: [], new_attributes: [] };
      // oxlint-disable-next-line no-await-in-loop -- so many at once and no more
      const { status, text } = await person.post(`/v1/templates/${template}/wips/save`, body);
      if (status >= 300) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, save));
}

/** In the page, before its own code: notes when a list's first entries have been painted. */
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

/** Milliseconds of work that the page's main thread has done so far: script, style, layout and paint. */
async function workOf(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** Milliseconds of the page's work for each key of a text: for one key until the next, and for all that follows the last one. */
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
  const { context, page, client } = await signedInPage(browser, server.origin);
  await page.addInitScript(notePaint);
  const { floor, ours } = await alternate(
    ROUNDS,
    () => open(page, FEW),
    () => open(page, MANY),
  );
  yield {
    what: `a list of ${MANY.count} entries against ${FEW.count}, until it is painted`,
    floor: median(floor),
    ours: median(ours),
    unit: 'ms',
    bar: { atMost: 1.3 },
  };
  await client.send('Performance.enable');
  const runs: { keys: number[]; rest: number }[] = [];
  for (let run = 0; run < 3; run += 1) {
    // oxlint-disable no-await-in-loop -- one measurement at a time
    await open(page, MANY);
    runs.push(await typing(client, page));
    // oxlint-enable no-await-in-loop
  }
  const all = runs.flatMap(({ keys }) => keys);
  const row = (what: string, taken: number): Row => ({
    what,
    floor: null,
    ours: taken,
    unit: 'ms',
    bar: { limit: 16 },
  });
  const total = all.reduce((sum, key) => sum + key, 0) + runs.reduce((sum, { rest }) => sum + rest, 0);
  yield row(`one key in the filter of ${MANY.count}, the page's work until the next`, median(all));
  yield row('  the same, mean with what follows the last one', total / all.length);
  await context.close();
}
