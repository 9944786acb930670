import { expect, test } from 'vitest';

import { shows } from '#tests/support/shows.ts';
import { applyAttributes } from '#common/document/plan/apply-values.ts';

import { desk, deskForEachTest, PATIENCE } from '../harness.ts';

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
    // The document's own style shows this line break, so it counts once a user types.
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

/** Regions in layouts of many kinds, each with the words that the press is to meet. */
const LAYOUTS = {
  'a cell that does not wrap':
    '<table border=1><tr><td>x</td><td class="editable" id="a" style="width:1px;white-space:nowrap">For any information that is not known leave it blank</td><td>rest</td></tr></table>',
  'nested tables in a form':
    '<form><table width=300><tr><td><table width="100%"><tr><td nowrap class="editable" id="a"> Name of the person who reports the incident </td><td width=20>x</td></tr></table></td></tr></table></form>',
  'an ellipsis':
    '<h1 class="editable" id="a" style="width:200px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis">A headline that is longer than its line</h1>',
  'a label in a row':
    '<div style="display:flex;width:200px"><span class="editable" id="a" style="white-space:nowrap">Telephone, mobile</span><input style="flex:1;min-width:80px"></div>',
  'a grid':
    '<div style="display:grid;grid-template-columns:max-content 1fr;width:300px"><div class="editable" id="a">A column as wide as\n its text</div><div>rest of it that takes room</div></div>',
  'a float':
    '<div style="width:260px"><div class="editable" id="a" style="float:left"> Floating words that end somewhere </div>The text beside it goes around it and on.</div>',
  'a narrow table':
    '<table width=120><tr><td class="editable" id="a">Extraordinarily long\n\twords wrap</td><td>in here</td></tr></table>',
  'vertical writing':
    '<div style="writing-mode:vertical-rl;height:120px"><p class="editable" id="a">Down and then to the left,\n   as long as it goes</p><p>rest</p></div>',
  'a pre': '<pre class="editable" id="a" style="width:200px">    indented  and longer than its line is\n  two</pre>',
  'a list item':
    '<ul style="width:150px"><li class="editable" id="a">\n  An item that is laid out\n  in its source\n</li><li>rest</li></ul>',
  'words in a line':
    '<p style="width:300px">Signed by <span class="editable" id="a">\n the chief\n of staff</span> on the <b class="editable" id="b"> first </b>, or so <i>later</i>, by <b class="editable" id="c">hand </b>or not</p>',
  'a style that keeps lines': '<p class="editable" id="a" style="white-space:pre-line">One\n   two  three</p>',
  'text that stays in its lines':
    '<p class="editable" id="a" style="white-space:pre;width:90px">One line  of it\nand more of it</p>',
  'words with elements':
    '<p class="editable" id="a" style="width:140px">Words <b>in bold</b>\n    <span style="white-space:nowrap">and a part that stays</span> together</p>',
} as const;

test.each(Object.entries(LAYOUTS))(
  '%s lies as it did while it has the caret, wherever it is pressed',
  async (_name, html) => {
    await desk.show(`<!doctype html><body style="font:16px sans-serif">${html}<p id="after">After</p>`);
    const region = desk.frame.locator('#a');
    const boxes = (): Promise<unknown> =>
      desk.frame
        .locator('body')
        .evaluate((body) =>
          [...body.querySelectorAll('*')].map((one) => [
            one.tagName,
            ...[one.getBoundingClientRect()].flatMap(({ x, y, width, height }) =>
              [x, y, width, height].map((n) => Math.round(n * 8) / 8),
            ),
          ]),
        );
    const before = await boxes();
    const box = await region.boundingBox();
    if (!box) throw new Error('It is not to be seen.');
    // Near its end, where a text that grew or shrank at the press would have left the pointer.
    // The browser sends a press by the picture that it has drawn last, which may be without a frame that was shown just now.
    await expect
      .poll(async () => {
        await desk.page.mouse.click(box.x + box.width - 3, box.y + box.height - 3);
        return region.evaluate((one) => one.contains(one.ownerDocument.activeElement));
      }, PATIENCE)
      .toBe(true);
    await desk.page.keyboard.type('!');
    await expect.poll(async () => (await desk.values())['a'], PATIENCE).toContain('!');
    await desk.page.keyboard.press('Backspace');
    await expect.poll(async () => (await desk.values())['a'], PATIENCE).not.toContain('!');
    expect(await boxes()).toEqual(before);
  },
);
