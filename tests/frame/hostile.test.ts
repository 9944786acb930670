import { describe, expect, test } from 'vitest';

import { FRAME_CAPS } from '#document/host/protocol.ts';
import { shows } from '#tests/support/shows.ts';
import { bench, desk, deskForEachTest, PATIENCE } from './harness.ts';

deskForEachTest();

/** Waits until everything that the document has sent so far was received: its answer to a request comes after it. */
const settled = (): Promise<unknown> => desk.snapshot();
const asked = (): Promise<boolean | undefined> =>
  desk.page.evaluate(() => window.page.host?.frame.getSnapshot().hasTag('askingToOpen'));

/** Types at the end of the document's first line. By the window's own places: what a document has named hides it from the test's tools as well. */
async function type(text: string, line = 0): Promise<void> {
  const box = await desk.page.locator('iframe').boundingBox();
  // A frame that was just shown gets no press yet on a busy machine.
  const isPressed = async (): Promise<unknown> => {
    await desk.page.mouse.click((box?.x ?? 0) + 200, (box?.y ?? 0) + 20 + line * 40);
    return desk.quietly('document.activeElement.localName');
  };
  await expect.poll(isPressed, PATIENCE).toBe('iframe');
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type(text);
}

describe('a link', () => {
  const clicks = `<p class="editable" id="a">x</p><a id="go" target="_blank" href="https://evil.example/">x</a>
    <script>a.addEventListener('keydown',()=>go.click())</script>`;

  test(shows('d32.links')('is not followed by a script while a person types'), async () => {
    await desk.show(clicks);
    await type('words');
    await desk.value('a', 'xwords');
    await settled();
    expect(await desk.seen('link.followed')).toEqual([]);
    expect(desk.page.context().pages()).toHaveLength(1);
  });

  test('to which a script moves the focus is not what a person presses Enter on', async () => {
    await desk.show(`<p class="editable" id="a">x</p><a id="go" href="https://evil.example/">x</a>
      <script>a.addEventListener('keydown',({key})=>{if(key==='Enter')go.focus()})</script>`);
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Enter');
    await settled();
    expect(await desk.seen('link.followed')).toEqual([]);
  });

  test('to which a person has gone by Tab is', async () => {
    await desk.show('<p class="editable" id="a">x</p><a id="go" href="https://ready.example/">x</a>');
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.press('Enter');
    await desk.event('opened');
    expect(await desk.seen('opened')).toEqual([{ href: 'https://ready.example/', where: 'new-tab' }]);
  });

  test('whose address stands nowhere in the document but in a comment is asked about', async () => {
    await desk.show(`<p class="editable" id="a">x</p><a id="go" target="_top" href="https://ready.example/">go</a><!-- https://evil.example/ -->
      <script>go.href='https://evil.'+'example/'</script>`);
    await desk.frame.locator('#go').click();
    await expect.poll(asked, PATIENCE).toBe(true);
    expect(await desk.seen('opened')).toEqual([]);
  });
});

describe('shortcuts', () => {
  const sends = `<p class="editable" id="a">x</p><script>addEventListener('load',()=>setTimeout(()=>{a.textContent='WRITTEN BY THE DOCUMENT';
    for(const key of['s','Enter','p','/'])dispatchEvent(new KeyboardEvent('keydown',{key,ctrlKey:true}));dispatchEvent(new KeyboardEvent('keydown',{key:'F2'}))},50))</script>`;

  test(shows('d32.acts')('are a person’s, and never a script’s'), async () => {
    await desk.show(sends);
    await desk.value('a', 'WRITTEN BY THE DOCUMENT');
    await settled();
    expect(await desk.seen('key.pressed')).toEqual([]);
    await desk.frame.locator('#a').press('F2');
    await desk.event('key.pressed');
    expect(await desk.seen('key.pressed')).toEqual(['view']);
  });

  test('follow each other as fast as they are pressed', async () => {
    await desk.show('<p class="editable" id="a">x</p>');
    await desk.frame.locator('#a').click();
    for (const key of ['Control+s', 'Control+Enter', 'y', 'Control+s'])
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await desk.page.keyboard.press(key);
    await desk.event('key.pressed', 3);
    expect(await desk.seen('key.pressed')).toEqual(['save', 'submit', 'save']);
  });

  test('are what the person has pressed, whatever a script says of the event', async () => {
    await desk.show(`<p class="editable" id="a">x</p><script>for(const[name,value]of[['key','s'],['ctrlKey',true]])
      Object.defineProperty(KeyboardEvent.prototype,name,{get:()=>value})</script>`);
    await type('w');
    await desk.value('a', 'xw');
    await desk.page.keyboard.press('Control+s');
    await desk.event('key.pressed');
    expect(await desk.seen('key.pressed')).toEqual(['save']);
  });
});

