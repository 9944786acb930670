import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildRange, openRange } from '#tests/frame/attacks/range.ts';
import type { Range } from '#tests/frame/attacks/range.ts';
import { until } from '#tests/frame/attacks/measure.ts';

import { type Engine, type EngineWindow, pressRegion } from './engine.ts';
import { startEngine } from './start.ts';

let range: Range;
let engine: Engine;
let window: EngineWindow;
beforeAll(async () => {
  range = await openRange(await buildRange());
  engine = await startEngine();
  window = await engine.open();
});
afterAll(async () => {
  await engine.end();
  await range.close();
});
beforeEach(() => window.goto(range.origin));

const seen = (name: string): Promise<unknown> =>
  window.run(`window.page.seen.findLast(([name])=>name==='${name}')?.[1]??null`);
const value = (id: string): Promise<unknown> => window.run(`window.page.host.value('${id}')??null`);

async function enter(id: string): Promise<void> {
  expect(await until(() => pressRegion(window, id))).toBe(true);
}

/** Opens a document and puts the keyboard into a region. */
async function show(html: string, id: string): Promise<void> {
  await window.run(`void window.page.open(${JSON.stringify(html)},'edit')`);
  await until(async () => (await seen('document.ready')) !== null);
  await enter(id);
}

async function holds(id: string, expected: string): Promise<void> {
  await until(async () => (await value(id)) === expected);
  expect(await value(id)).toBe(expected);
}

/** Copies what one region holds, and puts the keyboard into another. */
async function copy(from: string, to: string): Promise<void> {
  await enter(from);
  await window.key('Control+a');
  await window.key('Control+c');
  await enter(to);
}

/** Answers what the page asks after an address was pasted. */
async function answerWith(text: string): Promise<void> {
  await until(async () => (await seen('url.pasted')) !== null);
  const { no, url } = (await seen('url.pasted')) as { no: number; url: string };
  expect(url).toBe('https://ready.example/x');
  await window.run(`void window.page.host.linkText(${no},'${url}','${text}')`);
}

// MiniBrowser binds no keys to these two.
const isBound = process.env['READY_ENGINE'] !== 'webkit';
const undo = (): Promise<unknown> =>
  isBound ? window.key('Control+z') : window.inFrame(`document.execCommand('undo')`);
const redo = (): Promise<unknown> =>
  isBound ? window.key('Control+y') : window.inFrame(`document.execCommand('redo')`);

const two = '<!doctype html><title>T</title><p class="editable" id="a">one</p><p class="editable" id="b">two</p>';

test('typing tells the host, Enter is a line feed, undo and redo work', async () => {
  await show(two, 'a');
  await window.key('End');
  await window.type(' more');
  await holds('a', 'one more');
  await window.key('Enter');
  await window.type('line');
  await holds('a', 'one more\nline');
  await undo();
  await until(async () => !String(await value('a')).includes('line'));
  expect(await value('a')).not.toContain('line');
  await redo();
  await holds('a', 'one more\nline');
});

test('formatting is refused', async () => {
  await show(two, 'a');
  await window.key('Control+a');
  await window.key('Control+b');
  await window.key('End');
  await window.type('!');
  await holds('a', 'one!');
  expect(await window.inFrame(`document.getElementById('a').innerHTML`)).toBe('one!');
});

test('Tab walks the regions in their order', async () => {
  await show(two, 'a');
  await window.key('Tab');
  await window.key('End');
  await window.type('+');
  await holds('b', 'two+');
});

test('a snapshot carries the values and what the document’s own function returned', async () => {
  await show(
    `${two}<script>function getNewAttributes(){return [{id:'row-1',value:document.getElementById('a').textContent}]}</script>`,
    'a',
  );
  await window.key('End');
  await window.type('!');
  await window.run('void window.page.host.snapshot()');
  await until(async () => (await seen('snapshot.taken')) !== null);
  expect(await seen('snapshot.taken')).toMatchObject({
    values: [
      ['a', 'one!'],
      ['b', 'two'],
    ],
    newAttributes: [{ id: 'row-1', value: 'one!' }],
    error: null,
  });
});

test('several lines are pasted as lines', async () => {
  await show('<p class="editable" id="a">one</p><p class="editable" id="b">two<br>three</p>', 'a');
  await copy('b', 'a');
  await window.key('Control+a');
  await window.key('Control+v');
  await holds('a', 'two\nthree');
});

test('an address that is pasted alone asks for its text; the link can be undone', async () => {
  await show(`<p class="editable" id="a"></p><p class="editable" id="b">https://ready.example/x</p>`, 'a');
  await copy('b', 'a');
  await window.key('Control+v');
  await answerWith('Plan');
  await holds('a', 'https://ready.example/x[Plan,window=_top]');
  await undo();
  await holds('a', '');
});

test('what is typed after a pasted link stands behind it, with its line feeds', async () => {
  await show(`<p class="editable" id="a"></p><p class="editable" id="b">https://ready.example/x</p>`, 'a');
  await copy('b', 'a');
  await window.type('before ');
  await window.key('Control+v');
  await answerWith('Plan');
  await holds('a', 'before https://ready.example/x[Plan,window=_top]');
  await window.type(' after');
  await window.key('Enter');
  await window.type('line 2');
  await holds('a', 'before https://ready.example/x[Plan,window=_top] after\nline 2');
});

