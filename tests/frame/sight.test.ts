import { expect, test } from 'vitest';

import { desk, soundDeskForEachTest, press, region } from './harness.ts';

soundDeskForEachTest();

test.each([
  'display:none',
  'opacity:0',
  'visibility:hidden',
  'position:absolute;left:-9999px',
  'height:0;overflow:hidden',
  'clip-path:inset(100%)',
  'position:absolute;clip:rect(0,0,0,0)',
  'color:transparent',
  'color:rgb(0 0 0 / 0)',
  '-webkit-text-fill-color:transparent',
  'filter:opacity(0)',
  'opacity:.01',
  'mask:linear-gradient(transparent,transparent)',
  'text-indent:-9999px',
  'position:fixed;left:200vw',
  'position:fixed;top:300vh',
  'font-size:1px',
  'transform:scale(0)',
  'zoom:.01',
  'transform:translateX(-9999px)',
  'contain:paint;width:1px;height:1px',
  'content-visibility:hidden',
  'backface-visibility:hidden;transform:rotateY(180deg)',
  'backface-visibility:hidden;transform:perspective(9cm) rotateX(180deg)',
  'backface-visibility:hidden;rotate:y 180deg',
])('tells of what it is asked that nobody sees it: %s', async (style) => {
  await desk.show(`<p class="editable" id="seen">words</p><div style="height:3000px"></div><p class="editable" id="far">words</p>
    <p class="editable" id="hidden" style="${style}">words</p><p class="editable" id="empty" style="${style}"></p>
    <script>Element.prototype.checkVisibility=()=>true;Element.prototype.getBoundingClientRect=()=>new DOMRect(9,9,9,9);Object.defineProperty(window,'scrollX',{value:1e5})</script>`);
  const asked = ['seen', 'far', 'hidden', 'empty', 'none'];
  expect((await desk.snapshot(asked)).hidden).toEqual(['hidden']);
  // Beside the list of all regions a document has no layout.
  await desk.page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => (frame.style.display = 'none')));
  expect((await desk.snapshot(asked)).hidden).toEqual([]);
});

test('all the ways in which the parts around a region hide it are found, and what scrolling or a press brings in sight is no such way', async () => {
  const within = (id: string, open: string, close = '</div>'): string =>
    `${open}<p class="editable" id="${id}">words of ${id}</p>${close}`;
  await desk.show(`<!doctype html>${within('flat', '<div style="height:0;overflow:hidden">')}
    ${within('dot', '<div style="width:1px;height:1px;overflow:clip">')}${within('skipped', '<div style="content-visibility:hidden">')}
    ${within('closed', '<details id="part"><summary>More</summary>', '</details>')}${within('dialog', '<dialog>', '</dialog>')}
    ${within('faint', '<div style="opacity:.2"><div style="opacity:.2">', '</div></div>')}
    ${within('beyond', '<div style="overflow:auto;height:80px"><div style="margin-left:-3000px;width:2000px">', '</div></div>')}
    <p class="editable" id="part-hidden">ok <span hidden>words</span></p>
    <p class="editable" id="part-skipped">ok <span style="display:block;content-visibility:hidden">words</span></p>
    <p class="editable" id="until-found" hidden="until-found">words</p>
    ${within('turned', '<div style="transform-style:preserve-3d;transform:rotateY(100deg)"><div style="backface-visibility:hidden;transform:rotateY(60deg)">', '</div></div>')}
    ${within('turned-back', '<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><div style="backface-visibility:hidden;transform:rotateY(180deg)">', '</div></div>')}
    ${within('front', '<div style="backface-visibility:hidden;transform:rotate(180deg)">')}
    ${within('scrolled', '<div style="overflow:auto;height:60px"><div style="height:900px"></div>')}
    ${within('wide', '<div style="overflow:auto;width:300px"><div style="margin-left:3000px;width:300px">', '</div></div>')}
    ${within('shadowed', '<div style="overflow:hidden;filter:drop-shadow(0 0 1px black)">')}<div style="height:4000px"></div>
    <label><input type="checkbox" class="editable" id="ticked" checked style="opacity:0"> Ticked</label>
    <table><tr><td class="editable" id="below">words</table>`);
  const asked = Object.keys(await desk.values());
  const hidden = [
    'flat',
    'dot',
    'skipped',
    'closed',
    'dialog',
    'faint',
    'beyond',
    'part-hidden',
    'part-skipped',
    'until-found',
    'turned',
  ];
  expect((await desk.snapshot(asked)).hidden).toEqual(hidden);
});