const NAMES =
  'title querySelector querySelectorAll createElement createTextNode createRange createTreeWalker createDocumentFragment documentElement body head ' +
  'images activeElement adoptedStyleSheets compatMode designMode execCommand getElementById getElementsByName parentElement childNodes attributes ' +
  'getAttribute classList isConnected contains localName namespaceURI nodeType firstChild';

describe('names', () => {
  test('of elements break nothing: thirty of them', async () => {
    expect(NAMES.split(' ')).toHaveLength(30);
    const forms = NAMES.split(' ').map((name) => `<form name="${name}"></form>`);
    const inputs = NAMES.split(' ').map((name) => `<input type="hidden" name="${name}">`);
    await desk.show(`<!doctype html><style>body{margin:0}p{height:40px;margin:0}</style><p class="editable" id="a">x</p>
      <form>${inputs.join('')}<p class="editable" id="b">y</p><a style="display:block;height:40px" href="https://ready.example/">link</a></form>${forms.join('')}
      <form class="editable" id="c"><input type="hidden" name="id"><input type="hidden" name="textContent">z</form>`);
    expect(await desk.values()).toEqual({ a: 'x', b: 'y', c: 'z' });
    await type('1');
    await type('2', 1);
    await desk.value('a', 'x1');
    await desk.value('b', 'y2');
    await desk.page.keyboard.press('Control+s');
    await desk.event('key.pressed');
    expect((await desk.snapshot()).values).toContainEqual(['b', 'y2']);
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.press('Enter');
    await desk.event('opened');
    expect(await desk.seen('broken')).toEqual([]);
  });

  test('of the realm break nothing: twenty that scripts replace', async () => {
    await desk.show(`<p class="editable" id="a">x</p><script>const odd=function(){this.items=[]};
      for(const name of['Map','Set','WeakMap','WeakSet','Promise','Element','Node','HTMLElement','Text','Event','MutationObserver','CSSStyleSheet','setTimeout','getSelection','requestAnimationFrame'])window[name]=odd;
      for(const[from,name]of[[MessagePort,'postMessage'],[Document,'querySelectorAll'],[Document,'execCommand']])from.prototype[name]=odd;
      Object.defineProperty(Document.prototype,'activeElement',{get:odd});Object.defineProperty(KeyboardEvent.prototype,'key',{get:()=>'q'})</script>`);
    await type('words');
    await desk.value('a', 'xwords');
    expect((await desk.snapshot()).values).toEqual([['a', 'xwords']]);
    expect(await desk.seen('broken')).toEqual([]);
  });

  test('of the language may be replaced by old libraries, as MooTools does', async () => {
    await desk.show(`<p class="editable" id="a">x</p><script>Array.from=function(x){return x==null?[]:typeof x.length=='number'?[].slice.call(x):[x]};
      for(const[from,name]of[[Object,'keys'],[Object,'defineProperty'],[Math,'min'],[Math,'max'],[JSON,'parse'],[JSON,'stringify'],[Reflect,'get'],[Array,'isArray']])from[name]=()=>{throw new Error('mine')}</script>`);
    await type('words');
    await desk.value('a', 'xwords');
    expect((await desk.snapshot()).values).toEqual([['a', 'xwords']]);
    expect(await desk.seen('broken')).toEqual([]);
  });

  test('of collections may be taken by helpers of old scripts', async () => {
    await desk.show(`<p class="editable" id="a">x</p><script>for(const Kind of[Map,Set,WeakMap,WeakSet])
      for(const name of Reflect.ownKeys(Kind.prototype))if(typeof name==='string'&&name!=='constructor')Object.defineProperty(Kind.prototype,name,{value:()=>{throw new Error('mine')}});
      function Map(){this.items=[]}</script>`);
    await type('words');
    await desk.value('a', 'xwords');
    expect(await desk.seen('broken')).toEqual([]);
  });
});