const NAMES = [
  'title',
  'querySelectorAll',
  'createElement',
  'activeElement',
  'adoptedStyleSheets',
  'execCommand',
  'body',
];

test('names of elements and replaced members keep no word from being heard', async () => {
  const forms = NAMES.map((name) => `<form name="${name}"></form>`).join('');
  const html = `<p class="editable" id="a">one</p>${forms}<script>function Map(){this.items=[]}
    for(const name of['Set','WeakSet','Promise','setTimeout','getSelection','MutationObserver'])window[name]=function(){};
    Object.defineProperty(KeyboardEvent.prototype,'key',{get:()=>'q'});MessagePort.prototype.postMessage=()=>{}</script>`;
  await window.run(`void window.page.open(${JSON.stringify(html)},'edit')`);
  await until(async () => (await seen('document.ready')) !== null);
  // By the window's own places: what the document has replaced the driver's own scripts would need.
  const [x = 0, y = 0] = (await window.run(
    `(()=>{const {x,y}=document.querySelector('iframe').getBoundingClientRect();return [x+200,y+24]})()`,
  )) as number[];
  await window.press(x, y);
  await window.key('End');
  await window.type(' more');
  await holds('a', 'one more');
});

test('a region that is taken out of the page keeps its words', async () => {
  await show(
    `<p class="editable" id="a">one</p><div id="box"><p class="editable" id="b">two</p></div>
    <script>addEventListener('keydown',({key})=>{if(key==='Enter')box.replaceChildren();if(key==='Tab')box.innerHTML='<p class=editable id=b>two</p>'})</script>`,
    'b',
  );
  await window.key('End');
  await window.type(' WORDS');
  await enter('a');
  await window.key('Enter');
  await until(async () => (await seen('regions.changed')) !== null);
  expect(await seen('text.edited')).toEqual([['b', 'two WORDS']]);
  await window.key('Tab');
  await holds('b', 'two WORDS');
  expect(await window.inFrame(`document.getElementById('b').textContent`)).toBe('two WORDS');
});

test('a document neither follows a link nor presses a key by itself', async () => {
  await show(
    `<p class="editable" id="a">one</p><a id="go" target="_top" href="https://evil.example/">x</a>
    <script>a.addEventListener('keydown',(event)=>{if(!event.isTrusted)return;go.click();dispatchEvent(new KeyboardEvent('keydown',{key:'s',ctrlKey:true}))})</script>`,
    'a',
  );
  await window.key('End');
  await window.type('!');
  await holds('a', 'one!');
  await window.key('Control+s');
  await until(async () => (await seen('key.pressed')) !== null);
  expect(await window.run(`window.page.seen.filter(([name])=>/link.followed|key.pressed/.test(name))`)).toEqual([
    ['key.pressed', 'save'],
  ]);
});

test('what is typed after a key that leads out goes into the field that opens, and none of it into the document', async () => {
  await show(two, 'a');
  await window.key('End');
  await window.key('Control+k');
  await window.type('evac');
  await window.run(
    `void (()=>{const field=document.createElement('input');field.id='field';field.style='position:fixed;inset:0 auto auto 0';document.body.append(field)})()`,
  );
  await window.press(20, 10);
  // The window of a Firefox without a screen is never active, and gives no such event itself.
  await window.run(
    `document.hasFocus()||void document.querySelector('#field').dispatchEvent(new FocusEvent('focusin',{bubbles:true}))`,
  );
  await until(async () => (await window.run(`document.querySelector('#field').value`)) === 'evac');
  expect(await window.run(`document.querySelector('#field').value`)).toBe('evac');
  expect(await window.inFrame(`document.getElementById('a').innerHTML`)).toBe('one');
});

test('a number that the browser cannot read is reported, and never as an empty one', async () => {
  await show('<p class="editable" id="a">one</p><input class="editable" id="n" type="number" value="5">', 'a');
  await enter('n');
  await window.key('Control+a');
  await window.type('12-14');
  await until(async () => (await window.inFrame(`document.getElementById('n').validity.badInput`)) === true);
  await window.run('void window.page.host.snapshot()');
  await until(async () => (await seen('snapshot.taken')) !== null);
  const changes = await window.run(
    `window.page.seen.filter(([name])=>name==='text.edited').flatMap(([,changes])=>changes)`,
  );
  expect(changes).not.toContainEqual(['n', '']);
  expect(await seen('snapshot.taken')).toMatchObject({
    values: [
      ['a', 'one'],
      ['n', '5'],
    ],
  });
  expect(await window.inFrame(`document.getElementById('n').getAttribute('aria-invalid')`)).toBe('true');
});

test('a stored value stays shown, however late and often a script of the document writes another', async () => {
  const script = `<script>const write=()=>{document.getElementById('a').textContent='001'};write();addEventListener('load',write);setTimeout(write,200);setTimeout(()=>{write();document.title='done'},400)</script>`;
  const html = `<!doctype html><title>T</title><p class="editable" id="a">777</p>${script}`;
  await window.run(`void window.page.open(${JSON.stringify(html)},'view','','marked',true)`);
  await until(async () => (await seen('document.ready')) !== null);
  await until(async () => (await window.inFrame('document.title')) === 'done');
  await until(async () => (await window.inFrame(`document.getElementById('a').textContent`)) === '777');
  expect(await window.inFrame(`document.getElementById('a').textContent`)).toBe('777');
});
