import type { CDPSession } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { desk, deskForEachTest } from './harness.ts';

deskForEachTest();
let client: CDPSession;
beforeEach(async () => {
  client = await desk.page.context().newCDPSession(desk.page);
});

const html = `<!doctype html><p class="editable" id="a">see </p><p id="fixed">fixed</p><input class="editable" id="n" value="3">`;
const rich = [
  { mimeType: 'text/plain', data: 'bold\r\nhttps://x.example', title: '', baseURL: '' },
  { mimeType: 'text/html', data: '<b onclick="1">bold</b><br>https://x.example', title: '', baseURL: '' },
];

/** Drags something from outside the browser, as the browser itself tells it, and lets go over the end of an element. */
async function drop(selector: string): Promise<void> {
  const box = await desk.frame.locator(selector).boundingBox();
  if (!box) throw new Error(`There is no ${selector}.`);
  const at = { x: box.x + box.width - 2, y: box.y + box.height / 2 };
  const data = { items: rich, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await client.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}

test('what is dropped into a region comes as text, in lines; undo takes it away', async () => {
  await desk.show(html);
  await drop('#a');
  await desk.value('a', 'see bold\nhttps://x.example');
  expect(await desk.frame.locator('#a *').count()).toBe(0);
  await desk.page.keyboard.press('ControlOrMeta+z');
  await desk.value('a', 'see');
});

test('what is dropped elsewhere changes nothing, nor does anything in a read-only view', async () => {
  await desk.show(html);
  await drop('#fixed');
  await drop('#n');
  // The last is taken, so that the others have come too.
  await drop('#a');
  await desk.value('a', 'see bold\nhttps://x.example');
  expect((await desk.snapshot()).values).toEqual([
    ['a', 'see bold\nhttps://x.example'],
    ['n', '3'],
  ]);
  expect(await desk.frame.locator('#fixed').innerHTML()).toBe('fixed');
  await desk.show(html, 'view');
  await drop('#a');
  expect(await desk.frame.locator('#a').innerHTML()).toBe('see ');
  expect(await desk.seen('lost')).toEqual([]);
});