test('what was out of sight when it was written counts, as does what is at the submission, until a press has shown it', async () => {
  await desk.show(`<!doctype html><p class="editable" id="typed">x</p><p class="editable" id="a" hidden></p><p class="editable" id="b"></p>
    <p class="editable" id="late" hidden></p><details id="part"><summary>More</summary><p class="editable" id="c"></p></details>
    <script>let isFirst=true;addEventListener('keydown',()=>{if(!isFirst)return;isFirst=false;for(const id of ['a','b','c'])document.getElementById(id).textContent='words'});
      getNewAttributes=()=>{a.hidden=false;b.hidden=true;late.textContent='EVIL';return [{id:'r1',value:'unseen row',note:'words',n:'12'}]}</script>`);
  await region('typed').click();
  await press('End', 'y');
  await desk.value('c', 'words');
  await desk.frame.locator('summary').click();
  await desk.value('b', 'words');
  await desk.frame.locator('#typed').click();
  await press('z');
  await desk.value('typed', 'xyz');
  await desk.frame.locator('summary').click();
  const { hidden, hiddenRows } = await desk.snapshot(['a', 'b', 'c']);
  // `b` was in sight after a press that followed; `c` was opened, and closed again.
  expect([hidden, hiddenRows]).toEqual([['a', 'late'], [['r1', 'unseen row']]]);
});

test.each(['font-size:0', 'text-indent:-999px', 'color:transparent'])(
  'a field that shows nothing of its value is out of sight: %s',
  async (style) => {
    await desk.show(
      `<!doctype html><input class="editable" id="a" value="words"><input class="editable" id="b" value="words" style="${style}">`,
    );
    expect((await desk.snapshot(['a', 'b'])).hidden).toEqual(['b']);
  },
);

test('no property of an element’s own makes it seen', async () => {
  await desk.show(`<!doctype html><p class="editable" id="h" style="position:absolute;left:-9999px">words</p><script>
    Object.assign(h,{checkVisibility:()=>true,getBoundingClientRect:()=>new DOMRect(9,9,9,9)});Object.defineProperty(h,'parentElement',{value:null})</script>`);
  expect((await desk.snapshot(['h'])).hidden).toEqual(['h']);
});

test.each([
  ['a page that is never wider than the window', '<style>body{overflow-x:hidden}</style>'],
  [
    'a body that scrolls in place of the window',
    '<style>html{overflow:hidden;height:100%}body{overflow:auto;height:100%}</style>',
  ],
  ['a log from its end', '<div style="display:flex;flex-direction:column-reverse;height:90px;overflow:auto">'],
  ['boxes without a box', '<div style="display:contents">'],
  ['text beside what is no text', '<div><style>p{margin:0}</style>'],
])('asks nothing about what scrolling brings in sight: %s', async (_what, open) => {
  await desk.show(`<!doctype html>${open}<p class="editable" id="a">words</p><div style="flex:none;height:3000px"></div>
    <div class="editable" id="b">sum <i style="display:contents">of all</i><script>1</script></div>`);
  expect((await desk.snapshot(['a', 'b'])).hidden).toEqual([]);
});

test('what was in sight until a press hid it has been seen', async () => {
  await desk.show(`<!doctype html><p class="editable" id="typed">5</p><p class="editable" id="total"></p><button>Next</button><script>
    typed.oninput=()=>{total.textContent='Sum: '+typed.textContent};document.querySelector('button').onclick=()=>{total.hidden=true}</script>`);
  await region('typed').click();
  await press('End', '1');
  await desk.value('total', 'Sum: 51');
  await desk.frame.locator('button').click();
  expect((await desk.snapshot(['total'])).hidden).toEqual([]);
});

test('what a press has brought in sight after it was written has been seen, without another press', async () => {
  await desk.show(`<!doctype html><button>Show</button><div id="part" hidden><p class="editable" id="a"></p></div><script>
    addEventListener('load',()=>{a.textContent='Default text'});document.querySelector('button').onclick=()=>{part.hidden=false}</script>`);
  await desk.value('a', 'Default text');
  await desk.frame.locator('button').click();
  expect((await desk.snapshot(['a'])).hidden).toEqual([]);
});

test('words of a user in a row that is no longer in the page are no secret, nor are those from the list of all regions', async () => {
  await desk.show(`<!doctype html><p class="editable" id="a"></p><p class="editable" id="b" hidden></p><script>
    getNewAttributes=()=>{a.remove();return[{id:'r1',text:'typed words',more:'listed words',note:'secret words'}]}</script>`);
  await region('a').click();
  await desk.page.keyboard.type('typed words');
  await desk.value('a', 'typed words');
  await desk.page.evaluate(() =>
    window.page.host?.post({ type: 'patch', values: [['b', 'listed words']], isAsked: true } as never),
  );
  expect((await desk.snapshot([])).hiddenRows).toEqual([['r1', 'secret words']]);
});

test('a row is in sight if its words are: in several texts, in a field, or as a time that nobody reads', async () => {
  await desk.show(`<!doctype html><table><tr><td>Engine <b>12</b> at gate</td><td><input value="to the north"></td></tr></table><script>
    getNewAttributes=()=>[{id:'r1',what:'Engine 12 at gate',where:'to the north',at:'2026-11-29T02:14:00.000Z',note:'nowhere'}]</script>`);
  expect((await desk.snapshot([])).hiddenRows).toEqual([['r1', 'nowhere']]);
});
