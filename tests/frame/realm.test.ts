import { expect, test } from 'vitest';

import { shows } from '#tests/support/shows.ts';
import { desk, deskForEachTest } from './harness.ts';

deskForEachTest();

/**
 * Replaces every accessor and every method that can be reached from the frame's globals by one that does the same and notes in `window.caught` what of
 * the bridge's way to the page came by: as `this`, in what it is given, in what it gives back, or by `window.event`. Of globals it uses only what it has
 * taken before, as the bridge does.
 */
const SPIES = `window.caught=[];window.spies=0;(()=>{
  const {apply,ownKeys,getPrototypeOf,getOwnPropertyDescriptor,defineProperty}=Reflect,isArray=Array.isArray,has=Object.hasOwn;
  const port=MessagePort.prototype,event=MessageEvent.prototype,get=(from,name)=>getOwnPropertyDescriptor(from,name).get;
  const now=get(window,'event'),current=get(Event.prototype,'currentTarget');
  const known={load:1,patch:1,snapshot:1,'link-text':1,'grid-answer':1,focus:1,reach:1,names:1,place:1,release:1,'save-key':1,blanks:1,measure:1,'show-page':1,mark:1,draw:1,print:1,ping:1};
  const list=window.caught,nodeType=get(Node.prototype,'nodeType');let isBusy=false;
  const isNode=(one)=>{try{return apply(nodeType,one,[])>0}catch{return false}};
  const what=(value,depth)=>{
    if(typeof value!=='object'||value===null)return '';
    const kind=getPrototypeOf(value);
    if(kind===port)return 'a port';
    if(kind===event)return 'an event of a port';
    if((kind===null||kind===Object.prototype)&&has(value,'type')&&known[getOwnPropertyDescriptor(value,'type').value]===1)return 'a message';
    if(depth>0&&isArray(value))for(let at=0;at<value.length&&at<20;at++){const found=what(value[at],depth-1);if(found)return found}
    return ''};
  const look=(name,self,given,given2)=>{
    if(isBusy)return;
    isBusy=true;
    const event=apply(now,window,[]);
    let found=what(self,1)||what(given,2)||what(given2,2);
    if(event&&getPrototypeOf(apply(current,event,[])??{})===port)found='window.event';
    if(found)list[list.length]=name+': '+found;
    isBusy=false};
  const spied=(name,own)=>function(...given){look(name,this,given);const out=new.target?Reflect.construct(own,given):apply(own,this,given);look(name,null,out);return out};
  const queue=[globalThis,[][Symbol.iterator](),new Map().entries(),new Set().values(),''[Symbol.iterator](),'a'.matchAll(/a/g),function*(){}(),async function*(){}(),async()=>{}];
  const met=new Set(queue),meet=(one)=>{if((typeof one==='object'||typeof one==='function')&&one!==null&&!met.has(one)){met.add(one);queue.push(one)}};
  const found=[];
  while(queue.length){
    const at=queue.shift();
    meet(getPrototypeOf(at));
    if(at===list||isNode(at))continue;
    for(const name of ownKeys(at)){
      const own=getOwnPropertyDescriptor(at,name);
      if('value' in own)meet(own.value);
      found.push([at,name,own])}}
  for(const [at,name,own] of found){
    if(!own.configurable||name==='constructor'||name==='caught'||name==='spies')continue;
    const label=String(name);
    // A class is nobody's method.
    if(typeof own.value==='function'&&own.value.prototype===undefined)own.value=spied(label,own.value);
    else if(own.get||own.set){if(own.get)own.get=spied(label,own.get);if(own.set)own.set=spied(label,own.set)}
    else continue;
    try{defineProperty(at,name,own);window.spies++}catch{}}
})()`;

