import { until } from './measure.ts';
import type { Driver, Place, Visitor } from './measure.ts';
import { openPort } from './range.ts';
import type { Range } from './range.ts';

/** A scenario's result in our frame: stopped, or open within the limit that its row names. */
type Verdict = 'stopped' | 'open' | 'not shown';

/** An attack that takes more than one script: the last rows of the table. */
export type Scenario = {
  readonly what: string;
  readonly by: string;
  readonly control: 'works' | 'none';
  readonly chromium: Verdict;
  readonly firefox: Verdict;
  /** Tries it in one setting; true when the attack worked. */
  attempt(range: Range, driver: Driver, place: Place): Promise<boolean>;
};

const script = (
  code: string,
): string => `<!doctype html><title>Hostile</title><p class="editable" id="out" tabindex="0">x</p>
  <script>const show=(t)=>{document.getElementById('out').textContent=t;try{parent.out=t}catch{}};addEventListener('load',()=>setTimeout(async()=>{${code}},100))</script>`;

const OUT = `(window.out??window.page?.all.at(-1)?.value('out'))`;
const untilShown = (visitor: Visitor, text: string): Promise<boolean> =>
  until(async () => (await visitor.run(OUT)) === text);

async function open(range: Range, driver: Driver, place: Place, documents: readonly string[]): Promise<Visitor> {
  const visitor = await driver.open();
  await visitor.goto(`${range.origin}${place === 'control' ? '/control' : '/'}`);
  for (const html of documents) {
    const text = JSON.stringify(html);
    await visitor.run(
      place === 'control'
        ? `void document.body.append(Object.assign(document.createElement('iframe'),{srcdoc:${text},style:'display:block;width:100%;height:480px'}))`
        : `void window.page.openAnother(${text})`,
    );
  }
  return visitor;
}

const HOSTS = 'window.page.all';
/** The messages that the page got from its frames, by name. */
const seen = (visitor: Visitor, name: string): Promise<unknown> =>
  visitor.run(`window.page.seen.filter(([name])=>name==='${name}').map(([,detail])=>detail)`);

