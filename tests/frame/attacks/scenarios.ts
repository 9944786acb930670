import { until } from './measure.ts';
import type { Driver, Place, Visitor } from './measure.ts';
import { openPort } from './range.ts';
import type { Range } from './range.ts';

/** How a scenario went in our frame: stopped, or open and limited by what its row says. */
type Verdict = 'stopped' | 'open' | 'not shown';

/** An attack that takes more than one script: the last rows of the table. */
export type Scenario = {
  readonly what: string;
  readonly by: string;
  readonly control: 'works' | 'none';
  readonly chromium: Verdict;
  readonly firefox: Verdict;
  /** Tries it in one place; true when the attack worked. */
  attempt(range: Range, driver: Driver, place: Place): Promise<boolean>;
};

const script = (
  code: string,
): string => `<!doctype html><title>Hostile</title><p class="editable" id="out" tabindex="0">x</p>
  <script>const tell=(t)=>{document.getElementById('out').textContent=t;try{parent.out=t}catch{}};addEventListener('load',()=>setTimeout(async()=>{${code}},100))</script>`;

const OUT = `(window.out??window.page?.all.at(-1)?.value('out'))`;
const told = (visitor: Visitor, text: string): Promise<boolean> => until(async () => (await visitor.run(OUT)) === text);

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
/** What the page was told by its frames, by name. */
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
        script(`addEventListener('beforeunload',(e)=>{e.preventDefault();e.returnValue='stay'});tell('armed')`),
      ]);
      await told(visitor, 'armed');
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
    by: 'while a question is open the page takes it back (`focus-guard.ts`); no password field stands beside a document',
    control: 'works',
    chromium: 'open',
    firefox: 'open',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(`tell('armed');setInterval(()=>document.getElementById('out').focus(),50)`),
      ]);
      await visitor.run(
        `void (document.body.prepend(Object.assign(document.createElement('input'),{id:'field'})),document.getElementById('field').focus())`,
      );
      await told(visitor, 'armed');
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
          `tell('armed');await new Promise((y)=>setTimeout(y,500));const end=Date.now()+3000;while(Date.now()<end);`,
        ),
      ]);
      await told(visitor, 'armed');
      // A frozen page beats no more than once in the time in which a living one beats a hundred times.
      await visitor.run(
        `new Promise((y)=>{window.beats=0;const end=Date.now()+3000;const t=setInterval(()=>{window.beats++;if(Date.now()>end){clearInterval(t);y()}},30)})`,
      );
      return ((await visitor.run('window.beats')) as number) < 45;
    },
  },
  {
    what: '20 × `pushState`, so that a way back of the application leads nowhere',
    by: 'the application goes to explicit routes, never back in the history',
    control: 'works',
    chromium: 'open',
    firefox: 'open',
    async attempt(range, driver, place) {
      const visitor = await open(range, driver, place, [
        script(`for(let n=0;n<20;n++)history.pushState(n,'');tell('armed')`),
      ]);
      await told(visitor, 'armed');
      return until(async () => ((await visitor.run('history.length')) as number) >= 20, 3_000);
    },
  },
  {
    what: 'a flood of messages',
    by: 'counted; the frame is removed, what was typed is kept',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        `<p class="editable" id="out">x</p><script>for(let n=0;n<5000;n++)parent.postMessage({n},'*')</script>`,
      ]);
      await until(async () => ((await seen(visitor, 'onMisbehaved')) as unknown[]).length > 0);
      return (await visitor.run(`document.querySelectorAll('iframe').length`)) !== 0;
    },
  },
  {
    what: 'a document beside it shakes hands with a document in the place of the page',
    by: '`event.source === parent`, the origin, and once only',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        script(`tell('victim')`),
        // From the first moment on, so that some come before the page's own.
        `<p class="editable" id="out">x</p><script>setInterval(()=>{for(let n=0;n<parent.length;n++){if(parent[n]===window)continue;
          const c=new MessageChannel();c.port1.onmessage=()=>{document.getElementById('out').textContent='heard'};
          parent[n].postMessage({type:'ready:init',v:1,mode:'edit',newAttributesFunction:'x'},'*',[c.port2])}},20);
          setTimeout(()=>{if(document.getElementById('out').textContent==='x')document.getElementById('out').textContent='nothing'},1500)</script>`,
      ]);
      await visitor.run(`void window.page.openAnother('<p class="editable" id="late">words</p>')`);
      const hosts = `${HOSTS}.length===3&&${HOSTS}.every((host)=>host.isReady)`;
      const isWhole = await until(async () => (await visitor.run(hosts)) === true);
      await until(async () => /nothing|heard/.test(String(await visitor.run(`${HOSTS}[1].value('out')`))));
      return !isWhole || (await visitor.run(`${HOSTS}[1].value('out')`)) !== 'nothing';
    },
  },
  {
    what: "forged messages over the bridge's own port (patched `postMessage`): `open-link javascript:`, a second `ready`, over the caps",
    by: 'by design untrusted: parsed, capped and counted in the page; no message is a privilege',
    control: 'none',
    chromium: 'stopped',
    firefox: 'stopped',
    async attempt(range, driver, place) {
      if (place === 'control') return false;
      const visitor = await open(range, driver, place, [
        script(`const post=MessagePort.prototype.postMessage;let port;MessagePort.prototype.postMessage=function(m){port=this;post.call(this,m)};
          tell('first');await new Promise((y)=>setTimeout(y,300));
          for(const m of[{type:'open-link',href:'javascript:alert(1)',where:'top'},{type:'ready',title:'again',values:[]},
          {type:'edits',seq:1,changes:[['a'.repeat(300),'x']]},{type:'hello',v:1},{type:'open-link',href:'https://evil.example/?'+'last',where:'top'}])post.call(port,m)`),
      ]);
      await until(async () => ((await seen(visitor, 'onOpenLink')) as unknown[]).length > 0);
      const links = JSON.stringify(await seen(visitor, 'onOpenLink'));
      const times = ((await seen(visitor, 'onReady')) as unknown[]).length;
      return links !== '[{"href":"https://evil.example/?last","where":"top","isKnown":false}]' || times !== 1;
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
          `tell('armed');await new Promise((y)=>setTimeout(y,300));document.body.append(Object.assign(document.createElement('iframe'),{srcdoc:\`${inner}\`}))`,
        ),
      ]);
      if (place === 'ours') await visitor.run(`void setInterval(()=>fetch('/v1/beat'),50)`);
      await told(visitor, 'armed');
      const isHit = await until(() => canary.isHit, place === 'control' ? 10_000 : 3_000);
      // The driver takes the end of the frame's process for the page's own; the page itself goes on.
      const beats = range.apiHits.length;
      if (place === 'ours' && !(await until(() => range.apiHits.length > beats + 5))) throw new Error('The page died.');
      await canary.close();
      return isHit;
    },
  },
];