const PAGE = `<!doctype html><h1>Form</h1><p class="editable" id="a">first</p><p class="editable" id="b">second</p>
  <label>Day <input class="editable" id="c" value="1"></label><input type="checkbox" class="editable" id="d">
  <select class="editable" id="e"><option>one<option>two</select><textarea class="editable" id="f">x</textarea>
  <table><tr><th>Unit<th>Crew<tr><td>14<td class="editable" id="g">y</table><a href="https://ready.example/">link</a><div id="rows"></div>
  <p class="editable" id="h">https://ready.example/x[Plan] and
  more</p><script>getNewAttributes=()=>[{id:'r1',value:'v'}]</script>`;

const caught = async (): Promise<{ caught: string[]; spies: number }> => {
  const frame = desk.page.frames().find((one) => one !== desk.page.mainFrame());
  const found = await frame?.evaluate(() => {
    const { caught: list, spies } = window as unknown as { caught: string[]; spies: number };
    return { list: [...new Set(list)], spies };
  });
  return { caught: found?.list ?? [], spies: found?.spies ?? 0 };
};

const post = (message: Record<string, unknown>): Promise<void> =>
  desk.page.evaluate((own) => window.page.host?.post(own as never), message);

test(
  shows('d32.acts d43.realm')(
    'no accessor and no method that a document can replace ever sees the way to the page, and every value is heard',
  ),
  async () => {
    await desk.show(PAGE.replace('</script>', `;addEventListener('load',()=>{${SPIES}})</script>`));
    // Typed, chosen, pasted, dropped.
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type(' typed');
    await desk.value('a', 'first typed');
    await desk.frame.locator('#c').fill('2');
    await desk.frame.locator('#d').check();
    await desk.frame.locator('#e').selectOption('two');
    await desk.frame.locator('#f').fill('text\nof lines');
    await desk.frame.locator('#b').click();
    await desk.page.keyboard.press('End');
    await desk.paste(' pasted');
    await desk.page.keyboard.press('Control+v');
    await desk.value('b', 'second pasted');
    await desk.paste('https://ready.example/pasted');
    await desk.page.keyboard.press('Control+v');
    const asked = (await desk.event('url.pasted')) as { no: number; url: string };
    await desk.command('linkText', asked.no, asked.url, 'Words');
    await desk.value('b', 'second pasted https://ready.example/pasted[Words,window=_top]');
    await desk.frame.locator('#b').selectText();
    await desk.frame.locator('#b').dragTo(desk.frame.locator('#g'));
    await desk.event('text.edited');
    // All that the page says.
    await desk.command('patch', [
      ['h', 'patched'],
      ['later', 'waits'],
    ]);
    await desk.page.evaluate(() =>
      window.page.host?.frame.send({ type: 'marks.given', marks: [{ id: 'a', at: 0, by: 'Ann' }] }),
    );
    await desk.command('names');
    await desk.command('reach', 'h');
    await desk.command('focus', 'a', 2);
    for (const message of [
      { type: 'ping', no: 1 },
      { type: 'place' },
      { type: 'measure', no: 1, width: 100, height: 100 },
      { type: 'show-page', start: [0, 0] },
      { type: 'show-page', start: [20, 10] },
      { type: 'show-page', start: null },
      { type: 'find', ids: ['a'] },
      { type: 'draw', top: 0 },
      { type: 'print', note: 'A draft' },
      { type: 'grid-answer', no: 9, answer: 'text' },
      { type: 'link-text', no: 9, url: 'https://ready.example/', text: null },
    ])
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await post(message);
    await desk.frame.locator('body').evaluate((body) => {
      body.querySelector('#rows')?.insertAdjacentHTML('beforeend', '<p class="editable" id="later"></p>');
    });
    await desk.event('regions.changed');
    const { values, newAttributes } = await desk.snapshot();
    expect(Object.fromEntries(values)).toMatchObject({
      a: 'first typed',
      c: '2',
      d: 'true',
      e: 'two',
      f: 'text\nof lines',
      h: 'patched',
      later: 'waits',
    });
    expect(newAttributes).toEqual([{ id: 'r1', value: 'v' }]);
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('Control+s');
    await desk.event('key.pressed');
    const seen = await caught();
    expect(seen.spies).toBeGreaterThan(5_000);
    expect(seen.caught).toEqual([]);
    expect(await desk.seen('broken')).toEqual([]);
  },
);

