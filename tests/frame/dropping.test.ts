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

/** Drags something from outside the browser, with the browser's own events, and drops it over the end of an element. */
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

/** The place in the window at which a character of an element begins, or the last one ends. */
async function point(selector: string, at: number): Promise<[x: number, y: number]> {
  const frame = await desk.page.locator('iframe').boundingBox();
  const inner = await desk.frame.locator(selector).evaluate((element, index) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    range.setStart(text, Math.min(index, text.length));
    range.setEnd(text, Math.min(index + 1, text.length));
    const { left, top, height } = range.getBoundingClientRect();
    return [left, top + height / 2] as const;
  }, at);
  return [inner[0] + (frame?.x ?? 0), inner[1] + (frame?.y ?? 0)];
}

/** Marks the word at a place and drags it, as a hand does. */
async function drag(from: [number, number], to: [number, number], key?: string): Promise<void> {
  const { mouse, keyboard } = desk.page;
  const [x, y] = [from[0] + 3, from[1]];
  await mouse.dblclick(x, y);
  await mouse.down();
  await mouse.move(x + 9, y, { steps: 3 });
  if (key) await keyboard.down(key);
  await mouse.move(...to, { steps: 3 });
  await mouse.move(...to);
  await mouse.up();
  if (key) await keyboard.up(key);
}

test('what is dragged within a document is moved, between regions and fields as well; with Ctrl it is copied', async () => {
  await desk.show(
    `<!doctype html><p class="editable" id="a">alpha beta gamma</p><p class="editable" id="b">second</p><textarea class="editable" id="f">field</textarea><p id="fixed">fixed</p>`,
  );
  await drag(await point('#a', 0), await point('#a', 99));
  await desk.value('a', 'beta gammaalpha');
  await desk.page.keyboard.press('ControlOrMeta+z');
  await desk.page.keyboard.press('ControlOrMeta+z');
  await desk.value('a', 'alpha beta gamma');
  await drag(await point('#a', 0), await point('#b', 99));
  await desk.value('b', 'secondalpha');
  await desk.value('a', 'beta gamma');
  // Onto itself.
  await drag(await point('#b', 0), await point('#b', 4));
  await drag(await point('#a', 1), await point('#b', 0), 'ControlOrMeta');
  await desk.value('b', 'betasecondalpha');
  await desk.value('a', 'beta gamma');
  const box = await desk.frame.locator('#f').boundingBox();
  if (!box) throw new Error('There is no field.');
  await drag(await point('#b', 1), [box.x + 90, box.y + 10]);
  await desk.value('f', 'fieldbetasecondalpha');
  await desk.value('b', '');
  await drag([box.x + 5, box.y + 10], await point('#a', 0));
  await desk.value('a', 'fieldbetasecondalpha beta gamma');
  await desk.value('f', '');
  // Text that no user may change stays in its place.
  await drag(await point('#fixed', 1), await point('#a', 0));
  await desk.value('a', 'fixedfieldbetasecondalpha beta gamma');
  expect(await desk.frame.locator('#fixed').textContent()).toBe('fixed');
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
