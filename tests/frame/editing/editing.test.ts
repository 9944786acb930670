import { describe, expect, test } from 'vitest';

import { desk, PATIENCE, soundDeskForEachTest, press, region } from '../harness.ts';
import { shows } from '#tests/support/shows.ts';

soundDeskForEachTest();

describe('typing', () => {
  const html =
    '<!doctype html><title>T</title><p class="editable" id="a">one</p><p class="editable" id="b"></p><p id="c">fixed</p>';

  test("a key tells the host; Enter is a line feed; undo and redo are the browser's own", async () => {
    await desk.show(html);
    await region('a').click();
    await press('End');
    await desk.page.keyboard.type(' two');
    await desk.value('a', 'one two');
    await press('Enter');
    await desk.page.keyboard.type('three  wide');
    await desk.value('a', 'one two\nthree  wide');
    await press('ControlOrMeta+z');
    await press('ControlOrMeta+z');
    await desk.page.waitForFunction(() => !window.page.values().some(([, value]) => value.includes('wide')));
    await press('ControlOrMeta+Shift+z');
    await press('ControlOrMeta+Shift+z');
    await desk.value('a', 'one two\nthree  wide');
    expect(await region('c').textContent()).toBe('fixed');
  });

  test('only what changed is told, once for a burst of keys', async () => {
    await desk.show(html);
    await region('b').click();
    await desk.page.keyboard.type('quick');
    await desk.value('b', 'quick');
    const edits = (await desk.seen('text.edited')) as [string, string][][];
    expect(edits.flat().every(([id]) => id === 'b')).toBe(true);
    expect(edits.length).toBeLessThanOrEqual(3);
  });

  test('formatting is refused', async () => {
    await desk.show(html);
    await region('a').click();
    await press('ControlOrMeta+a', 'ControlOrMeta+b', 'ControlOrMeta+i', 'ControlOrMeta+u');
    await press('End');
    await desk.page.keyboard.type('!');
    await desk.value('a', 'one!');
    expect(await region('a').innerHTML()).toBe('one!');
  });

  test('an input method is not disturbed and half-composed text is not told', async () => {
    // The document reports when the bridge's debounce has long passed.
    await desk.show(
      `${html}<script>addEventListener('compositionupdate',()=>setTimeout(()=>document.body.dataset.waited=1,400))</script>`,
    );
    await region('b').click();
    const client = await desk.page.context().newCDPSession(desk.page);
    await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await desk.frame.locator('body[data-waited]').waitFor();
    await client.send('Input.insertText', { text: '日本' });
    await desk.value('b', '日本');
    expect(((await desk.seen('text.edited')) as string[][][]).flat().map(([, value]) => value)).toEqual(['日本']);
  });

  test('hot keys reach the app', async () => {
    await desk.show(html);
    await region('a').click();
    await press('ControlOrMeta+s', 'ControlOrMeta+Enter', 'ControlOrMeta+p');
    await desk.event('key.pressed', 3);
    expect(await desk.seen('key.pressed')).toEqual(['save', 'submit', 'print']);
    await press('F2', 'Shift+F2', 'ControlOrMeta+/', 'ControlOrMeta+k');
    await desk.event('key.pressed', 7);
    expect((await desk.seen('key.pressed')).slice(3)).toEqual(['view', 'history', 'help', 'quickOpen']);
  });

  test('hot keys are where a person looks for them on a keyboard without Latin letters', async () => {
    await desk.show(html);
    await region('a').click();
    const client = await desk.page.context().newCDPSession(desk.page);
    for (const [key, code] of [
      ['ы', 'KeyS'],
      ['з', 'KeyP'],
      ['.', 'Slash'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, modifiers: 2 });
    }
    await desk.event('key.pressed', 3);
    expect(await desk.seen('key.pressed')).toEqual(['save', 'print', 'help']);
  });

  test('a key that an input method takes is no key of the application', async () => {
    await desk.show(html, 'view');
    await desk.frame.locator('html').press('Shift');
    const client = await desk.page.context().newCDPSession(desk.page);
    const escape = { type: 'rawKeyDown', key: 'Escape', code: 'Escape' } as const;
    await client.send('Input.dispatchKeyEvent', { ...escape, windowsVirtualKeyCode: 229 });
    await press('f');
    await desk.event('key.pressed');
    await client.send('Input.dispatchKeyEvent', { ...escape, windowsVirtualKeyCode: 27 });
    await desk.event('key.pressed', 2);
    expect(await desk.seen('key.pressed')).toEqual(['wall', 'close']);
  });

  test('the wheel scrolls and changes no number', async () => {
    await desk.show('<input class="editable" id="n" type="number" value="7"><p style="height:3000px">');
    await region('n').click();
    await desk.page.mouse.wheel(0, 100);
    await expect.poll(() => desk.frame.locator('html').evaluate(() => scrollY), PATIENCE).toBeGreaterThan(50);
    expect(await region('n').inputValue()).toBe('7');
    await desk.page.keyboard.type('1');
    await desk.value('n', '71');
  });

  test('what is typed, pasted or composed takes the place of the no-break space that keeps a cell open', async () => {
    const cell = (id: string): string => `<td class="editable" id="${id}"><font> &nbsp; </font></td>`;
    await desk.show(`<table border><tr>${['a', 'b', 'c'].map(cell).join('')}</table>`);
    await region('a').click();
    await desk.page.keyboard.type('one');
    await desk.value('a', 'one');
    await press('ControlOrMeta+z');
    await desk.value('a', '');
    await region('b').click();
    await desk.paste('two');
    await press('ControlOrMeta+v');
    await desk.value('b', 'two');
    await region('c').click();
    const client = await desk.page.context().newCDPSession(desk.page);
    await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await client.send('Input.insertText', { text: '日本' });
    await desk.value('c', '日本');
  });

  test('F8, and whoever leads to a region, open the closed parts around it; those of hidden ones stay closed', async () => {
    const part = (id: string, more = ''): string =>
      `<details id="in-${id}"><summary>x</summary><p class="editable" id="${id}" ${more}></p></details>`;
    await desk.show(
      `<p class="editable" id="a">x</p>${part('b', 'hidden')}<details><summary>x</summary>${part('c')}</details>
       <details id="closed"><summary>Name: <b class="editable" id="d"></b></summary></details><div hidden="until-found">${part('e')}</div>`,
    );
    const focused = () => desk.frame.locator(':focus').getAttribute('id');
    await region('a').click();
    await press('F8');
    expect(await focused()).toBe('c');
    expect(await desk.frame.locator('#in-b').getAttribute('open')).toBeNull();
    await press('F8');
    expect(await focused()).toBe('d');
    expect(await desk.frame.locator('#closed').getAttribute('open')).toBeNull();
    await desk.command('focus', 'e');
    await expect.poll(focused, PATIENCE).toBe('e');
    await desk.page.keyboard.type('found');
    await desk.value('e', 'found');
  });

  test('F8 goes to the next region without a value, Shift+F8 to the one before, Ctrl+F8 to a required one, past what is hidden and filled', async () => {
    const line = (id: string, value = '', more = ''): string => `<p class="editable" id="${id}" ${more}>${value}</p>`;
    await desk.show(
      `<!doctype html><title>T</title>${line('a', 'one')}${line('b')}${line('c', '', 'hidden')}${line('d', 'two')}${line('e', '', 'data-ready-required')}`,
    );
    const focused = () => desk.frame.locator(':focus').getAttribute('id');
    await region('a').click();
    await press('Control+F8');
    expect(await focused()).toBe('e');
    await press('F8');
    expect(await focused()).toBe('b');
    await press('F8');
    expect(await focused()).toBe('e');
    await press('F8');
    expect(await focused()).toBe('b');
    await desk.page.keyboard.type('now filled');
    await press('Shift+F8');
    expect(await focused()).toBe('e');
    await press('F8');
    expect(await focused()).toBe('e');
  });
});