test('no code of a document runs while an event of the bridge’s port is there', async () => {
  await desk.show(`<p class="editable" id="a">x</p><p class="editable" id="out">-</p><script>
    const seen=[],note=(where)=>{seen.push(where);if(window.event?.currentTarget instanceof MessagePort||window.event instanceof MessageEvent)seen.push('PORT '+where)};
    note('parsing');Promise.resolve().then(()=>note('promise'));
    customElements.define('x-one',class extends HTMLElement{connectedCallback(){note('in')}disconnectedCallback(){note('out')}});
    a.append(document.createElement('x-one'));
    new MutationObserver(()=>note('observer')).observe(a,{childList:true});
    getNewAttributes=()=>{note('own function');return[{toJSON(){note('JSON');return 1},get then(){note('then')}}]}</script>`);
  await desk.command('patch', [['a', 'patched']]);
  await desk.snapshot();
  const frame = desk.page.frames().find((one) => one !== desk.page.mainFrame());
  const seen = (await frame?.evaluate('[...new Set(seen)].sort()')) as string[];
  expect(seen).toEqual(expect.arrayContaining(['parsing', 'promise', 'in', 'out', 'observer', 'own function', 'JSON']));
  expect(seen.filter((where) => where.startsWith('PORT'))).toEqual([]);
});

/** False answers of a document in the place of the browser: everything that could turn one press into another, or its place into a link. */
const FALSE_PROPERTIES = `const evil=document.getElementById('evil'),lie=(from,name,value)=>Object.defineProperty(from,name,{configurable:true,value}),
  say=(from,name,value)=>Object.defineProperty(from,name,{configurable:true,get:()=>value});
  lie(String.prototype,'toLowerCase',()=>'s');lie(String.prototype,'trim',()=>'https://evil.example/');
  for(const name of['closest','querySelector'])lie(Element.prototype,name,()=>evil);lie(Element.prototype,'matches',()=>false);
  lie(Array.prototype,'some',()=>false);lie(RegExp.prototype,'test',()=>true);
  lie(Event.prototype,'composedPath',()=>[evil]);say(Event.prototype,'target',window);say(Event.prototype,'type','focus');say(Event.prototype,'defaultPrevented',true);
  for(const[name,value]of[['key','s'],['code','KeyS'],['ctrlKey',true],['repeat',false]])say(KeyboardEvent.prototype,name,value);
  for(const name of['ctrlKey','metaKey'])say(MouseEvent.prototype,name,true);
  const{apply}=Reflect,iterate=Array.prototype[Symbol.iterator];lie(Array.prototype,Symbol.iterator,function(){return apply(iterate,this[0]===window||this[0]?.nodeType?[evil]:this,[])});
  lie(Function.prototype,'call',()=>true);lie(Function.prototype,'apply',()=>true)`;

test('whatever a document says in the place of the browser, a press is what the person has pressed', async () => {
  await desk.show(`<!doctype html><p class="editable" id="a">x</p><p id="plain">plain words</p><button>A stop</button><a id="evil" href="https://evil.example/">x</a>
    <script>addEventListener('load',()=>{${FALSE_PROPERTIES}});addEventListener('keydown',()=>evil.focus())</script>`);
  const box = await desk.page.locator('iframe').boundingBox();
  const at = (y: number): Promise<void> => desk.page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + y);
  await at(24);
  for (const key of ['x', 'Control+c', 'Control+z', 'Escape', 'Tab', 'Enter', 'f'])
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await desk.page.keyboard.press(key);
  await at(60);
  await at(200);
  await desk.page.keyboard.press('Control+Enter');
  await desk.event('key.pressed');
  expect(await desk.seen('key.pressed')).toEqual(['submit']);
  expect(await desk.seen('link.followed')).toEqual([]);
});

