import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openRange } from '#tests/frame/attacks/range.ts';
import type { Range } from '#tests/frame/attacks/range.ts';
import { until } from '#tests/frame/attacks/measure.ts';

import { startFirefox } from './driver.ts';

let range: Range;
let firefox: Awaited<ReturnType<typeof startFirefox>>;
let page: Page;
beforeAll(async () => {
  range = await openRange();
  firefox = await startFirefox();
});
afterAll(async () => {
  await firefox.end();
  await range.close();
});
beforeEach(async () => {
  page = await firefox.browser.newPage();
  await page.goto(range.origin);
});

const seen = (name: string): Promise<unknown> =>
  page.evaluate(`window.page.seen.findLast(([name])=>name==='${name}')?.[1]`);
const value = async (id: string): Promise<unknown> => page.evaluate(`window.page.host.value('${id}')`);

/** Opens a document and puts the keyboard into a region. */
async function show(html: string, id: string): Promise<void> {
  await page.bringToFront();
  await page.evaluate(`window.page.open(${JSON.stringify(html)},'edit')`);
  await until(async () => (await seen('onReady')) !== undefined);
  await page.evaluate(`window.page.host.focus('${id}',1000)`);
  const frame = page.frames().at(-1);
  await until(async () => (await frame?.evaluate('document.activeElement.id').catch(() => '')) === id);
}

async function holds(id: string, expected: string): Promise<void> {
  await until(async () => (await value(id)) === expected);
  expect(await value(id)).toBe(expected);
}

async function press(...keys: readonly string[]): Promise<void> {
  const [held, key] = keys.length > 1 ? keys : [undefined, keys[0]];
  if (held) await page.keyboard.down(held as 'Control');
  await page.keyboard.press(key as 'Enter');
  if (held) await page.keyboard.up(held as 'Control');
}

const two = '<!doctype html><title>T</title><p class="editable" id="a">one</p><p class="editable" id="b">two</p>';

test('typing tells the host, Enter is a line feed, undo and redo work', async () => {
  await show(two, 'a');
  await page.keyboard.press('End');
  await page.keyboard.type(' more');
  await holds('a', 'one more');
  await press('Enter');
  await page.keyboard.type('line');
  await holds('a', 'one more\nline');
  await press('Control', 'z');
  await until(async () => !String(await value('a')).includes('line'));
  expect(await value('a')).not.toContain('line');
  await press('Control', 'y');
  await holds('a', 'one more\nline');
});

test('formatting is refused', async () => {
  await show(two, 'a');
  await press('Control', 'a');
  await press('Control', 'b');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await holds('a', 'one!');
  const inner = await page.frames().at(-1)?.evaluate(`document.getElementById('a').innerHTML`);
  expect(inner).toBe('one!');
});

test('Tab walks the regions in their order', async () => {
  await show(two, 'a');
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('+');
  await holds('b', 'two+');
});

test('a snapshot carries the values and what the document’s own function returned', async () => {
  await show(
    `${two}<script>function getNewAttributes(){return [{id:'row-1',value:document.getElementById('a').textContent}]}</script>`,
    'a',
  );
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.evaluate('window.page.host.snapshot(1)');
  await until(async () => (await seen('onSnapshot')) !== undefined);
  expect(await seen('onSnapshot')).toMatchObject({
    values: [
      ['a', 'one!'],
      ['b', 'two'],
    ],
    newAttributes: [{ id: 'row-1', value: 'one!' }],
    error: null,
  });
});

test('an address that is pasted alone asks for its text; the link can be undone', async () => {
  await show(`<p class="editable" id="a"></p><p class="editable" id="b">https://ready.example/x</p>`, 'b');
  await press('Control', 'a');
  await press('Control', 'c');
  await page.evaluate(`window.page.host.focus('a')`);
  await until(
    async () =>
      (await page
        .frames()
        .at(-1)
        ?.evaluate('document.activeElement.id')
        .catch(() => '')) === 'a',
  );
  await press('Control', 'v');
  await until(async () => (await seen('onPasteUrl')) !== undefined);
  const question = (await seen('onPasteUrl')) as { no: number; url: string };
  expect(question.url).toBe('https://ready.example/x');
  await page.evaluate(`window.page.host.linkText(${question.no},'${question.url}','Plan')`);
  await holds('a', 'https://ready.example/x[Plan,window=_top]');
  await press('Control', 'z');
  await holds('a', '');
});
