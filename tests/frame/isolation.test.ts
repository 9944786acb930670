import { afterEach, describe, expect, test } from 'vitest';

import { FRAME_READY } from '#config/frame.ts';
import type { FrameHeaderOptions } from '#common/config/frame-headers.ts';
import { colourTimeline } from '#tests/support/screencast.ts';

import { inFull } from '../../tools/test/suites.ts';
import { bench, desk, deskForEachTest, PATIENCE } from './harness.ts';

deskForEachTest();

/** A document whose script ends by writing its findings, or `done`, into its first region, whose edits the host gets. */
const hostile = (script: string): string => `<!doctype html><p class="editable" id="out"></p>
  <script>const show=(t)=>{document.getElementById('out').textContent=t};const body=async()=>{${script}};
  addEventListener('load',()=>setTimeout(()=>body().then((t)=>show(String(t??'done')),(e)=>show('stopped '+e.name)),50))</script>`;

describe('messages', () => {
  test('a forged or repeated handshake changes nothing', async () => {
    await desk.show('<p class="editable" id="a">x</p>');
    await desk.page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.page.seen.push(['forged', null]);
      window.page.host?.iframe?.contentWindow?.postMessage(
        { type: 'ready:init', v: 1, mode: 'edit', newAttributesFunction: 'x' },
        '*',
        [port2],
      );
      window.postMessage({ type: 'ready:frame-loaded', v: 1 }, '*');
    });
    expect((await desk.snapshot()).values).toEqual([['a', 'x']]);
    expect(await desk.seen('forged')).toEqual([]);
    expect(await desk.seen('lost')).toEqual([]);
  });

  test('10,000 random messages at the live port: the frame goes, nothing else happens', async () => {
    bench.rogue = `const types=['ready','edits','regions','snapshot','names','place','paste-url','open-link','hotkey','size','printed','pong','load',7,null];
        const odd=()=>[null,1e9,-1,NaN,'x'.repeat(Math.random()*4000),[],[[]],[['a']],{},new Map,new Date,undefined,true,[['__proto__',{}]]][Math.random()*14|0];
        for(let n=0;n<10000;n++){const m={type:types[Math.random()*types.length|0]};
          for(const k of['no','seq','values','changes','added','removed','names','href','where','key','url','id','height','newAttributes','error'])if(Math.random()<.4)m[k]=odd();
          try{post(Math.random()<.1?odd():m)}catch{}}`;
    await desk.show('<p class="editable" id="out"></p>').finally(() => (bench.rogue = null));
    await desk.event('removed');
    expect(desk.errors).toEqual([]);
    expect(await desk.page.locator('iframe').count()).toBe(0);
    expect((await desk.values())['out']).toBe('first');
    expect(await desk.seen('link.followed')).toEqual([]);
    expect(await desk.seen('key.pressed')).toEqual([]);
    expect(await desk.seen('url.pasted')).toEqual([]);
    await desk.page.locator('#own').fill('the page lives');
  });
});

test('errors and missing files of a document are its own', async () => {
  await desk.show(`<link rel="stylesheet" href="/none.css"><script src="/none.js"></script><img src="https://none.example/x.png">
    <script>throw new Error('mine')</script><script>syntax error</script><p class="editable" id="a">x</p>`);
  expect(await desk.values()).toEqual({ a: 'x' });
  // The browser reports a frame's errors as the page's; ours come from the host's script.
  expect(desk.errors.filter((message) => !/mine|Unexpected identifier/.test(message))).toEqual([]);
});

