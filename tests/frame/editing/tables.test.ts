import { describe, expect, test } from 'vitest';

import { desk, PATIENCE, soundDeskForEachTest, press, region } from '../harness.ts';

soundDeskForEachTest();

/** The region with the keyboard, and how many characters stand before the caret. */
const caret = (): Promise<string> =>
  desk.frame.locator('body').evaluate(() => {
    const active = document.activeElement as HTMLInputElement;
    const selection = getSelection();
    if (active.selectionStart !== undefined) return `${active.id} ${active.selectionStart}`;
    const range = document.createRange();
    range.selectNodeContents(active);
    if (selection?.focusNode) range.setEnd(selection.focusNode, selection.focusOffset);
    return `${active.id} ${range.toString().length}`;
  });

const cell = (id: string, text = '', more = ''): string => `<td class="editable" id="${id}" ${more}>${text}</td>`;
const LOG = `<!doctype html><style>table{width:600px;table-layout:fixed}</style>
  <p class="editable" id="above">x</p><table><thead><tr><th>Time<th>Unit<th>Note</tr></thead><tbody id="rows">
  <tr>${cell('a1', 'one')}${cell('b1', 'unit')}${cell('c1')}</tr>
  <tr>${cell('a2')}<td>fixed</td>${cell('c2', '', 'data-ready-type="multiline"')}</tr>
  <tr><td colspan="2"><span class="editable" id="ab3">wide</span></td><td><input class="editable" id="c3" value="field"></td></tr>
  <tr>${cell('a4', 'last')}${cell('b4')}<td></td></tr></tbody></table>`;