/**
 * Every method and accessor of the language's own objects and iterators, in `all`; `silence(at)` makes one lie, and `trap()` takes what is
 * written into new places of objects and lists. The document's own part uses none of them. @param lie what each does: by itself, gives nothing
 */
const silence = (lie = ''): string => `const all=[],silence=(()=>{
  const {ownKeys,defineProperty,getOwnPropertyDescriptor:of,getPrototypeOf}=Reflect,nothing=function(){${lie}},get={__proto__:null,configurable:true,get:nothing,set:nothing},gives={__proto__:null,configurable:true,writable:true,value:nothing};
  const kinds=[Array,String,Map,Set,WeakMap,WeakSet,RegExp,Object,Promise,Function,Number,Date].flatMap((kind)=>[kind,kind.prototype]);
  kinds.push(Reflect,JSON,Math,...[[].keys(),new Map().keys(),new Set().keys(),''[Symbol.iterator](),'a'.matchAll(/a/g),(function*(){})()].map(getPrototypeOf),getPrototypeOf(getPrototypeOf([].keys())));
  for(const kind of kinds)for(const name of ownKeys(kind)){const own=of(kind,name);
    if(own.configurable&&name!=='prototype'&&(typeof own.value==='function'||own.get))all.push({kind,name,own:{__proto__:null,...own}})}
  window.trap=()=>{delete Array.prototype.copyWithin;delete Array.prototype.reduceRight;delete Array.prototype.toSpliced;delete Array.prototype.with;const of=['id','value','type','hidden','unasked','done'];for(let at=0;at<6;at++)defineProperty(Object.prototype,of[at],get);for(let at=0;at<3;at++)defineProperty(Array.prototype,''+at,get)};
  return(at,isBack)=>{const{kind,name,own}=all[at];defineProperty(kind,name,isBack?own:own.get?get:gives)}
})()`;

test.each(['', 'return true', 'return []', 'return this', 'throw 0'])(
  'whatever the language’s own methods do, what a script writes is reported, and so is what is typed: %s',
  async (lie) => {
    await desk.show(`<!doctype html><p class="editable" id="a">x</p><p class="editable" id="h" hidden></p><p class="editable" id="s">-</p>
    <script>${silence(lie)};const write=(one,text)=>{one.textContent=text};
      addEventListener('load',()=>{for(let at=0;at<all.length;at++)silence(at);trap();addEventListener('keydown',()=>{write(h,'EVIL');write(s,'sum')})})</script>`);
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type('yz');
    await desk.value('a', 'xyz');
    await desk.value('h', 'EVIL');
    expect(new Set((await desk.seen('unasked')).flat())).toEqual(new Set(['h', 's']));
    const { values, hidden } = await desk.snapshot(['h', 's']);
    expect([Object.fromEntries(values), hidden]).toEqual([{ a: 'xyz', h: 'EVIL', s: 'sum' }, ['h']]);
    expect(await desk.seen('broken')).toEqual([]);
  },
);

test('no single method that gives nothing keeps what a script writes from being reported', async () => {
  await desk.show(`<!doctype html><p class="editable" id="h" hidden></p>
    <script>${silence()};let at=-1;const write=(one,text)=>{one.textContent=text},count=all.length;
      getNewAttributes=()=>{if(at>=0)silence(at,true);at++;if(at<count){write(h,'EVIL '+at);silence(at)}return[]}</script>`);
  const frame = desk.page.frames().find((one) => one !== desk.page.mainFrame());
  const names = (await frame?.evaluate('all.map(({name})=>String(name))')) as string[];
  expect(names.length).toBeGreaterThan(300);
  const taken = await desk.page.evaluate(async (count) => {
    const { host, seen } = window.page;
    const all = (): unknown[] => seen.filter(([name]) => name === 'snapshot.taken').map(([, detail]) => detail);
    for (let at = 1; at <= count; at += 1) {
      host?.snapshot(['h']);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, and not more than a document may send
      while (all().length < at) await new Promise(requestAnimationFrame);
    }
    return all() as { hidden: string[]; values: [string, string][] }[];
  }, names.length);
  expect(taken.map(({ hidden, values }) => [hidden, values])).toEqual(
    names.map((_, at) => [['h'], [['h', `EVIL ${at}`]]]),
  );
  expect((await desk.seen('unasked')).flat()).toEqual(names.map(() => 'h'));
  expect(await desk.seen('broken')).toEqual([]);
});

