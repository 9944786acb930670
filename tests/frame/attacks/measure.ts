import { openPort } from './range.ts';
import type { Port, Range } from './range.ts';
import { attacks as allAttacks } from './table.ts';
import type { Attack } from './attack.ts';

/** One page of a browser, driven as far as the attacks need it; Chromium and Firefox have one each. */
export type Visitor = {
  goto(url: string): Promise<void>;
  url(): string;
  /** Evaluates an expression in the page. */
  run(code: string): Promise<unknown>;
  /** Presses at a place of the window, in pixels. */
  press(x: number, y: number): Promise<void>;
  /** Texts of the browser's own dialogs, which are answered at once. */
  readonly dialogs: string[];
  close(): Promise<void>;
};

export type Driver = {
  open(): Promise<Visitor>;
  /** Ends the browser. @returns every host name that was looked up, as one text */
  end(): Promise<string>;
};

/** Place at which attacks are run: nothing protects, our frame, our frame on a host that sends no headers. */
export type Place = 'control' | 'ours' | 'static';

/** Attacks that worked, by place. */
export type Outcome = Readonly<Record<Place, ReadonlySet<string>>>;

const paths: Record<Place, string> = { control: '/control', ours: '/', static: '/static/' };

/** Waits until something holds; an attack that never works must not hold up the others. @param most milliseconds */
export async function until(holds: () => boolean | Promise<boolean>, most = 20_000): Promise<boolean> {
  const end = Date.now() + most;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await new Promise((next) => setTimeout(next, 50));
  }
  return true;
}

/** A document that runs attacks and writes how each went into a region of its own, or, where it can, to the page around it. */
function documentOf(range: Range, place: Place, attacks: readonly Attack[], ports: ReadonlyMap<string, Port>): string {
  const isPressed = attacks.some((attack) => attack.isPressed);
  const runs = attacks.map(({ id, script, goes }) => {
    // A script that navigates away reports before it goes.
    const before = goes === undefined ? '' : `show('${id}','going');await pause(300);`;
    return `attempt('${id}',async()=>{const port=${ports.get(`${place} ${id}`)?.port ?? 0};${before}${script}});`;
  });
  return `<!doctype html><title>Hostile</title><body style="margin:0">
    ${attacks.map(({ id }) => `<p class="editable" id="${id}"></p>`).join('')}<script>
    const A=${JSON.stringify(range.origin)},RUN='${place}';
    const at=(id)=>${JSON.stringify(range.canary.origin)}+'/'+RUN+'/'+id,api=(id)=>A+'/v1/'+RUN+'/'+id,name=(id)=>RUN+'-'+id+'.invalid';
    const pause=(ms)=>new Promise((y)=>setTimeout(y,ms));
    const add=(html)=>{const d=document.createElement('div');d.innerHTML=html;document.body.append(d)};
    const show=(id,text)=>{document.getElementById(id).textContent=text;try{(parent.results??={})[id]=text}catch{}};
    const attempt=(id,run)=>Promise.race([run().then((t)=>t??'done',(e)=>'stopped '+e.name),pause(${place === 'control' ? 60_000 : 3_000}).then(()=>'no end')]).then((t)=>show(id,String(t)));
    const all=()=>{${runs.join('\n').replaceAll('</', String.raw`<\/`)}};
    ${isPressed ? `add('<button style="position:fixed;inset:0;width:100%;height:100%">press</button>');document.querySelector('button').onclick=all;` : `addEventListener('load',()=>setTimeout(all,100))`}
    </script></body>`;
}

/** The attacks that reported a leak: in a region whose edits the host gets, or straight to the page. */
const RESULTS = `Object.assign({},window.results,...(window.page?.all??[]).map((host)=>Object.fromEntries(host.values().filter(([,value])=>value!==''))))`;

/** The longest wait for effects, in milliseconds; a later effect counts as none. The control's all come: only a busy machine needs so long. */
const EFFECTS: Readonly<Record<Place, number>> = { ours: 8_000, static: 8_000, control: 120_000 };

type Sheet = { readonly worked: Set<string>; readonly results: Map<string, string> };

/** Runs the whole table in a browser and ends it. */
export async function measureTable(
  range: Range,
  driver: Driver,
  places: readonly Place[] = ['ours', 'static', 'control'],
  attacks: readonly Attack[] = allAttacks,
): Promise<Outcome & { readonly results: ReadonlyMap<string, string> }> {
  const ports = new Map<string, Port>();
  for (const { id, sign } of attacks) {
    if (sign !== 'tcp' && sign !== 'udp') continue;
    for (const place of places) ports.set(`${place} ${id}`, await openPort(sign));
  }
  const results = new Map<string, string>();
  const sheets: Record<Place, Sheet> = {
    control: { worked: new Set(), results },
    ours: { worked: new Set(), results },
    static: { worked: new Set(), results },
  };
  const run = new TableRun(range, driver, ports, sheets);
  // The control runs last: once its effects have arrived, those of the earlier ones would have arrived too.
  for (const place of places) await run.all(place, attacks);
  await run.settle(places, attacks);
  const names = await run.end();
  for (const { id, sign } of attacks) {
    if (sign !== 'name') continue;
    for (const place of places) if (names.includes(`${place}-${id}.invalid`)) sheets[place].worked.add(id);
  }
  for (const port of ports.values()) await port.close();
  return { control: sheets.control.worked, ours: sheets.ours.worked, static: sheets.static.worked, results };
}

class TableRun {
  readonly #range: Range;
  readonly #driver: Driver;
  readonly #ports: ReadonlyMap<string, Port>;
  readonly #sheets: Record<Place, Sheet>;
  readonly #visitors: Visitor[] = [];