describe('keys in the cells of a table', () => {
  test('Enter goes down its column, Shift+Enter breaks the line, and nothing is below the last row', async () => {
    await desk.show(LOG);
    await region('a1').click();
    await press('End', 'Shift+Enter');
    await desk.page.keyboard.type('two');
    await desk.value('a1', 'one\ntwo');
    await press('Enter');
    expect(await caret()).toBe('a2 0');
    await press('Enter', 'Enter', 'Enter', 'Enter');
    expect(await caret()).toBe('a4 4');
    await desk.page.keyboard.type('!');
    await desk.value('a4', 'last!');
    // Over the cell that has no region.
    await region('b1').click();
    await press('Enter');
    expect(await caret()).toBe('ab3 4');
  });

  test('where the document says multiline, and beside tables, Enter breaks the line', async () => {
    await desk.show(`${LOG}<table><tr>${cell('page', 'a')}${cell('beside')}</tr></table>`);
    await region('c1').click();
    await press('Enter');
    await desk.page.keyboard.type('x');
    await press('Enter');
    await desk.page.keyboard.type('y');
    await desk.value('c2', 'x\ny');
    await region('page').click();
    await press('End', 'Enter');
    await desk.page.keyboard.type('b');
    await desk.value('page', 'a\nb');
    await region('above').click();
    await press('End', 'Enter');
    await desk.page.keyboard.type('y');
    await desk.value('above', 'x\ny');
    await region('c3').click();
    await press('Enter');
    expect(await caret()).toMatch(/^c3/);
  });

  test('arrow keys leave a cell at the edge of its text only', async () => {
    await desk.show(LOG);
    await region('b1').click();
    await press('Home', 'ArrowRight');
    expect(await caret()).toBe('b1 1');
    await press('ArrowLeft');
    expect(await caret()).toBe('b1 0');
    await press('ArrowLeft');
    expect(await caret()).toBe('a1 3');
    await press('ArrowRight');
    expect(await caret()).toBe('b1 0');
    await press('End', 'ArrowRight');
    expect(await caret()).toBe('c1 0');
    // Nothing is further to the right.
    await press('ArrowRight', 'ArrowDown', 'ArrowDown');
    expect(await caret()).toMatch(/^c3/);
    await press('Home', 'ArrowRight');
    expect(await caret()).toBe('c3 1');
    await press('Home', 'ArrowLeft');
    expect(await caret()).toBe('ab3 4');
    await press('ArrowUp', 'ArrowUp', 'ArrowUp');
    expect(await caret()).toMatch(/^a1/);
  });

  test('up and down leave a cell of several lines at its first and last one', async () => {
    await desk.show(`<style>td{width:120px;font:16px monospace;white-space:pre-wrap}</style><table><tr>${cell('a', 'top')}</tr>
      <tr>${cell('b', 'words that wrap into several lines')}</tr><tr>${cell('c', 'end')}</tr></table>`);
    await region('a').click();
    await press('Home', 'ArrowDown');
    expect(await caret()).toBe('b 0');
    await press('ArrowDown');
    expect(await caret()).toMatch(/^b [1-9]/);
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(await caret()).toMatch(/^c/);
    await press('ArrowUp');
    expect(await caret()).toMatch(/^b (2|3)\d/);
    await press('ArrowUp');
    expect(await caret()).toMatch(/^b/);
    await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    expect(await caret()).toMatch(/^a/);
  });

  test('left is left in a table from right to left, and in its text', async () => {
    await desk.show(
      `<html dir="rtl"><table><tr>${cell('first', 'שלום')}${cell('second', 'טוב')}</tr><tr>${cell('x')}${cell('y')}</tr></table>`,
    );
    await desk.command('focus', 'first', 4);
    await expect.poll(caret, PATIENCE).toBe('first 4');
    await press('ArrowLeft');
    expect(await caret()).toBe('second 0');
    await press('ArrowRight');
    expect(await caret()).toBe('first 4');
    await desk.command('focus', 'first', 0);
    await expect.poll(caret, PATIENCE).toBe('first 0');
    await press('ArrowRight');
    expect(await caret()).toBe('first 0');
  });

  test('Enter in the last row adds one by the button that the document names, when there is something in the last', async () => {
    await desk.show(`<table><tbody id="log"><tr>${cell('r1', 'a')}</tr><tr>${cell('r2')}</tr></tbody></table><button data-ready-add-row="log">+</button>
      <script>let no=2;document.querySelector('button').onclick=()=>{no++;log.insertAdjacentHTML('beforeend','<tr><td class="editable" id="r'+no+'"></td></tr>')}</script>`);
    await region('r1').click();
    await press('Enter', 'Enter');
    expect(await caret()).toBe('r2 0');
    await desk.page.keyboard.type('b');
    await press('Enter');
    expect(await caret()).toBe('r3 0');
    await desk.page.keyboard.type('c');
    await desk.value('r3', 'c');
    expect(await region('r4').count()).toBe(0);
  });
});