describe('regions', () => {
  test('a custom element is one whose shadow shows the text in a slot, open or closed', async () => {
    await desk.show(`<x-card class="editable" id="a">words</x-card><x-box class="editable" id="b">words</x-box><script>
      const shadow=(name,mode,html)=>customElements.define(name,class extends HTMLElement{constructor(){super();this.attachShadow({mode}).innerHTML=html}});
      shadow('x-card','open','<div style="padding:10px"><slot></slot></div>');shadow('x-box','closed','<slot></slot>')</script>`);
    for (const id of ['a', 'b']) {
      // oxlint-disable no-await-in-loop -- one after the other
      await region(id).click();
      await press('End');
      await desk.page.keyboard.type(' more');
      await desk.value(id, 'words more');
      // oxlint-enable no-await-in-loop
    }
  });

  test('odd ids, shared ids, nested regions and controls', async () => {
    await desk.show(`<div class="editable" id="outer"><p class="editable" id="__proto__">p</p></div>
      <b class="editable" id="a.b:c'">x</b><i class="editable" id="dup">1</i><i class="editable" id="dup">2</i>
      <input class="editable" id="box" type="checkbox"><select class="editable" id="sel"><option>one<option>two</select>
      <input class="editable" id="r1" type="radio" name="r" checked><input class="editable" id="r2" type="radio" name="r">
      <textarea class="editable" id="area">t</textarea><input class="editable" id="date" type="date">`);
    expect((await desk.page.evaluate(() => window.page.values())).map(([id]) => id)).toEqual([
      '__proto__',
      "a.b:c'",
      'dup',
      'box',
      'sel',
      'r1',
      'r2',
      'area',
      'date',
    ]);
    await region('__proto__').click();
    await press('End');
    await desk.page.keyboard.type('!');
    await desk.frame.locator('i').first().click();
    await press('End');
    await desk.page.keyboard.type('!');
    await region('box').check();
    await region('sel').selectOption('two');
    await region('r2').check();
    await region('area').fill('a\nb');
    await region('date').fill('2026-11-21');
    await desk.value('date', '2026-11-21');
    expect(await desk.page.evaluate(() => window.page.values())).toEqual([
      ['__proto__', 'p!'],
      ["a.b:c'", 'x'],
      ['dup', '1!'],
      ['box', 'true'],
      ['sel', 'two'],
      ['r1', 'false'],
      ['r2', 'true'],
      ['area', 'a\nb'],
      ['date', '2026-11-21'],
    ]);
    await expect.poll(() => desk.frame.locator('i').allTextContents(), PATIENCE).toEqual(['1!', '1!']);
    expect(await region('outer').getAttribute('contenteditable')).toBeNull();
  });

  test('rows that the document adds are told, get waiting values, and are told again when they go', async () => {
    await desk.show(`<table><tbody id="t"><tr><td class="editable" id="r1">1</td></tr></tbody></table><button>Add</button>
      <script>document.querySelector('button').onclick=()=>{const t=document.getElementById('t');
      if(t.rows.length>1)return t.rows[1].remove();
      t.insertRow().innerHTML='<td class="editable" id="r2">new</td>'}</script>`);
    await desk.command('patch', [
      ['r2', 'waiting'],
      ['r1', 'patched https://x.example[map]'],
    ]);
    await expect.poll(() => region('r1').locator('a').textContent(), PATIENCE).toBe('map');
    await desk.frame.locator('button').click();
    expect(await desk.event('regions.changed')).toEqual({ added: [['r2', 'waiting']], removed: [] });
    await region('r2').click();
    await press('End');
    await desk.page.keyboard.type('!');
    await desk.value('r2', 'waiting!');
    await desk.frame.locator('button').click();
    expect(await desk.event('regions.changed', 2)).toEqual({ added: [], removed: ['r2'] });
  });

  test('a region that the document has just made takes the very next key, however the keyboard came there', async () => {
    await desk.show(`<div id="list"><p class="editable" id="a" data-ready-required>a</p></div><button id="focus">F</button><button id="tab">T</button>
      <script>const list=document.getElementById('list'),make=(id)=>{const p=document.createElement('p');p.className='editable';p.id=id;return p};
      document.getElementById('focus').onclick=()=>{const p=make('b');list.append(p);p.focus()};
      document.getElementById('tab').onclick=(e)=>{e.target.after(make('c'))};
      let isLast=false;document.addEventListener('keydown',(e)=>{if(e.key!=='Tab'||isLast)return;isLast=true;document.body.append(make('d'))});</script>`);
    await region('focus').click();
    await desk.page.keyboard.type('b');
    await desk.value('b', 'b');
    // The document adds another region at the first Tab; the focus goes to the one that the button has made.
    await region('tab').focus();
    await press('Enter', 'Tab');
    await desk.page.keyboard.type('c');
    await desk.value('c', 'c');
    await press('Tab');
    await desk.page.keyboard.type('d');
    await desk.value('d', 'd');
    expect(await desk.seen('regions.changed')).toMatchObject(['b', 'c', 'd'].map((id) => ({ added: [[id, '']] })));
    expect(await region('a').getAttribute('aria-required')).toBe('true');
  });

  test('what was typed a moment before the document drew itself anew is kept', async () => {
    await desk.show(`<div id="list"></div><script>const draw=()=>{document.getElementById('list').innerHTML='<p class="editable" id="a">old</p>'};draw();
      document.addEventListener('input',()=>{if(document.getElementById('a').textContent.endsWith('!'))draw()})</script>`);
    await region('a').click();
    await press('End');
    await desk.page.keyboard.type(' and new!');
    await desk.value('a', 'old and new!');
    await expect.poll(() => region('a').textContent(), PATIENCE).toBe('old and new!');
  });

  test('a document that draws itself anew keeps what a person entered, and its own text elsewhere', async () => {
    await desk.show(`<div id="list"></div><button>Draw</button><script>let n=0;const draw=()=>{n++;document.getElementById('list').innerHTML=
      '<p class="editable" id="a">a'+n+'</p><p class="editable" id="b">b'+n+'</p>'};document.querySelector('button').onclick=draw;draw()</script>`);
    await region('a').click();
    await press('End');
    await desk.page.keyboard.type('!');
    await desk.value('a', 'a1!');
    await desk.frame.locator('button').click();
    await desk.value('b', 'b2');
    expect(await desk.values()).toEqual({ a: 'a1!', b: 'b2' });
    expect(await region('a').textContent()).toBe('a1!');
  });

  test('a patch keeps the document as it runs', async () => {
    await desk.show(
      '<p class="editable" id="a">1</p><p id="out"></p><script>let n=0;document.addEventListener("input",()=>{n++;document.getElementById("out").textContent=n})</script>',
    );
    await desk.command('patch', [['a', 'x\ny']]);
    await desk.command('patch', [['a', 'z']]);
    await expect.poll(() => region('out').textContent(), PATIENCE).toBe('2');
    expect(await desk.values()).toEqual({ a: 'z' });
    expect(await desk.seen('text.edited')).toEqual([]);
  });

  test('names, roles and the order of Tab', async () => {
    await desk.show(`<label for="n">Name of incident</label> <span class="editable" id="n">Fire</span>
      <table><thead><tr><th>Unit<th>Count</thead><tr><th>Engine 4<td class="editable" id="cell">3</table>
      <fieldset><legend>Safety</legend><div class="editable" id="leg">x</div></fieldset>
      <div class="editable" id="hint" data-ready-label="Remarks">y</div><div class="editable" id="plain">z</div>`);
    const names = ['Name of incident', 'Engine 4, Count', 'Safety', 'Remarks', 'plain'];
    const boxes = names.map((name) => desk.frame.getByRole('textbox', { name, exact: true }).count());
    expect(await Promise.all(boxes)).toEqual([1, 1, 1, 1, 1]);
    await desk.page.locator('#own').focus();
    await desk.command('focus', 'n');
    await desk.frame.locator('#n:focus').waitFor();
    const order = [];
    for (let count = 0; count < 5; count += 1) {
      order.push(await desk.frame.locator(':focus').getAttribute('id'));
      await press('Tab');
    }
    expect(order).toEqual(['n', 'cell', 'leg', 'hint', 'plain']);
    expect(await region('n').getAttribute('spellcheck')).toBe('true');
    expect(await region('n').getAttribute('translate')).toBe('no');
  });

  test('a document of thousands of regions arms what Tab and the pointer reach', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `<p class="editable" id="r${n}">${n}</p>`).join('');
    await desk.show(rows);
    expect(await desk.frame.locator('[contenteditable]').count()).toBe(2);
    await region('r1500').click();
    await press('End');
    await desk.page.keyboard.type('!');
    await desk.value('r1500', '1500!');
    await press('Tab');
    await desk.page.keyboard.type('?');
    await desk.value('r1501', '?1501');
    // The document's own script may focus a region that was never pressed.
    await desk.frame.locator('#r700').evaluate((element: HTMLElement) => element.focus());
    await desk.page.keyboard.type('+');
    await desk.value('r700', '+700');
  });
});