test('a newer live document takes the place of the older one when it is ready, at the same scroll place', async () => {
  const live = (text: string): string => `<p class="editable" id="a">${text}</p><div style="height:3000px"></div>
    <script>onmessage=({data})=>{if(data==='scroll')scrollTo(0,700)}</script>`;
  await desk.page.evaluate((html) => window.page.openLive(html), live('first'));
  await desk.event('document.ready');
  const first = desk.frame.locator('#a');
  const top = (): Promise<number> => desk.frame.locator('html').evaluate(() => window.scrollY);
  // The focus reaches the frame's process a moment later.
  const topAfter = async (key: string): Promise<number> => {
    await desk.page.keyboard.press(key);
    return top();
  };
  // The document has nothing to focus: it is a tab stop itself, or it could not be scrolled without a mouse.
  await desk.page.locator('#own').focus();
  await desk.page.keyboard.press('Tab');
  // To the end: a key scrolls smoothly, and the scrolling would go on after the next line.
  const end = await desk.frame.locator('html').evaluate((root) => root.scrollHeight - window.innerHeight);
  await expect.poll(() => topAfter('End'), PATIENCE).toBe(end);
  await desk.frame.locator('html').evaluate(() => window.scrollTo(0, 400));
  // The user scrolls on when the document has just reported its place.
  await desk.page.evaluate(() => {
    const { seen } = window.page;
    let times = 0;
    seen.push = function push(this: typeof seen, ...notes) {
      const isReport = notes.some(([name]) => name === 'scroll.reported');
      if (isReport && (times += 1) === 1) window.page.host?.iframe?.contentWindow?.postMessage('scroll', '*');
      return Array.prototype.push.apply(this, notes);
    };
  });
  await desk.page.evaluate(() => {
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('iframe')].filter(
        (frame) => getComputedStyle(frame).visibility === 'visible',
      );
      window.page.seen.push(['shown', shown.length]);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await desk.page.evaluate((html) => window.page.openLive(html), live('second'));
  await desk.event('document.ready', 2);
  await expect.poll(() => first.textContent(), PATIENCE).toBe('second');
  await expect.poll(top, PATIENCE).toBe(700);
  await expect.poll(() => topAfter('Home'), PATIENCE).toBe(0);
  expect(await desk.seen('shown')).not.toContain(0);
  expect(await desk.page.locator('iframe').count()).toBe(1);
});

test('between one document and the next nothing else is ever on the screen', async () => {
  // A long document: a short one is drawn before its absence could be seen.
  const section = `<section><h3>Entry</h3><p>${'All of it is read again by those who come after. '.repeat(4)}</p><p class="editable" id="r`;
  const sections = Array.from({ length: 1_000 }, (_, n) => `${section}${n}">Value ${n}</p></section>`).join('');
  const coloured = (colour: string): string => `<!doctype html><body style="background:${colour}">${sections}`;
  const open = (colour: string): Promise<void> =>
    desk.page.evaluate((html) => window.page.openLive(html), coloured(colour));
  await open('red');
  const seen = await colourTimeline(desk.page, async () => {
    await desk.event('document.ready');
    // Far down: the next document has to be scrolled there too.
    await desk.frame.locator('html').evaluate(() => window.scrollTo(0, 40_000));
    for (let update = 1; update <= 8; update += 1) {
      // oxlint-disable no-await-in-loop -- one after the other
      await open(update % 2 === 1 ? 'lime' : 'red');
      await desk.event('document.ready', update + 1);
      // oxlint-enable no-await-in-loop
    }
  });
  const shown = seen.slice(seen.indexOf('red'));
  const changes = shown.filter((colour, at) => colour !== shown[at - 1]);
  expect(shown.filter((colour) => colour !== 'red' && colour !== 'lime')).toEqual([]);
  // No older document comes back. A busy browser may skip the pictures of one.
  expect(changes.length).toBeLessThanOrEqual(9);
  expect(changes.length).toBeGreaterThan(4);
});

inFull(test.each(['edit', 'view'] as const))('a dark document in a dark page never flashes white: %s', async (mode) => {
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await desk.page.evaluate(() => (document.documentElement.style.colorScheme = 'light dark'));
  const dark = `<!doctype html><meta name="color-scheme" content="light dark">${'<p>By night</p>'.repeat(2_000)}`;
  const seen = await colourTimeline(desk.page, async () => {
    for (let count = 1; count <= 4; count += 1) {
      const html = `${dark}<p class="editable" id="a">${count}</p>`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await (mode === 'view'
        ? desk.page.evaluate((text) => window.page.openLive(text, true), html)
        : desk.page.evaluate((text) => window.page.open(text, 'edit'), html));
      // oxlint-disable-next-line no-await-in-loop
      await desk.event('document.ready', mode === 'view' ? count : 1);
      // oxlint-disable-next-line no-await-in-loop
      if (mode === 'edit') await desk.page.evaluate(() => document.querySelector('div')?.remove());
    }
  });
  // The first pictures may be of the page before it was dark.
  const shown = seen.slice(seen.indexOf('other'));
  expect(shown).toContain('other');
  expect(shown).not.toContain('white');
});

test('a frame waits for the next live document; one that has gone meanwhile is replaced', async () => {
  const open = (text: string): Promise<void> =>
    desk.page.evaluate((html) => window.page.openLive(html, true), `<!DOCTYPE html><p id="a">${text}</p>`);
  const spare = desk.page.locator('iframe[title="Document"]');
  const shown = desk.frame.locator('#a');
  await open('first');
  await spare.waitFor({ state: 'attached' });
  await spare.evaluate((frame) => frame.setAttribute('data-waited', ''));
  await open('second');
  await desk.event('document.ready', 2);
  expect(await shown.textContent()).toBe('second');
  expect(await desk.page.locator('iframe:not([aria-hidden])[data-waited]').count()).toBe(1);
  await spare.waitFor({ state: 'attached' });
  await spare.evaluate((frame: HTMLIFrameElement) => {
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    frame.src = 'about:blank';
    return loaded;
  });
  await open('third');
  await desk.event('document.ready', 3);
  expect(await shown.textContent()).toBe('third');
  expect(await desk.seen('lost')).toEqual([]);
});

test('a burst of live documents loads one frame for all of them, and shows the newest', async () => {
  const framesBegun = (...texts: string[]): Promise<number> =>
    desk.page.evaluate((each) => {
      const frames = new Set<Node>();
      const note = (records: MutationRecord[]): void => {
        for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) frames.add(node);
      };
      const watching = new MutationObserver(note);
      watching.observe(document.body, { childList: true, subtree: true });
      for (const text of each) window.page.openLive(`<p id="a">${text}</p>`);
      note(watching.takeRecords());
      watching.disconnect();
      return [...frames].filter((node) => node instanceof HTMLIFrameElement).length;
    }, texts);
  expect(await framesBegun('not even the first', 'first')).toBe(1);
  await desk.event('document.ready');
  expect(await desk.frame.locator('#a').textContent()).toBe('first');
  expect(await framesBegun('second', 'third', 'fourth')).toBe(1);
  await desk.event('document.ready', 2);
  expect(await desk.frame.locator('#a').textContent()).toBe('fourth');
  expect(await desk.page.locator('iframe').count()).toBe(1);
  expect(await desk.seen('lost')).toEqual([]);
});