test('a document that breaks what hears the typing is closed at once, and what it did not let be heard is not called kept', async () => {
  await desk.show(`<p class="editable" id="a">x</p><script>
    addEventListener('keydown',()=>Object.defineProperty(Array.prototype,Symbol.iterator,{value:()=>{throw new Error('mine')},configurable:false}))</script>`);
  // The browser never says that it has typed a key into a frame that is taken away by it.
  desk.frame
    .locator('#a')
    .press('w')
    .catch(() => undefined);
  await desk.event('broken');
  expect(await desk.page.locator('iframe').count()).toBe(0);
  expect(await desk.seen('lost')).toEqual([]);
  expect(await desk.seen('removed')).toEqual([]);
});

describe('a region that the document takes out of its page', () => {
  const pages = `<button id="next" onclick="box.replaceChildren()">Next page</button>
    <button id="back" onclick="box.innerHTML='<p class=editable id=a>x</p>'">Back</button><div id="box"><p class="editable" id="a">x</p></div>`;

  test('keeps its words: they are told with the others, and are back when it is', async () => {
    await desk.show(pages);
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type(' MY WORDS');
    await desk.frame.locator('#next').click();
    await desk.event('regions.changed');
    expect(await desk.event('text.edited')).toEqual([['a', 'x MY WORDS']]);
    await desk.command('snapshot');
    const { values } = (await desk.event('document.snapshotTaken')) as { values: string[][] };
    expect(values).toEqual([['a', 'x MY WORDS']]);
    await desk.frame.locator('#back').click();
    await desk.value('a', 'x MY WORDS');
    await expect.poll(() => desk.frame.locator('#a').textContent()).toBe('x MY WORDS');
  });

  test('has nothing of a row of the same id that a script had made and taken away', async () => {
    await desk.show(`<button id="add" onclick="box.innerHTML='<p class=editable id=r></p>'">Add</button>
      <button id="drop" onclick="box.replaceChildren()">Drop</button><div id="box"></div>`);
    await desk.frame.locator('#add').click();
    await desk.frame.locator('#r').click();
    await desk.page.keyboard.type('old');
    await desk.value('r', 'old');
    await desk.frame.locator('#drop').click();
    await desk.event('regions.changed', 2);
    await desk.frame.locator('#add').click();
    await desk.event('regions.changed', 3);
    expect(await desk.frame.locator('#r').textContent()).toBe('');
  });
});

describe('the keyboard', () => {
  test('is not taken from the page by a document that focuses a field again and again', async () => {
    await desk.show(`<input class="editable" id="field" value="secret"><p class="editable" id="a">x</p>
      <svg tabindex="0" id="s"></svg><script>setInterval(()=>{window.focus();s.focus();field.focus()},20)</script>`);
    await desk.page.locator('#own').click();
    await desk.page.keyboard.type('abcdefghij', { delay: 40 });
    expect(await desk.page.locator('#own').inputValue()).toBe('abcdefghij');
    expect(await desk.values()).toEqual({ field: 'secret', a: 'x' });
  });

  test('leaves a document that keeps the Tab key by Escape and Tab, both ways', async () => {
    await desk.show(`<p class="editable" id="a">x</p><p class="editable" id="b">y</p>
      <script>addEventListener('keydown',(e)=>{if(e.key==='Tab')e.preventDefault()},true)</script>`);
    const focused = (): Promise<string | undefined> =>
      desk.page.evaluate(() => document.activeElement?.id || document.activeElement?.localName);
    await desk.page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('button'), { id: 'after' })),
    );
    for (const [keys, expected] of [
      [['Tab', 'Escape', 'Tab'], 'after'],
      [['Tab', 'Escape', 'Shift+Tab'], 'own'],
    ] as const) {
      // oxlint-disable no-await-in-loop -- one key after the other
      await desk.frame.locator('#a').click();
      for (const key of keys) {
        expect(await focused()).toBe('iframe');
        await desk.page.keyboard.press(key);
        await desk.page.waitForTimeout(100);
      }
      await expect.poll(focused, PATIENCE).toBe(expected);
      // oxlint-enable no-await-in-loop
    }
  });

  test('goes from region to region by Tab after Escape where the document does not keep it', async () => {
    await desk.show('<p class="editable" id="a">x</p><p class="editable" id="b">y</p>');
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('Escape');
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.type('2');
    await desk.value('b', '2y');
  });

  test.each([
    [
      'beside its checkbox',
      '<label><input type="checkbox" class="editable" id="k"> Keys: <span class="editable" id="s">note</span></label>',
    ],
    [
      'that names the box',
      '<input type="checkbox" class="editable" id="k"><label for="k">Keys: <span class="editable" id="s">note</span></label>',
    ],
    [
      'that is the region',
      '<input type="checkbox" class="editable" id="k"><label for="k" class="editable" id="s">note</label>',
    ],
  ])('is placed in a text region in a label %s, and nothing is ticked', async (_, html) => {
    await desk.show(html);
    await desk.frame.locator('#s').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type('d');
    await desk.value('s', 'noted');
    expect((await desk.values())['k']).toBe('false');
    await desk.frame.locator('#k').click();
    await desk.value('k', 'true');
  });
});