describe('what a document fills in by itself is heard', () => {
  test.each([
    ['a button', 'go.onclick=()=>t[0].value="14:05"', '14:05'],
    ['a button, a while later', 'go.onclick=()=>setTimeout(()=>t[0].value="14:05",300)', '14:05'],
    ['a press', 'onpointerdown=()=>t[0].value="14:05"', '14:05'],
    ['an attribute', 'go.onclick=()=>t[0].setAttribute("value","14:05")', '14:05'],
    ['its other element', 'go.onclick=()=>t[1].value="14:05"', '14:05'],
  ])('a field that %s sets', async (_name, script, value) => {
    await desk.show(
      `<input type="time" class="editable" id="t"><input type="time" class="editable" id="t"><button id="go">Now</button><script>${script}</script>`,
    );
    await region('go').click();
    await desk.value('t', value);
    expect(
      await desk.frame.locator('[id=t]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual([value, value]);
  });

  test('fields of each kind that a timer sets, and what stands as it was is not told', async () => {
    await desk.show(`<input class="editable" id="a" value="A"><textarea class="editable" id="b"></textarea>
      <input type="checkbox" class="editable" id="c"><select class="editable" id="d"><option>x<option>y</select>
      <select multiple class="editable" id="e"><option>x<option>y</select><input class="editable" id="f" value="F">
      <script>setTimeout(()=>{a.value='B';b.value='1\\n2';c.checked=true;d.selectedIndex=1;e.options[0].selected=true},1000)</script>`);
    await desk.value('e', 'x');
    expect(((await desk.seen('text.edited')) as unknown[][]).flat()).toEqual([
      ['a', 'B'],
      ['b', '1\n2'],
      ['c', 'true'],
      ['d', 'y'],
      ['e', 'x'],
    ]);
  });

  const computing = `<input class="editable" id="x" value="3"><input class="editable" id="y" value="2"><b class="editable" id="sum">5</b>
    <input class="editable" id="half" value="2.5"><p class="editable" id="text">t</p><i class="editable" id="long">1</i>
    <script>addEventListener('input',()=>{sum.textContent=Number(x.value)+Number(y.value);half.value=sum.textContent/2;long.textContent=text.textContent.length})</script>`;

  test('what a document computes of values that were laid over it is told as it is shown', async () => {
    await desk.show(computing);
    await desk.command('patch', [
      ['x', '20'],
      ['y', '4'],
    ]);
    await desk.value('sum', '24');
    await desk.value('half', '12');
    await desk.command('patch', [['y', '5']]);
    expect((await desk.snapshot()).values).toEqual(
      Object.entries({ x: '20', y: '5', sum: '25', half: '12.5', text: 't', long: '1' }),
    );
  });

  test('of more controls than are looked at at a time each has its turn, and a save has all', async () => {
    const inputs = Array.from({ length: 4_500 }, (_, at) => `<input class="editable" id="i${at}">`).join('');
    await desk.show(`${inputs}<button onclick="i4499.value='9';i7.value='7'">Set</button>`);
    await desk.frame.locator('button').click();
    expect((await desk.snapshot()).values).toEqual(
      expect.arrayContaining([
        ['i7', '7'],
        ['i4499', '9'],
      ]),
    );
    await desk.frame.locator('#i4498').evaluate((input: HTMLInputElement) => void (input.value = '8'));
    await desk.value('i4498', '8');
  });

  test('what a translator makes of regions is told as it is shown, and that no key has made it', async () => {
    await desk.show(
      '<p class="editable" id="a">one</p><p class="editable" id="b">two</p><p class="editable" id="c">three</p>',
    );
    await region('b').click();
    await press('End');
    await desk.page.keyboard.type('!');
    await desk.value('b', 'two!');
    expect(await desk.seen('unasked')).toEqual([]);
    await desk.frame.locator('body').evaluate(() => {
      for (const element of document.querySelectorAll('#a,#b')) {
        element.innerHTML = `<font style="vertical-align:inherit"><font>${element.textContent.toUpperCase()}</font></font>`;
      }
    });
    await desk.value('a', 'ONE');
    await desk.value('b', 'TWO!');
    expect((await desk.seen('unasked')).flat()).toEqual(['a', 'b']);
  });

  test('what a script enters as a person would is not told as theirs; what they choose by a label or an arrow key is', async () => {
    await desk.show(`<p class="editable" id="a">one</p><p class="editable" id="b">two</p><input type="checkbox" class="editable" id="c">
      <label id="tick"><input type="checkbox" class="editable" id="d" style="opacity:0"> D</label>
      <input type="radio" name="r" class="editable" id="e"><input type="radio" name="r" class="editable" id="f">
      <script>a.oninput=()=>{b.focus();document.execCommand('insertText',false,'!');c.click();a.focus()}</script>`);
    await region('a').click();
    await press('End', 'x');
    await desk.value('a', 'onex');
    await desk.value('c', 'true');
    expect(new Set((await desk.seen('unasked')).flat())).toEqual(new Set(['b', 'c']));
    await desk.frame.locator('#tick').click();
    await region('e').click();
    await desk.value('e', 'true');
    await press('ArrowRight');
    await desk.value('f', 'true');
    await desk.value('d', 'true');
    expect(new Set((await desk.seen('unasked')).flat())).toEqual(new Set(['b', 'c']));
  });

  test('and of a link that was put in', async () => {
    await desk.show(computing);
    await region('text').click();
    await desk.page.evaluate(() => navigator.clipboard.writeText('https://x.example'));
    await press('End', 'ControlOrMeta+v');
    const { no, url } = (await desk.event('url.pasted')) as { no: number; url: string };
    await desk.command('linkText', no, url, 'map');
    await desk.value('long', '4');
  });
});

describe('what is loaded looks as it did', () => {
  test('authored markup keeps its look until it is edited, and an untouched document is clean', async () => {
    await desk.show(`<p class="editable" id="a">\n      laid out\n      like <b>source</b>\n    </p><p class="editable" id="b">kept\nlines&#13;</p>
      <p class="editable" id="c">see https://x.example[the map,window=_top] or <a href="https://y.example">there</a></p>`);
    expect(await desk.values()).toEqual({
      a: 'laid out like source',
      b: 'kept\nlines',
      c: 'see https://x.example[the map,window=_top] or https://y.example[there]',
    });
    expect((await desk.snapshot()).values).toEqual(Object.entries(await desk.values()));
    expect(await region('a').locator('b').count()).toBe(1);
    expect(await region('c').locator('a').allTextContents()).toEqual(['the map', 'there']);
    expect(await region('b').innerText()).toBe('kept\nlines');
    await region('a').click();
    await press('ControlOrMeta+End');
    await desk.page.keyboard.type('!');
    await desk.value('a', 'laid out like source!');
    expect(await desk.seen('text.edited')).toHaveLength(1);
  });

  test(
    shows('s5.paste.rendered s3.value s2.wip-dashboard.newest d32.walls')(
      'a read-only view: links work, nothing is editable, no text box is announced',
    ),
    async () => {
      await desk.show(
        '<p class="editable" id="a" contenteditable>see https://x.example[map,window=_top]\nand https://y.example[that]</p><a href="/v1/x">rel</a> <a href="javascript:alert(1)">js</a>',
        'view',
      );
      expect(await desk.frame.locator('html').getAttribute('data-ready-mode')).toBe('view');
      expect(await desk.frame.locator('[contenteditable]').count()).toBe(0);
      expect(await desk.frame.getByRole('textbox').count()).toBe(0);
      await desk.frame.getByText('map').click();
      await desk.event('opened');
      await desk.frame.getByText('that').click();
      await desk.frame.getByText('rel').click();
      await desk.frame.getByText('js').click();
      await desk.event('opened', 2);
      // A link never takes the place of what is only looked at, such as a wall.
      expect(await desk.seen('opened')).toEqual([
        { href: 'https://x.example', where: 'new-tab' },
        { href: 'https://y.example', where: 'new-tab' },
      ]);
    },
  );
});

describe("the document's own function", () => {
  const shown = (script: string): Promise<void> =>
    desk.show(`<p class="editable" id="a">x</p><script>${script}</script>`);

  test.each([
    [
      'a list',
      'function getNewAttributes(){return [{a:1,f(){}},"x"]}'.replace('f(){}', 'd:new Date(0)'),
      [{ a: 1, d: '1970-01-01T00:00:00.000Z' }, 'x'],
      null,
    ],
    ['a promise of one', 'window.getNewAttributes=async()=>[1]', [1], null],
    ['a global constant', 'const getNewAttributes=()=>[2]', [2], null],
    ['none', '', [], null],
    ['one that throws', 'function getNewAttributes(){throw new Error("x")}', [], 'threw'],
    ['one that never ends', 'function getNewAttributes(){return new Promise(()=>{})}', [], 'timeout'],
    ['nonsense', 'function getNewAttributes(){return {length:1}}', [], 'not-a-list'],
    ['a cycle', 'function getNewAttributes(){const a=[];a.push(a);return a}', [], 'threw'],
    ['one that cannot be had', 'Object.defineProperty(window,"getNewAttributes",{get(){throw 1}})', [], 'threw'],
    ['none, and every object has a value', 'Object.prototype.value=function(){}', [], null],
    [
      'lists that an old library writes as text',
      'Array.prototype.toJSON=function(){return "["+this.join(",")+"]"};getNewAttributes=()=>[{id:"r1",all:[1,[2]]}]',
      [{ id: 'r1', all: [1, [2]] }],
      null,
    ],
    [
      'promises that are not those of the browser',
      'Promise.prototype.then=function(){return this};getNewAttributes=async()=>[3]',
      [3],
      null,
    ],
    ['a promise of another maker', 'getNewAttributes=()=>({then(done){done([4])}})', [4], null],
  ])('%s', async (_name, script, newAttributes, error) => {
    await shown(script);
    await region('a').click();
    await press('End');
    await desk.page.keyboard.type('!');
    // The question is a message, and may overtake a key.
    await expect.poll(() => region('a').innerText()).toBe('x!');
    expect(await desk.snapshot()).toEqual({
      no: 1,
      values: [['a', 'x!']],
      hidden: [],
      hiddenRows: [],
      newAttributes,
      error,
    });
  });

  test("a document's own policy keeps neither its rows nor what is pasted", async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'">`;
    await desk.show(`${policy}<p class="editable" id="a">x</p><script>const getNewAttributes=()=>[5]</script>`);
    await desk.paste('a\nb');
    await region('a').click();
    await press('End', 'ControlOrMeta+v');
    await desk.value('a', 'xa\nb');
    await desk.paste('plan', '<a href="https://ready.example/">plan</a>');
    await press('Enter', 'ControlOrMeta+v');
    await desk.value('a', 'xa\nb\nhttps://ready.example/[plan]');
    expect(await desk.snapshot()).toMatchObject({ newAttributes: [5], error: null });
  });
});