test('a document whose place another took is let go of, however many there were', async () => {
  type Watched = Window & { hosts?: WeakRef<object>[] };
  const client = await desk.page.context().newCDPSession(desk.page);
  for (let no = 1; no <= 5; no += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await desk.page.evaluate((html) => window.page.openLive(html), `<p id="a">${no}</p>`);
    await desk.event('document.ready', no);
    await desk.page.evaluate(() => {
      const shown = window.page.host?.iframe;
      if (shown) ((window as Watched).hosts ??= []).push(new WeakRef(shown));
    });
    // oxlint-enable no-await-in-loop
  }
  const kept = async (): Promise<number | undefined> => {
    await client.send('HeapProfiler.collectGarbage');
    return desk.page.evaluate(() => (window as Watched).hosts?.filter((host) => host.deref()).length);
  };
  await expect.poll(kept, PATIENCE).toBe(1);
});

test('printing takes a frame of its own, with what was typed and a note, and leaves nothing behind', async () => {
  const said: string[] = [];
  desk.page.on('console', (message) => said.push(message.text()));
  // Some browsers go on before the print dialog has taken the page.
  const html = `<p class="editable" id="a">old</p><script>window.print=()=>{console.log('PRINT',document.body.innerText.trim(),
    [...document.adoptedStyleSheets].map((s)=>[...s.cssRules].map((r)=>r.cssText).join()).join().includes('Not submitted'));
    setTimeout(()=>console.log('TAKEN'),500)}</script>`;
  await desk.page.evaluate((text) => window.page.print(text, [['a', 'typed']], 'Not submitted'), html);
  await expect.poll(() => said, PATIENCE).toEqual(['PRINT typed true', 'TAKEN']);
  await expect.poll(() => desk.page.locator('iframe').count(), PATIENCE).toBe(0);
});

