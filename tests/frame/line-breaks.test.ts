import { expect, test } from 'vitest';

import { shows } from '#tests/support/shows.ts';
import { applyAttributes } from '#document/apply-values.ts';

import { desk, deskForEachTest, PATIENCE } from './harness.ts';

deskForEachTest();

const wrapped = `<!doctype html><p class="editable" id="wrapped">This sentence is wrapped
in the source file at
twenty characters.</p><table><td class="editable" id="cell">Text
            </td></table><pre class="editable" id="columns">    col1    col2
    1       2</pre><p class="editable" id="styled" style="white-space:pre-line">One
two</p><p id="after">After</p>`;

const heights = (): Promise<Record<string, number>> =>
  desk.frame
    .locator('body')
    .evaluate((body) =>
      Object.fromEntries([...body.querySelectorAll('[id]')].map((one) => [one.id, one.getBoundingClientRect().height])),
    );

/** Types at the end of a region. */
async function type(id: string, text: string): Promise<void> {
  await desk.frame.locator(`[id=${id}]`).focus();
  await desk.page.keyboard.press('ControlOrMeta+End');
  await desk.page.keyboard.type(text);
}

test(
  shows('d38.line-breaks')('what an author laid out keeps its look while it is edited, and no line is added to it'),
  async () => {
    await desk.show(wrapped);
    const before = await heights();
    await type('wrapped', '!');
    await desk.value('wrapped', 'This sentence is wrapped in the source file at twenty characters.!');
    await type('cell', 'D');
    await desk.value('cell', 'TextD');
    await type('columns', '!');
    await desk.value('columns', '    col1    col2\n    1       2!');
    // The document's own style shows this line break, so it counts once somebody types.
    expect((await desk.values())['styled']).toBe('One two');
    await type('styled', '!');
    await desk.value('styled', 'One\ntwo!');
    expect(await heights()).toEqual(before);
  },
);

test.each(['edit', 'view'] as const)(
  shows('d38.line-breaks')('what a save wrote keeps its lines and blanks, to %s'),
  async (mode) => {
    const value = 'one\ntwo  three\n   four';
    const saved = applyAttributes(wrapped, [{ id: 'wrapped', value }]).html;
    await desk.show(saved, mode);
    const region = desk.frame.locator('[id=wrapped]');
    expect(await region.evaluate((element: HTMLElement) => [element.innerText, element.textContent])).toEqual([
      value,
      value,
    ]);
    if (mode === 'view') return;
    expect((await desk.values())['wrapped']).toBe(value);
    await type('wrapped', '!');
    await desk.value('wrapped', `${value}!`);
  },
);

test('a document whose saves may have left no mark keeps the line feeds of its text', async () => {
  await desk.show(wrapped, 'edit', '', 'guessed');
  const values = await desk.values();
  expect(values['wrapped']).toBe('This sentence is wrapped\nin the source file at\ntwenty characters.');
  expect(values['cell']).toBe('Text');
});

test('the lines that a person types stay on the screen when the caret goes elsewhere, and those of a script where they are shown', async () => {
  await desk.show(`<p class="editable" id="a"></p><p class="editable" id="b">x</p><p class="editable" id="c" style="white-space:pre-wrap">one
two</p><button id="fill">Fill</button><script>document.querySelector('#fill').onclick=()=>{document.querySelector('#c').textContent='Line 1\\nLine 2'}</script>`);
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.type('one');
  await desk.page.keyboard.press('Enter');
  await desk.page.keyboard.type('two');
  await desk.value('a', 'one\ntwo');
  await desk.frame.locator('#b').click();
  expect(await desk.frame.locator('#a').evaluate((element) => (element as HTMLElement).innerText)).toBe('one\ntwo');
  await desk.command('patch', [['b', 'first\nline']]);
  await desk.command('patch', [['b', 'second\nline']]);
  await expect
    .poll(() => desk.frame.locator('#b').evaluate((element) => (element as HTMLElement).innerText), PATIENCE)
    .toBe('second\nline');
  await desk.frame.locator('#a').click();
  expect(await desk.frame.locator('#b').evaluate((element) => (element as HTMLElement).innerText)).toBe('second\nline');
  await desk.frame.locator('#fill').click();
  await desk.value('c', 'Line 1\nLine 2');
});
