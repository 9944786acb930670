import { expect, test } from 'vitest';
import { inFull } from '../../scripts/suites.ts';
import { desk, deskForEachTest, PATIENCE } from './harness.ts';

deskForEachTest();

const board = (wind: string, body = '', head = ''): string => `<!DOCTYPE html><html lang="en">
<style>body{margin:0;font:20px/1.4 sans-serif}p,td{border:1px solid;margin:10px}div div{display:none}${head}</style>
<p id="room" class="editable">Room</p><p id="wind" class="editable">${wind}</p>
<span id="tight" class="editable" style="display:inline-block">${wind}</span><input id="field" class="editable" value="${wind}">${body}`;

/** Shows a submission in the place of the one before, as a wall does. */
async function submit(html: string): Promise<void> {
  const before = (await desk.seen('document.ready')).length;
  await desk.page.evaluate((text) => window.page.openLive(text, true), html);
  await desk.event('document.ready', before + 1);
}
const labels = () => desk.frame.locator('.label');
const words = (): Promise<string[]> => labels().allTextContents();
const rect = async (selector: string, at = 0) => {
  const box = await desk.frame.locator(selector).nth(at).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen.`);
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};
/** How the document lies. */
const lie = () =>
  desk.frame.locator('html').evaluate((root) => {
    const places = [...root.querySelectorAll('body, body *')].map((element) =>
      JSON.stringify(element.getBoundingClientRect()),
    );
    return { places, text: (root as HTMLElement).innerText, high: root.scrollHeight, wide: root.scrollWidth };
  });

test('what a submission has changed is marked, moves nothing, is no part of the document, and is gone from paper', async () => {
  await submit(board('SW 12'));
  expect(await words()).toEqual([]);
  await submit(board('W 25'));
  await expect.poll(words).toEqual(['changed', 'changed', 'changed']);
  const marked = await lie();
  await desk.page.evaluate(() => window.page.host?.post({ type: 'mark', marks: [] }));
  await expect.poll(words).toEqual([]);
  expect(await lie()).toEqual(marked);
  await desk.page.evaluate(() => window.page.host?.post({ type: 'mark', marks: [['room', 'changed 14:32']] }));
  await labels().getByText('changed 14:32').waitFor();
  await desk.page.emulateMedia({ media: 'print' });
  await labels().waitFor({ state: 'hidden' });
});

test('the words stand beside the text where there is room, and else on the upper edge of the region', async () => {
  await submit(board('SW 12'));
  await submit(board('W 25'));
  await expect.poll(words).toHaveLength(3);
  const [beside, edge] = [await rect('.label', 0), await rect('.label', 1)];
  const [wind, tight] = [await rect('#wind'), await rect('#tight')];
  const end = await desk.frame.locator('#wind').evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  });
  for (const [side, at] of Object.entries(await rect('.box')))
    expect(Math.abs(at - wind[side as keyof typeof wind]), side).toBeLessThan(2);
  const zero = (await rect('html')).left;
  expect(beside.left).toBeGreaterThan(zero + end);
  expect(beside.right).toBeLessThan(wind.right);
  expect(beside.top).toBeGreaterThan(wind.top);
  expect(beside.bottom).toBeLessThan(wind.bottom);
  expect(edge.top).toBeLessThan(tight.top);
  expect(edge.bottom).toBeLessThan((tight.top + tight.bottom) / 2);
});

test('a field that shows its whole value is marked where that stands', async () => {
  const field = (value: string): string => board('SW 12', `<textarea id="long" class="editable">${value}</textarea>`);
  await submit(field('one'));
  await submit(field('one\ntwo\nthree\nfour\nfive'));
  await expect.poll(words).toEqual(['changed']);
  // A new look at the room puts a new stand-in there.
  await expect
    .poll(async () => {
      const [box, text] = [await rect('.box'), await rect('span[role=note]')];
      return Object.entries(box).filter(([side, at]) => Math.abs(at - text[side as 'left']) > 0.5);
    }, PATIENCE)
    .toEqual([]);
});

test('marks follow a document that moves by itself', async () => {
  await submit(board('SW 12'));
  await submit(board('W 25'));
  await expect.poll(words).toHaveLength(3);
  await desk.frame.locator('#room').evaluate((room) => void (room.style.height = '200px'));
  await expect
    .poll(async () => {
      const [box, wind] = [await rect('.box'), await rect('#wind')];
      return wind.top > 200 && Math.abs(box.top - wind.top) < 2;
    }, PATIENCE)
    .toBe(true);
});

const MANY = 20_000;

inFull(test)(`a document with ${MANY} changed regions stays one that can be read`, async () => {
  const rows = (value: string): string =>
    Array.from({ length: MANY }, (_, at) => `<p id="row-${at}" class="editable">${value}</p>`).join('');
  await submit(board('SW 12', rows('one')));
  await submit(board('W 25', rows('two')));
  await expect.poll(async () => (await words()).length, PATIENCE).toBe(500);
  await desk.event('pong.received');
});