test('messages of many characters take the frame away before they stop the page', async () => {
  // No time passes: the longer a machine takes to read what comes, the more of it may come.
  desk.isWorn = true;
  await desk.page.clock.install();
  await desk.page.clock.pauseAt(Date.now() + 60_000);
  bench.rogue = `const big='x'.repeat(950000);for(let seq=1;seq<=15;seq++)post({type:'edits',seq,changes:Array.from({length:8},(_,n)=>['r'+n,seq+big])})`;
  await desk.show('<p class="editable" id="out"></p>').finally(() => (bench.rogue = null));
  await desk.event('removed');
  expect(await desk.page.locator('iframe').count()).toBe(0);
  expect(await desk.seen('text.edited')).toHaveLength(Math.floor(FRAME_CAPS.bulk / (8 * 950_000)));
});

const CONTROLS = `<input class="editable" id="day" type="date" value="2026-01-01"><input class="editable" id="level" type="range" max="10" step="5" value="5">
    <input class="editable" id="mail" type="email" value="a@b"><input class="editable" id="soon" type="date" value="soon"><input class="editable" id="line" value="x">
    <select class="editable" id="one"><option>Green<option>Red<option>Blue</select>
    <select class="editable" id="many" multiple><option selected>Map<option>Log</select>`;

test('a control keeps what it has when it cannot hold a value, and the page is told of the value', async () => {
  await desk.show(CONTROLS);
  // A value of its own that it does not show is named, too.
  expect(await desk.event('document.losesMarkup')).toEqual({ id: 'soon', what: [], unfit: [['soon', 'soon']] });
  const own = await desk.values();
  const unfit: [string, string][] = [
    ['day', '2026-02-30'],
    ['level', '7'],
    ['mail', ' c@d '],
    ['soon', 'later'],
    ['line', 'two\nlines'],
    ['one', 'Red\nBlue'],
    ['many', 'Log\nPlan'],
  ];
  await desk.command('patch', unfit);
  expect(await desk.event('document.losesMarkup', 2)).toEqual({ id: 'day', what: [], unfit });
  expect(await desk.values()).toEqual(own);
  const shown = await desk.frame
    .locator('#level,#day,#one')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(shown).toEqual(['2026-01-01', '5', 'Green']);
  const fitting = {
    day: '2028-02-29',
    level: '10',
    mail: 'c@d',
    soon: '2026-03-01',
    line: 'y',
    one: 'Red',
    many: 'Map\nLog',
  };
  await desk.command('patch', Object.entries(fitting));
  await desk.command('patch', [['soon', 'soon']]);
  expect(Object.fromEntries((await desk.snapshot()).values)).toEqual({ ...fitting, soon: 'soon' });
  expect(await desk.seen('document.losesMarkup')).toHaveLength(2);
  // A value that another user has stored counts as in a document that is opened, where a field cannot show it either.
  const edits = await desk.seen('text.edited');
  await desk.command('patch', [['day', '2026-02-30']], false, ['2028-02-29']);
  expect((await desk.snapshot()).values).toContainEqual(['day', '2026-02-30']);
  expect(await desk.seen('text.edited')).toEqual(edits);
  expect(await desk.seen('document.losesMarkup')).toHaveLength(2);
  await desk.command('patch', [['late', 'Plan']]);
  await desk.frame
    .locator('body')
    .evaluate((body) =>
      body.insertAdjacentHTML('beforeend', '<select class="editable" id="late"><option>Map</select>'),
    );
  await expect.poll(() => desk.seen('document.losesMarkup')).toHaveLength(3);
  expect((await desk.seen('document.losesMarkup')).at(-1)).toMatchObject({ unfit: [['late', 'Plan']] });
});