describe('a table that is pasted', () => {
  const SHEET = `<table><tr><th>Name<th>Crew<th>Note</tr>
    ${[1, 2, 3].map((row) => `<tr>${cell(`n${row}`)}${cell(`c${row}`)}<td><input class="editable" id="i${row}"></td></tr>`).join('')}
    <tr><td colspan="2">Sum</td>${cell('sum', 'kept')}</tr></table>`;
  const asked = async (count = 1) => (await desk.event('grid.pasted', count)) as { no: number; grid: unknown };

  test('fills cells to the right and below when the person says so; one undo takes it back, one redo brings it again', async () => {
    await desk.show(SHEET);
    await region('n2').click();
    await desk.page.keyboard.type('old');
    await desk.value('n2', 'old');
    await desk.paste('Engine 14\t3\tready\r\nEngine 9\t4\t"two\nlines"\r\nx\t\tover\r\n');
    await press('ControlOrMeta+v');
    const { no, grid } = await asked();
    expect(grid).toEqual({ cells: 9, fits: 7, replaced: 2, left: ['two\nlines', 'x'] });
    expect(await desk.values()).toMatchObject({ n2: 'old', n3: '' });
    await desk.page.locator('#own').focus();
    await desk.command('gridAnswer', no, 'fill');
    await desk.value('sum', 'over');
    const filled = { n2: 'Engine 14', c2: '3', i2: 'ready', n3: 'Engine 9', c3: '4', i3: '', sum: 'over' };
    expect(await desk.values()).toMatchObject(filled);
    expect(await caret()).toBe('n2 9');
    expect(await desk.seen('unasked')).toEqual([]);
    await press('ControlOrMeta+z');
    await desk.value('n2', 'old');
    expect(await desk.values()).toMatchObject({ n2: 'old', c2: '', i2: '', n3: '', c3: '', sum: 'kept' });
    await press('ControlOrMeta+Shift+z');
    await desk.value('sum', 'over');
    expect(await desk.values()).toMatchObject(filled);
    // Later typing is taken back first.
    await region('c1').click();
    await desk.page.keyboard.type('z');
    await desk.value('c1', 'z');
    await press('ControlOrMeta+z');
    await desk.value('c1', '');
    expect(await desk.values()).toMatchObject(filled);
    await press('ControlOrMeta+z');
    await desk.value('n2', 'old');
    expect(await desk.values()).toMatchObject({ n2: 'old', sum: 'kept' });
  });

  test('is a table of the clipboard as well, with its links, and merged cells where they begin', async () => {
    await desk.show(SHEET);
    await desk.paste(
      'Name plan',
      `<table><tr><td colspan="2">wide</td><td>a</td></tr>
        <tr><td><a href="https://ready.example/">plan</a></td><td>1<br>2</td><td>&nbsp;</td></tr></table>`,
    );
    await region('n1').click();
    await press('ControlOrMeta+v');
    const { no, grid } = await asked();
    expect(grid).toEqual({ cells: 6, fits: 6, replaced: 0, left: [] });
    await desk.command('gridAnswer', no, 'fill');
    await desk.value('c2', '1\n2');
    expect(await desk.values()).toMatchObject({
      n1: 'wide',
      c1: '',
      i1: 'a',
      n2: 'https://ready.example/[plan]',
      i2: '',
    });
  });

  test('is text where the person says so, and nothing where they cancel; the caret is where it was', async () => {
    await desk.show(SHEET);
    await desk.paste('a\tb\nc\td');
    await region('n1').click();
    await desk.page.keyboard.type('xy');
    await press('ArrowLeft', 'ControlOrMeta+v');
    await desk.command('gridAnswer', (await asked()).no, 'nothing');
    await expect.poll(caret, PATIENCE).toBe('n1 1');
    await press('ControlOrMeta+v');
    await desk.command('gridAnswer', (await asked(2)).no, 'text');
    await desk.value('n1', 'xa\tb\nc\tdy');
    expect((await desk.values())['n2']).toBe('');
  });

  test.each([
    ['one value', 'a', undefined, 'a'],
    ['lines', 'a\nb', undefined, 'a\nb'],
    ['one cell', 'a\r\n', '<table><tr><td>a</td></tr></table>', 'a'],
    ['a table with words around it', 'so: a b', '<p>so:</p><table><tr><td>a</td><td>b</td></tr></table>', 'so: a b'],
  ])('%s goes in as text', async (_, text, html, value) => {
    await desk.show(SHEET);
    await desk.paste(text, html);
    await region('n1').click();
    await press('ControlOrMeta+v');
    await desk.value('n1', value);
    expect(await desk.seen('grid.pasted')).toEqual([]);
  });

  test('a script asks for nothing, and a table that says it has millions of cells is none', async () => {
    await desk.show(`<table><tr><td class="editable" id="a" colspan="1000" rowspan="65534"></td><td class="editable" id="b"></td></tr>${'<tr></tr>'.repeat(900)}</table>
      <script>addEventListener('load',()=>{const clipboardData=new DataTransfer();clipboardData.setData('text/plain','a\\tb');
      b.dispatchEvent(new ClipboardEvent('paste',{clipboardData,bubbles:true}))})</script>`);
    await desk.paste('x\ty');
    await region('a').click();
    await press('ControlOrMeta+v');
    await desk.value('a', 'x\ty');
    expect(await desk.seen('grid.pasted')).toEqual([]);
  });
});