  constructor(range: Range, driver: Driver, ports: ReadonlyMap<string, Port>, sheets: Record<Place, Sheet>) {
    this.#range = range;
    this.#driver = driver;
    this.#ports = ports;
    this.#sheets = sheets;
  }

  async all(place: Place, attacks: readonly Attack[]): Promise<void> {
    const quiet = attacks.filter(({ goes, isPressed }) => !goes && !isPressed);
    const leaving = attacks.filter(({ goes }) => goes === 'leaves');
    const pressed = attacks.filter(({ isPressed }) => isPressed);
    const taking = attacks.filter(({ goes, isPressed }) => goes === 'takes' && !isPressed);
    await this.#together(place, [quiet]);
    await this.#together(
      place,
      leaving.map((attack) => [attack]),
    );
    // Against these the sandbox and the file's own policy do the same with and without headers.
    if (place === 'static') return;
    // In a place where they work, each needs a page and a press of its own.
    const ownPage = pressed.filter(({ goes }) => place === 'control' || !goes);
    if (place === 'ours') await this.#together(place, [pressed.filter(({ goes }) => goes)]);
    for (const attack of ownPage) await this.#together(place, [[attack]]);
    for (const attack of taking) await this.#together(place, [[attack]]);
  }

  /** Opens one page with a frame for each document, and notes what shows in the page itself. */
  async #together(place: Place, documents: readonly (readonly Attack[])[]): Promise<void> {
    const attacks = documents.flat();
    if (attacks.length === 0) return;
    const visitor = await this.#driver.open();
    this.#visitors.push(visitor);
    const home = this.#range.origin + paths[place];
    if (attacks.some(({ sign }) => sign === 'address')) await visitor.goto(`${home}?before`);
    await visitor.goto(home);
    await visitor.run(
      `void (window.messages=[],window.channel=new BroadcastChannel('ready'),window.channel.onmessage=({data})=>window.messages.push(data))`,
    );
    const victim = '<!doctype html><p class="editable" id="victim">words</p>';
    const pages = documents.map((list) => documentOf(this.#range, place, list, this.#ports));
    const isAlone = attacks.some(({ isPressed, goes }) => isPressed || goes === 'takes');
    for (const html of isAlone ? pages : [victim, ...pages]) await visitor.run(this.#opening(place, html));
    if (attacks.some(({ isPressed }) => isPressed)) {
      await until(async () => (await visitor.run(READY)) === true);
      await visitor.press(200, 200);
    }
    // A page that an attack has navigated does not answer, or answers as another page.
    const answers = async (): Promise<Record<string, string>> =>
      (await visitor.run(RESULTS).catch(() => ({}))) as Record<string, string>;
    await until(async () => {
      const texts = await answers();
      for (const [id, text] of Object.entries(texts)) this.#sheets[place].results.set(`${place} ${id}`, text);
      const isGone = visitor.url() !== home;
      return isGone || attacks.every(({ id, goes }) => texts[id] && (goes !== 'takes' || texts[id] !== 'going'));
    }, EFFECTS[place]);
    for (const { id, sign } of attacks) {
      const { worked } = this.#sheets[place];
      if (sign === 'result' && this.#sheets[place].results.get(`${place} ${id}`)?.startsWith('leaked')) worked.add(id);
      if (sign === 'dialog' && visitor.dialogs.includes(`${place} ${id}`)) worked.add(id);
      if (sign === 'address') {
        const isMoved = async (): Promise<boolean> => (await visitor.run('location.href')) !== home;
        if (place === 'control' ? await until(isMoved, EFFECTS.control) : await isMoved()) worked.add(id);
      }
      if (sign === 'channel') {
        const isReceived = async (): Promise<boolean> =>
          (await visitor.run(`window.messages.includes('${place}')`)) === true;
        if (place === 'control' ? await until(isReceived, EFFECTS.control) : await isReceived()) worked.add(id);
      }
    }
  }

  #opening(place: Place, html: string): string {
    const text = JSON.stringify(html);
    if (place !== 'control')
      return `void window.page.openAnother(${text},${JSON.stringify(place === 'static' ? '/static' : '')})`;
    return `void document.body.append(Object.assign(document.createElement('iframe'),{srcdoc:${text},style:'display:block;border:0;width:100%;height:480px'}))`;
  }

  /** Notes what reached the canaries, once all of the control's effects have. */
  async settle(places: readonly Place[], attacks: readonly Attack[]): Promise<void> {
    const { canary, apiHits } = this.#range;
    const cameOut = (place: Place, { id, sign }: Attack): boolean => {
      if (sign === 'tcp' || sign === 'udp') return this.#ports.get(`${place} ${id}`)?.isHit ?? false;
      const address = new RegExp(`^\\w+ (/v1)?/${place}/${id}(?![\\w-])`);
      return sign === 'request' && [...canary.hits, ...apiHits].some((hit) => address.test(hit));
    };
    const counted = attacks.filter(({ sign }) => ['request', 'tcp', 'udp'].includes(sign));
    if (places.includes('control'))
      await until(() => counted.every((attack) => cameOut('control', attack)), EFFECTS.control);
    for (const attack of counted)
      for (const place of places) if (cameOut(place, attack)) this.#sheets[place].worked.add(attack.id);
  }

  /** @returns the host names that were looked up */
  async end(): Promise<string> {
    for (const visitor of this.#visitors) await visitor.close();
    return this.#driver.end();
  }
}

/** True if the document can be pressed. */
const READY = `(window.page?.all.at(-1)?.isReady ?? document.querySelector('iframe')?.contentDocument?.querySelector('button')!==null)`;