const RICH = `<div class="editable" id="a"><p>First <b>bold</b></p><ul><li>one</li></ul><img alt="sketch" src="data:,"><table><tr><td>x</table></div>
    <p class="editable" id="b">see https://ready.example/x[Plan]<br>and more</p>`;

test('what a region cannot keep is told when the caret comes into it, once', async () => {
  await desk.show(RICH);
  await desk.frame.locator('#b').click();
  await desk.frame.locator('#a').click();
  await desk.event('document.losesMarkup');
  await desk.frame.locator('#b').click();
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.type('x');
  await desk.event('text.edited');
  expect(await desk.seen('document.losesMarkup')).toEqual([
    { id: 'a', what: ['pictures', 'tables', 'lists', 'formatting'] },
  ]);
});

test('comments and scripts between the words are told as lost, and those behind the last word are not', async () => {
  await desk.show(`<p class="editable" id="a">one<!-- author --> two<script>1</script> three<!-- kept --><script>2</script></p>
    <p class="editable" id="b">one<select><!-- kept --></select><!-- kept -->`);
  for (const id of ['b', 'a']) await desk.command('reach', id);
  await desk.event('document.losesMarkup');
  expect(await desk.seen('document.losesMarkup')).toEqual([{ id: 'a', what: ['scripts', 'comments'] }]);
});

test('the first region gets the keyboard unasked, and is told as reached when somebody acts there', async () => {
  await desk.show(
    '<div class="editable" id="none" hidden>x</div><div class="editable" id="one"><b>bold</b></div><div class="editable" id="two">y</div>',
  );
  await desk.command('begin');
  expect(await desk.frame.locator(':focus').getAttribute('id')).toBe('one');
  expect(await desk.seen('document.losesMarkup')).toEqual([]);
  await desk.page.keyboard.press('ArrowRight');
  expect(await desk.event('document.caretPlaced', 1)).toEqual({ id: 'one' });
  expect(await desk.seen('document.losesMarkup')).toHaveLength(1);
  await desk.page.keyboard.press('Tab');
  expect(await desk.event('document.caretPlaced', 2)).toEqual({ id: 'two' });
});

test('a press that was faster than that keeps the keyboard where it was', async () => {
  await desk.show('<p class="editable" id="one">x</p><p class="editable" id="two">y</p>');
  await desk.frame.locator('#two').click();
  await desk.command('begin');
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type('z');
  await desk.value('two', 'yz');
});

test('it is told before the region is changed outside of the document too, and then not again', async () => {
  await desk.show(RICH);
  for (const id of ['b', 'a', 'absent', 'a']) await desk.command('reach', id);
  await desk.event('document.losesMarkup');
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.type('x');
  await desk.event('text.edited');
  expect(await desk.seen('document.losesMarkup')).toMatchObject([{ id: 'a' }]);
});

test.each([
  [
    'sends events of its own that are named as the browser’s',
    `for(const node of[document,a]){node.dispatchEvent(new Event('reset'));node.dispatchEvent(new Event('beforeinput',{bubbles:true}));
    node.dispatchEvent(new CompositionEvent('compositionstart',{bubbles:true}))}`,
  ],
  ['clears all timers', 'let n=setTimeout(()=>{},0);while(n--)clearTimeout(n)'],
])('a document that %s keeps what is typed into it', async (_what, script) => {
  await desk.show(
    `<p class="editable" id="a">x</p><button onclick="go()">Go</button><script>function go(){${script}}</script>`,
  );
  await desk.frame.locator('button').click();
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type(' words', { delay: 100 });
  await desk.value('a', 'x words');
  await desk.page.evaluate(() => window.page.host?.frame.send({ type: 'patch.requested', values: [] }));
  await desk.event('pong.received');
});