test('printing waits for images, also for one far down that is loaded only when it comes into sight', async () => {
  const said: string[] = [];
  desk.page.on('console', (message) => said.push(message.text()));
  bench.widening = { imgSrc: [bench.canary.origin] };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="9"/>';
  // A slow image: it is sent when printing waits for nothing else.
  await desk.page.route(`${bench.canary.origin}/*.svg`, async (route) => {
    await desk.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await route.fulfill({ contentType: 'image/svg+xml', body: svg });
  });
  const html = `<p class="editable" id="a">x</p><img src="${bench.canary.origin}/slow.svg"><div style="height:90000px"></div>
    <img loading="lazy" src="${bench.canary.origin}/lazy.svg"><img src="data:image/png;base64,broken">
    <script>window.print=()=>console.log([...document.images].map((image)=>image.naturalWidth).join())</script>`;
  await desk.page.evaluate((text) => window.page.print(text, [], null), html);
  await expect.poll(() => said.filter((text) => /^\d/.test(text)), PATIENCE).toEqual(['7,7,0']);
  bench.widening = {};
});

describe('what an operator may set', () => {
  afterEach(() => {
    bench.widening = {};
  });

  test('the frame on another host: the document is edited as ever', async () => {
    await desk.page.goto(`${bench.origin}/other-host`);
    await desk.show('<p class="editable" id="a">one</p>', 'edit', bench.frameHost);
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type(' two');
    await desk.value('a', 'one two');
    expect((await desk.snapshot()).values).toEqual([['a', 'one two']]);
    const answers = desk.page.frames().map((frame) => new URL(frame.url()).hostname);
    expect(answers).toEqual(['127.0.0.1', 'localhost']);
  });

  test('a frame that belongs to another application neither greets this one nor listens to it', async () => {
    // Sent without headers, so that the handshake refuses it and not `frame-ancestors` before it.
    bench.widening = { appOrigin: 'https://another.example' };
    desk.isWorn = true;
    await desk.page.clock.install();
    await desk.page.goto(`${bench.origin}/static/`);
    await desk.page.evaluate(() => {
      window.addEventListener('message', () => window.page.seen.push(['greeted', null]));
      window.page.open('<p class="editable" id="a">one</p>', 'edit', '/static');
    });
    const frame = await (await desk.page.waitForSelector('iframe')).contentFrame();
    await frame?.waitForLoadState('load');
    await desk.page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.page.seen.push(['received', null]);
      const init = { type: 'ready:init', v: 1, mode: 'edit', newAttributesFunction: 'x' };
      window.page.host?.iframe?.contentWindow?.postMessage(init, '*', [port2]);
    });
    await frame?.evaluate(() => undefined);
    // The host gives up a frame that does not send its greeting.
    await desk.page.clock.runFor(2 * FRAME_READY);
    await desk.event('late');
    expect(await desk.seen('received')).toEqual([]);
    expect(await desk.seen('greeted')).toEqual([]);
  });

  test('images, styles and fonts from hosts of their own, each by itself, and nothing else', async () => {
    const tries =
      `new Image().src=C+'/image';const l=document.createElement('link');l.rel='stylesheet';l.href=C+'/style';
      const s=document.createElement('style');s.textContent='@font-face{font-family:z;src:url('+C+'/font)}';document.head.append(l,s);
      document.fonts.load('9px z').catch(()=>0);fetch(C+'/fetch',{mode:'no-cors'}).catch(()=>0);new Audio(C+'/sound').load();
      await new Promise((y)=>setTimeout(y,500))`.replaceAll('C+', `'${bench.canary.origin}'+`);
    const out = async (widening: FrameHeaderOptions): Promise<string[]> => {
      bench.widening = widening;
      bench.canary.hits.length = 0;
      await desk.show(hostile(tries));
      await desk.value('out', 'done');
      return bench.canary.hits.toSorted();
    };
    const hosts = [bench.canary.origin];
    expect(await out({})).toEqual([]);
    expect(await out({ imgSrc: hosts })).toEqual(['GET /image']);
    expect(await out({ styleSrc: hosts })).toEqual(['GET /style']);
    expect(await out({ fontSrc: hosts })).toEqual(['GET /font']);
  });

  test('text as code for old templates, which is refused unless it is set', async () => {
    const expectOut = async (widening: FrameHeaderOptions, word: string): Promise<void> => {
      bench.widening = widening;
      await desk.show(hostile("return eval('6*7')"));
      await desk.value('out', word);
    };
    await expectOut({}, 'stopped EvalError');
    await expectOut({ allowEval: true }, '42');
  });
});

test('the frame alone in a tab shows a notice, and is dark where all else is', async () => {
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await desk.page.goto(`${bench.origin}/frame.html`);
  expect(await desk.page.textContent('body')).toContain('inside Ready');
  // Otherwise a dark page shows a white rectangle until the document is loaded.
  expect(await desk.page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(255, 255, 255)');
});