export const scenarios: readonly Scenario[] = [
  {
    what: 'a question when the page is left',
    by: 'no `allow-modals`',
    control: 'works',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(`addEventListener('beforeunload',(e)=>{e.preventDefault();e.returnValue='stay'});show('armed')`),
      ]);
      await untilShown(visitor, 'armed');
      await visitor.press(200, 200);
      await visitor.run(`void setTimeout(()=>location.assign('/control?next'))`);
      await until(
        async () => visitor.dialogs.length > 0 || (await visitor.run('location.search').catch(() => '')) === '?next',
      );
      return visitor.dialogs.length > 0;
    },
  },
  {
    what: 'take the keyboard from a field of the page',
    by: '`focus()` moves the keyboard within the document only; a document that is out of sight has no layout',
    control: 'works',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(`show('armed');setInterval(()=>document.getElementById('out').focus(),50)`),
      ]);
      await visitor.run(
        `void (document.body.prepend(Object.assign(document.createElement('input'),{id:'field'})),document.getElementById('field').focus())`,
      );
      await untilShown(visitor, 'armed');
      return until(async () => (await visitor.run('document.activeElement.localName')) === 'iframe', 3_000);
    },
  },
  {
    what: 'take the keyboard from a field of the page by a click on a label',
    by: 'while a question is open the page takes it back (`focus-guard.ts`); no password field is beside a document',
    control: 'works',
    chromium: 'open',
    firefox: 'open',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(
          `const l=document.body.appendChild(document.createElement('label'));l.append(document.createElement('input'));show('armed');setInterval(()=>l.click(),50)`,
        ),
      ]);
      await visitor.run(
        `void (document.body.prepend(Object.assign(document.createElement('input'),{id:'field'})),document.getElementById('field').focus())`,
      );
      await untilShown(visitor, 'armed');
      return until(async () => (await visitor.run('document.activeElement.localName')) === 'iframe', 3_000);
    },
  },
  {
    what: 'an endless loop that freezes the page',
    by: "Chromium: the frame's own process. Firefox: `FRAME_URL` on another host name",
    control: 'works',
    chromium: 'stopped',
    firefox: 'open',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(
          `show('armed');await new Promise((y)=>setTimeout(y,500));const end=Date.now()+3000;while(Date.now()<end);`,
        ),
      ]);
      await untilShown(visitor, 'armed');
      // A frozen page beats no more than once in the time in which a living one beats a hundred times.
      await visitor.run(
        `new Promise((y)=>{window.beats=0;const end=Date.now()+3000;const t=setInterval(()=>{window.beats++;if(Date.now()>end){clearInterval(t);y()}},30)})`,
      );
      return ((await visitor.run('window.beats')) as number) < 45;
    },
  },
  {
    what: '20 × `pushState`, so that Back in the application has no effect',
    by: 'the application goes to explicit routes, never back in the history',
    control: 'works',
    chromium: 'open',
    firefox: 'open',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(`for(let n=0;n<20;n++)history.pushState(n,'');show('armed')`),
      ]);
      await untilShown(visitor, 'armed');
      return until(async () => ((await visitor.run('history.length')) as number) >= 20, 3_000);
    },
  },
  {
    what: 'a flood of messages',
    by: 'counted; the frame is removed, typed text is kept',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        `<p class="editable" id="out">x</p><script>for(let n=0;n<5000;n++)parent.postMessage({n},'*')</script>`,
      ]);
      await until(async () => ((await seen(visitor, 'removed')) as unknown[]).length > 0);
      return (await visitor.run(`document.querySelectorAll('iframe').length`)) !== 0;
    },
  },
  {
    what: 'a document beside it opens a connection to the document as if it were the page',
    by: '`event.source === parent`, the origin, and once only',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        script(`show('victim')`),
        // Sent from the first moment on, so that some arrive before the page's own.
        `<p class="editable" id="out">x</p><script>setInterval(()=>{for(let n=0;n<parent.length;n++){if(parent[n]===window)continue;
          const c=new MessageChannel();c.port1.onmessage=()=>{document.getElementById('out').textContent='received'};
          parent[n].postMessage({type:'ready:init',v:1,mode:'edit',newAttributesFunction:'x'},'*',[c.port2])}},20);
          setTimeout(()=>{if(document.getElementById('out').textContent==='x')document.getElementById('out').textContent='nothing'},1500)</script>`,
      ]);
      await visitor.run(`void window.page.openAnother('<p class="editable" id="late">words</p>')`);
      const hosts = `${HOSTS}.length===3&&${HOSTS}.every((host)=>host.isReady)`;
      const isWhole = await until(async () => (await visitor.run(hosts)) === true);
      await until(async () => /nothing|received/.test(String(await visitor.run(`${HOSTS}[1].value('out')`))));
      return !isWhole || (await visitor.run(`${HOSTS}[1].value('out')`)) !== 'nothing';
    },
  },
  {
    what: 'a script clicks links: over the page, into a new tab, a hundred of them',
    by: 'a link counts only when a user presses it, as the browser reports',
    control: 'works',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      const links = Array.from(
        { length: 100 },
        (_, n) => `<a hidden href="${range.canary.origin}/${place}/hidden${n}">x</a>`,
      ).join('');
      const visitor = await open(range, driver, place, [
        script(`show('armed');for(const a of document.links)a.click();document.getElementById('go').click()`).replace(
          '<script>',
          () =>
            `${links}<a target="_blank" href="${range.canary.origin}/${place}/tab">x</a><a id="go" target="_top" href="/control?taken">x</a><script>`,
        ),
      ]);
      const isGone = await until(
        async () => String(await visitor.run('location.search').catch(() => '')) === '?taken',
        3_000,
      );
      if (place === 'control') return isGone || range.canary.hits.some((hit) => hit.includes('/control/hidden'));
      const acts = await Promise.all(['link.followed', 'opened'].map((name) => seen(visitor, name)));
      return isGone || JSON.stringify(acts) !== '[[],[]]' || range.canary.hits.some((hit) => hit.includes('/ours/'));
    },
  },
  {
    what: 'a script sends the keys of every shortcut',
    by: 'a key that a script sends goes only to the document',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        script(`for(const key of['s','Enter','p','/','F2','F8','Escape'])for(const on of[document.getElementById('out'),document,window])
          on.dispatchEvent(new KeyboardEvent('keydown',{key,ctrlKey:key.length<2||key==='Enter',bubbles:true}));show('sent')`),
      ]);
      await untilShown(visitor, 'sent');
      // A press is waited for; one that does not come is none.
      await visitor.run('new Promise((end)=>setTimeout(end,1500))');
      return JSON.stringify(await seen(visitor, 'key.pressed')) !== '[]';
    },
  },
  {
    what: "taking the bridge's port, by a replaced `postMessage`, `MessageEvent.data` or array iterator, or from `window.event`",
    by: "the bridge stores the functions that it uses before the first script runs, and none of the document's code runs while an event of the port is handled (`tests/frame/realm.test.ts`)",
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        script(`const post=MessagePort.prototype.postMessage,each=Array.prototype[Symbol.iterator],{get:read}=Object.getOwnPropertyDescriptor(MessageEvent.prototype,'data');
          const take=(e)=>{const at=e?.currentTarget;if(at instanceof MessagePort)port=at};let port;
          MessagePort.prototype.postMessage=function(m){port=this;post.call(this,m)};
          Object.defineProperty(MessageEvent.prototype,'data',{get(){take(this);return read.call(this)}});
          Array.prototype[Symbol.iterator]=function(){take(this[0]);return each.call(this)};
          window.getNewAttributes=()=>{take(window.event);return[]};new MutationObserver(()=>take(window.event)).observe(document,{subtree:true,childList:true});
          show('first');setTimeout(()=>show(port?'taken':'not taken'),6000)`),
      ]);
      await until(async () => String(await visitor.run(OUT)) === 'first');
      await visitor.run(`void(${HOSTS}.at(-1).snapshot(),${HOSTS}.at(-1).patch([['out','patched']]))`);
      await until(async () => String(await visitor.run(OUT)).includes('taken'));
      return (await visitor.run(OUT)) !== 'not taken';
    },
  },
  {
    what: 'forged messages of every kind from code in the place of the bridge: `open-link`, every shortcut, a second `ready`, over the caps',
    by: 'parsed, capped and counted in the page; an act has no effect unless the frame has the focus and a user has just pressed, and each press is valid for one act of a kind (`host/acts.ts`)',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      // The driver's own calls count as presses for five seconds.
      range.rogue = `await new Promise((y)=>setTimeout(y,7000));for(const key of ['save','submit','print','view','help'])post({type:'hotkey',key});post({type:'leave',isBack:true});post({type:'paste-url',no:1,id:'out',url:'https://evil.example/'});
        for(const where of ['top','new-tab'])for(const href of ['javascript:alert(1)','https://evil.example/'])post({type:'open-link',href,where});
        post({type:'ready',title:'again',values:[]});post({type:'edits',seq:1,changes:[['a'.repeat(300),'x']]});post({type:'hello',v:1});
        post({type:'edits',seq:1,changes:[['out','last']]})`;
      try {
        const visitor = await open(range, driver, place, ['<p class="editable" id="out"></p>']);
        // A press is waited for; one that does not come is none.
        await new Promise((end) => setTimeout(end, 9_000));
        await untilShown(visitor, 'last');
        const acts = await Promise.all(
          ['link.followed', 'key.pressed', 'url.pasted'].map((name) => seen(visitor, name)),
        );
        const times = ((await seen(visitor, 'document.ready')) as unknown[]).length;
        return JSON.stringify(acts) !== '[[],[],[]]' || times !== 1 || (await visitor.run(OUT)) !== 'last';
      } finally {
        range.rogue = null;
      }
    },
  },
  {
    what: 'a STUN packet from a `srcdoc` grandchild',
    by: "`Connection-Allowlist` (Chromium ends the frame's process: a document that stopped responding)",
    control: 'works',
    chromium: 'stopped',
    firefox: 'open',
    async attempt(range, driver, place) {
      const canary = await openPort('udp');
      const inner = `<script>const p=new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${canary.port}'}]});p.createDataChannel('x');p.createOffer().then((o)=>p.setLocalDescription(o))<\\/script>`;
      const visitor = await open(range, driver, place, [
        script(
          `show('armed');await new Promise((y)=>setTimeout(y,300));document.body.append(Object.assign(document.createElement('iframe'),{srcdoc:\`${inner}\`}))`,
        ),
      ]);
      if (place === 'ours') await visitor.run(`void setInterval(()=>fetch('/v1/beat'),50)`);
      await untilShown(visitor, 'armed');
      const isHit = await until(() => canary.isHit, place === 'control' ? 10_000 : 3_000);
      // Playwright takes the crash of the frame's process for the page's; the page itself goes on.
      const beats = range.apiHits.length;
      if (place === 'ours' && !(await until(() => range.apiHits.length > beats + 5))) throw new Error('The page died.');
      await canary.close();
      return isHit;
    },
  },
];
