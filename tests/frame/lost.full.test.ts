import { expect, test } from 'vitest';

import { desk, deskForEachTest } from './harness.ts';

/** Repeats the tests of `src/document/host/stage.test.ts`, which has a clock of its own, in the real time of a real frame. */
deskForEachTest();

/** A document that does something when it is there. */
const that = (does: string): string => `<!doctype html><p class="editable" id="out"></p>
  <script>addEventListener('load',()=>setTimeout(()=>{${does}},50))</script>`;
const is = (state: 'lost' | 'gone' | 'found'): Promise<unknown> =>
  desk.page.waitForFunction((name) => window.page.seen.some(([seen]) => seen === name), state, { timeout: 60_000 });

test('a document that does not answer is told as lost, and as found when it answers again', async () => {
  await desk.show(that('const end=performance.now()+9000;while(performance.now()<end);'));
  await is('lost');
  await desk.page.locator('#own').fill('the page lives');
  expect(await desk.seen('found')).toEqual([]);
  await is('found');
});

test('one that reloads itself is told as gone', async () => {
  await desk.show(that('location.reload()'));
  expect(await desk.seen('document.ready')).toHaveLength(1);
  await is('gone');
});