describe('whoever speaks in the bridge’s name', () => {
  const forged = `const forge=()=>{for(const key of['save','submit','view','help','quickOpen'])post({type:'hotkey',key});post({type:'leave',isBack:true});
    post({type:'paste-url',no:1,id:'out',url:'https://evil.example/'});post({type:'open-link',href:'https://evil.example/',where:'top'})};`;
  const acts = async (): Promise<unknown[]> => {
    const names = "['key.pressed', 'url.pasted', 'link.followed']";
    return desk.quietly(`window.page.seen.filter(([name]) => ${names}.includes(name))`) as Promise<unknown[]>;
  };
  const focused = (): Promise<string | undefined> => desk.page.evaluate(() => document.activeElement?.localName);

  /** Opens the document with a hostile script. Until a press by the test, the browser has none. */
  const open = async (script: string): Promise<void> => {
    bench.rogue = script;
    const isReady = (): Promise<unknown> => desk.quietly('window.page.host.isReady');
    await desk.quietly("window.page.open('', 'edit')");
    await expect.poll(isReady, PATIENCE).toBe(true);
    bench.rogue = null;
    // A call of the test before counts as a press for five seconds.
    await expect.poll(() => desk.quietly('navigator.userActivation.isActive'), PATIENCE).toBe(false);
  };
  const untilForged = async (): Promise<void> => {
    await expect.poll(() => desk.quietly("window.page.host.value('out')"), PATIENCE).toBe('forged');
  };

  test(shows('d32.acts')('gets nothing done without a press, also where the frame has the focus'), async () => {
    // The page waits a second for a press that its browser has not reported yet.
    await open(`${forged}const look=setInterval(()=>{if(!document.hasFocus())return;
      clearInterval(look);forge();setTimeout(()=>post({type:'edits',seq:1,changes:[['out','forged']]}),1500)},50)`);
    await desk.quietly('window.page.host.iframe.focus()');
    await untilForged();
    // The page's own waits for a press began before this one, and have ended when it does.
    await desk.quietly('new Promise((end) => setTimeout(end, 1_200))');
    expect(await acts()).toEqual([]);
    expect(await focused()).toBe('iframe');
  });

  test('gets one act of a kind done with a press, and goes to nothing that destroys', async () => {
    await open(`${forged}let n=0;addEventListener('pointermove',()=>post({type:'edits',seq:1,changes:[['out','pointed at']]}),{once:true});
      addEventListener('pointerdown',()=>{const t=setInterval(()=>{post({type:'hotkey',key:'save'});
      post({type:'paste-url',no:n,id:'out',url:'https://evil.example/'});if(n===0)post({type:'leave',isBack:true});if((n+=1)===20){clearInterval(t);post({type:'edits',seq:2,changes:[['out','forged']]})}},100)})`);
    const at = await desk.quietly(`(() => {
      const button = Object.assign(document.createElement('button'), { textContent: 'Delete' });
      button.dataset.deliberate = '';
      document.querySelector('#own').after(button);
      const { left, top } = window.page.host.iframe.getBoundingClientRect();
      return [left + 50, top + 50];
    })()`);
    const [x, y] = at as [number, number];
    const isPointedAt = async (): Promise<unknown> => {
      await desk.page.mouse.move(x, y);
      await desk.page.mouse.move(x + 1, y);
      return desk.quietly("window.page.host.value('out')");
    };
    await expect.poll(isPointedAt, PATIENCE).toBe('pointed at');
    await desk.page.mouse.click(x, y);
    await untilForged();
    expect(await desk.seen('key.pressed')).toEqual(['save']);
    expect(await desk.seen('url.pasted')).toHaveLength(1);
    await expect.poll(focused).toBe('input');
  });
});