test.each([
  ['that can be removed', 'Array.prototype.last=function(){return this[this.length-1]}'],
  ['that cannot', `Object.defineProperty(Array.prototype,'last',{value(){return this[this.length-1]}})`],
  [
    'as an accessor',
    `Object.defineProperty(Array.prototype,'max',{get(){return this[this.length-1]}});Object.defineProperty(Object.prototype,'title',{value:'1'});Array.prototype.last=function(){return this.max}`,
  ],
  [
    'named as one of ours',
    'Array.prototype.values=Array.prototype.last=function(){return this[this.length-1]};Object.prototype.hidden=1;Object.preventExtensions(Array.prototype)',
  ],
])(
  'a helper of lists %s works in the document’s own function, and the document is edited as before',
  async (_what, helper) => {
    await desk.show(
      `<!doctype html><p class="editable" id="a">x</p><script>${helper};getNewAttributes=()=>[[{id:'r1'}].last()]</script>`,
    );
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type('yz');
    await desk.value('a', 'xyz');
    for (let no = 0; no < 2; no += 1)
      // oxlint-disable-next-line no-await-in-loop -- the second is asked in the realm that the first has left
      expect(await desk.snapshot()).toMatchObject({ newAttributes: [{ id: 'r1' }], error: null });
    expect(await desk.seen('broken')).toEqual([]);
  },
);

test('no member that a document adds nearer to a node says that it has another text', async () => {
  await desk.show(`<!doctype html><p class="editable" id="h">fine</p><script>
    const data=Object.getOwnPropertyDescriptor(CharacterData.prototype,'data').get;addEventListener('keydown',()=>{h.append('!');
    Object.defineProperty(Text.prototype,'data',{get(){return this.parentNode===h?'EVIL':data.call(this)}});
    for(const kind of [EventTarget,Node,Element,HTMLElement,CharacterData,Text])Object.defineProperty(kind,Symbol.hasInstance,{configurable:true,value:()=>false});
    for(const name of ['childNodes','firstChild'])Object.defineProperty(HTMLElement.prototype,name,{get:()=>null})})</script>`);
  await desk.frame.locator('#h').click();
  await desk.page.keyboard.press('Shift');
  await desk.value('h', 'fine!');
});

test('the place of the caret is noted without asking the document', async () => {
  await desk.show(`<p class="editable" id="a">words</p><script>window.asked=0;
    for(const name of ['focusNode','focusOffset'])Object.defineProperty(Selection.prototype,name,{get(){window.asked++;return null}})</script>`);
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type('!');
  await desk.value('a', 'words!');
  expect(await desk.frame.locator('#a').evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);
});

test('no part that a document adds to all objects makes a replaced member pass for the browser’s', async () => {
  await desk.show(`<!doctype html><p class="editable" id="a">x</p><p class="editable" id="h">-</p><script>
    const {get}=Object.getOwnPropertyDescriptor(MutationRecord.prototype,'target');
    addEventListener('keydown',()=>{Object.prototype.get=get;
      Object.defineProperty(MutationRecord.prototype,'target',{__proto__:null,configurable:true,value:undefined});h.textContent='EVIL'})</script>`);
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type('y');
  await desk.value('h', 'EVIL');
  expect((await desk.seen('unasked')).flat()).toEqual(['h']);
});
