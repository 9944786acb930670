import { expect, test } from 'vitest';

import type { FrameMode } from '#document/host/protocol.ts';

import { desk, deskForEachTest } from './harness.ts';

deskForEachTest();

/** At which side of its region each line begins, and from left to right the first and the last letter of the region's last line. */
async function lines(id: string): Promise<{ sides: string[]; ends: string }> {
  return desk.frame.locator(`[id="${id}"]`).evaluate((element) => {
    const range = document.createRange();
    element.normalize();
    const [text] = [...element.childNodes];
    const data = text instanceof Text ? text.data : '';
    const at = (from: number, to: number): DOMRect => {
      if (text) {
        range.setStart(text, from);
        range.setEnd(text, to);
      }
      return range.getBoundingClientRect();
    };
    const box = element.getBoundingClientRect();
    let start = 0;
    const sides = data.split('\n').map((line) => {
      const { left, right } = at(start, start + line.length);
      start += line.length + 1;
      return Math.abs(left - box.left) < 2 ? 'left' : Math.abs(right - box.right) < 2 ? 'right' : 'neither';
    });
    const last = data.lastIndexOf('\n') + 1;
    const isLeft = at(last, last + 1).left < at(data.length - 1, data.length).left;
    const letters = [data.charAt(last), data.at(-1) ?? ''];
    return { sides, ends: (isLeft ? letters : letters.toReversed()).join('') };
  });
}

const mixed = 'Engine 4: ready\nالوحدة Engine 4 جاهزة\n12:30 في الميناء!';
const page = (attributes: string): string =>
  `<!doctype html><html ${attributes}><title>T</title><p class="editable" id="latin">Ready!</p><p class="editable" id="arabic">الوحدة Engine 4.</p>
  <p class="editable" id="mixed">${mixed}&#13;</p><p class="editable" id="number">12:30</p>
  <p class="editable" id="left" dir="ltr">الوحدة.</p><section dir="rtl"><p class="editable" id="right">Ready!</p></section><p class="editable" id="empty"></p></html>`;

test.each(['edit', 'view'] as const)(
  '%s: each line is read in the direction of its first letter',
  async (mode: FrameMode) => {
    for (const attributes of ['lang="en"', 'lang="en" dir="ltr"']) {
      await desk.show(page(attributes), mode);
      expect(await lines('latin')).toEqual({ sides: ['left'], ends: 'R!' });
      expect(await lines('arabic')).toEqual({ sides: ['right'], ends: '.ا' });
      expect(await lines('mixed')).toEqual({ sides: ['left', 'right', 'right'], ends: '!1' });
      expect(await lines('number')).toEqual({ sides: ['left'], ends: '10' });
      // A direction that the document sets stays.
      expect(await lines('left')).toEqual({ sides: ['left'], ends: 'ا.' });
      expect(await lines('right')).toEqual({ sides: ['right'], ends: '!R' });
    }
  },
);

test('what is typed goes to its side, and a document in Arabic keeps its own direction', async () => {
  await desk.show(page('lang="en"'));
  await desk.frame.locator('#empty').click();
  await desk.page.keyboard.type('ريح قوية');
  expect((await lines('empty')).sides).toEqual(['right']);
  await desk.page.keyboard.press('Enter');
  await desk.page.keyboard.type('Wind');
  await desk.value('empty', 'ريح قوية\nWind');
  expect((await lines('empty')).sides).toEqual(['right', 'left']);

  await desk.show(page('lang="ar" dir="rtl"'));
  for (const id of ['latin', 'arabic', 'number']) expect((await lines(id)).sides, id).toEqual(['right']);
  expect((await lines('latin')).ends).toBe('!R');
});
