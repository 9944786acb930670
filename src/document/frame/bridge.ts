import type { FrameHotkey, FrameInit, FrameMode, FromFrame, Pair, ToFrame } from '../protocol.ts';
import { focusEmpty, focusRegion, placeOf } from './caret.ts';
import { showText } from './dom-regions.ts';
import { Editing } from './editing.ts';
import { FRAME_LIMITS } from './limits.ts';
import { follow, isModified, linkOf } from './links.ts';
import { newAttributes } from './own-function.ts';
import { RegionStore } from './store.ts';
import { frameStyle, printNote } from './style.ts';
import { lock } from './view.ts';

/**
 * The bridge: what runs inside `/frame.html`, before any script of the document and in the same realm. It has no privilege; whatever it
 * says the host checks. Built into one inline script by `scripts/frame-plugin.ts`; it imports no schema library.
 */

const host = parent;
const appOrigin = document.querySelector<HTMLMetaElement>('meta[name="app-origin"]')?.content || location.origin;

let port: MessagePort | null = null;
let functionName = 'getNewAttributes';
let mode: FrameMode = 'view';
let scroll: number | null = null;
let seq = 0;
let isDressed = false;
let isReady = false;
let isComposing = false;
let needsScan = false;
let scanned = 0;
let timer = 0;
let sizeTimer = 0;
let height = 0;
let pressed = -Infinity;
let last: HTMLElement | null = null;
let store = new RegionStore();
let editing = makeEditing();

function makeEditing(): Editing {
  return new Editing({ store, askLinkText: (no, id, url) => post({ type: 'paste-url', no, id, url }) });
}

function post(message: FromFrame): void {
  port?.postMessage(message);
}

function schedule(): void {
  if (timer === 0 && !isComposing) timer = window.setTimeout(flush, FRAME_LIMITS.debounce);
}

/** Reports what changed: regions that came or went, then values. */
function flush(): void {
  clearTimeout(timer);
  timer = 0;
  if (!isReady || isComposing) return;
  if (needsScan) scan();
  tellChanges();
  // What we changed ourselves is no news.
  observer.takeRecords();
}

function tellChanges(): void {
  const changes = store.changes();
  if (mode === 'edit' && changes.length > 0) post({ type: 'edits', seq: (seq += 1), changes });
}

/** Looks for regions that came or went; those that came can be edited from now on. */
function scan(): void {
  needsScan = false;
  scanned = performance.now();
  // What was entered in an element that the document has just replaced.
  tellChanges();
  const { added, removed, fresh } = store.rescan();
  dress(fresh);
  if (mode === 'edit' && (added.length > 0 || removed.length > 0))
    post({ type: 'regions', seq: (seq += 1), added, removed });
}

/** Before a person's press or key, or a script's `focus()`, does anything: a region that was made just now must take it. */
function catchUp(): void {
  see(observer.takeRecords());
  if (needsScan && isReady && !isComposing) scan();
}

const hasRegion = (node: Node): boolean =>
  node instanceof Element && (node.classList.contains('editable') || node.querySelector('.editable') !== null);

function see(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const found = store.find(record.target);
    if (found) store.touch(found.region, found.element);
    if (record.type === 'attributes') needsScan ||= isReady;
    else if ([...record.addedNodes].some(hasRegion) || [...record.removedNodes].some(hasRegion)) needsScan = true;
    else if (!found) continue;
    schedule();
  }
  // At once, but for a document that makes regions without end.
  if (needsScan && isReady && !isComposing && performance.now() - scanned > FRAME_LIMITS.debounce) scan();
}

const observer = new MutationObserver(see);

/** Shows new region elements as their mode asks. */
function dress(fresh: readonly HTMLElement[]): void {
  for (const element of fresh) {
    const found = store.find(element);
    if (!found) continue;
    if (found.region.kind === 'text') showText(element, found.region.value);
    else if (mode === 'view') lock(element, editing.nameOf(element));
  }
  if (mode === 'edit') editing.prepare(fresh);
}

function ready(): void {
  if (isDressed) return;
  isDressed = true;
  document.designMode = 'off';
  for (const element of document.querySelectorAll('[contenteditable]')) element.removeAttribute('contenteditable');
  markMode();
  // Where nothing is written in it, a document would be no tab stop in Chromium: nobody could scroll it without a mouse.
  if (mode === 'view') document.documentElement.tabIndex = 0;
  const { fresh } = store.rescan();
  dress(fresh);
  store.settle();
  observer.observe(document, {
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'id'],
    subtree: true,
  });
  new ResizeObserver(() => {
    if (sizeTimer === 0) sizeTimer = window.setTimeout(reportSize, FRAME_LIMITS.size);
  }).observe(document.documentElement);
  isReady = true;
  if (scroll !== null) window.scrollTo(0, scroll);
  const values: Pair[] = [];
  for (const region of store.regions.values()) values.push([region.id, region.value]);
  post({ type: 'ready', title: document.title.slice(0, 1000), values });
  schedule();
}

/** Scrolls, and tells when that has been drawn; a tab that is not shown draws nothing, and tells after a while. */
function draw(top: number): void {
  window.scrollTo(0, top);
  let isTold = false;
  const tell = (): void => {
    if (!isTold) post({ type: 'drawn' });
    isTold = true;
  };
  const wait = (frames: number): void => void requestAnimationFrame(() => (frames > 1 ? wait(frames - 1) : tell()));
  wait(FRAME_LIMITS.drawnFrames);
  setTimeout(tell, FRAME_LIMITS.drawn);
}

function reportSize(): void {
  sizeTimer = 0;
  const now = Math.min(1e6, document.documentElement.scrollHeight);
  if (now !== height) post({ type: 'size', height: (height = now) });
}

const markMode = (): void => document.documentElement?.setAttribute('data-ready-mode', mode);

function load(message: Extract<ToFrame, { type: 'load' }>): void {
  observer.disconnect();
  store = new RegionStore();
  editing = makeEditing();
  isDressed = isReady = isComposing = needsScan = false;
  last = null;
  mode = message.mode;
  scroll = message.scroll ?? null;
  document.open();
  // Before there is anything to lay out, so that nothing is laid out twice.
  document.adoptedStyleSheets = [frameStyle()];
  listen();
  document.write(message.html);
  markMode();
  document.close();
}

/** One delegated listener an event, however many regions there are. Opening the document erased all earlier ones. */
function listen(): void {
  const on = <K extends keyof WindowEventMap>(type: K, handler: (event: WindowEventMap[K]) => void): void =>
    window.addEventListener(type, handler, true);
  // After all listeners of the document itself, but before its first layout, so that nothing is laid out twice.
  const parsed = (): void => {
    window.addEventListener('DOMContentLoaded', ready, { once: true });
    setTimeout(ready, 0);
  };
  window.addEventListener('DOMContentLoaded', parsed, { once: true, capture: true });
  setTimeout(ready, FRAME_LIMITS.ready);
  on('keydown', keyDown);
  on('click', click);
  on('auxclick', click);
  on('dragover', (event) => {
    event.preventDefault();
    if (event.dataTransfer)
      event.dataTransfer.dropEffect = mode === 'edit' && store.find(event.target as Node) ? 'copy' : 'none';
  });
  if (mode === 'view') {
    on('drop', (event) => event.preventDefault());
    return;
  }
  on('drop', (event) => editing.drop(event));
  on('pointerdown', (event) => {
    pressed = performance.now();
    catchUp();
    editing.reach(event.target as Node);
  });
  on('focusin', (event) => {
    catchUp();
    last = store.find(event.target as Node)?.element ?? last;
    editing.reach(event.target as Node);
  });
  on('focus', (event) => {
    if (event.target === window) setTimeout(restoreFocus, 0);
  });
  on('beforeinput', (event) => {
    catchUp();
    editing.beforeInput(event);
  });
  on('paste', (event) => editing.paste(event));
  on('input', changed);
  on('change', changed);
  on('compositionstart', () => {
    isComposing = true;
  });
  on('compositionend', () => {
    isComposing = false;
    schedule();
  });
}

/** A page that gives its iframe the focus gives it to no element: back to the region that had it, unless a person pressed elsewhere. */
function restoreFocus(): void {
  const isLost = document.activeElement === document.body || document.activeElement === null;
  if (isLost && last?.isConnected && performance.now() - pressed > 100) last.focus();
}

function changed(event: Event): void {
  const found = store.find(event.target as Node);
  if (!found) return;
  // One choice of a group takes away another, which hears nothing.
  if (found.region.kind === 'radio') store.touchControls();
  store.touch(found.region, found.element);
  schedule();
}

function keyDown(event: KeyboardEvent): void {
  pressed = -Infinity;
  catchUp();
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  let hotkey: FrameHotkey | null = null;
  if (isCommand && !event.altKey && !event.shiftKey) {
    hotkey = key === 's' ? 'save' : key === 'enter' ? 'submit' : key === 'p' ? 'print' : null;
  }
  // On many layouts the slash stands on a shifted key.
  if (isCommand && !event.altKey && key === '/') hotkey = 'help';
  if (mode === 'edit' && key === 'f2' && !isCommand) hotkey = 'view';
  if (mode === 'edit' && key === 'f8') {
    event.preventDefault();
    event.stopImmediatePropagation();
    flush();
    return focusEmpty(store, editing, event.shiftKey ? -1 : 1);
  }
  // The document may want it too.
  if (mode === 'view' && key === 'escape') post({ type: 'hotkey', key: 'close' });
  if (hotkey) {
    event.preventDefault();
    event.stopImmediatePropagation();
    flush();
    post({ type: 'hotkey', key: hotkey });
  } else if (mode === 'edit') {
    editing.keyDown(event);
  }
}

function click(event: MouseEvent): void {
  const link = linkOf(event);
  if (!link) return;
  event.preventDefault();
  // In a region that is being edited a plain click places the caret.
  if (mode === 'edit' && !isModified(event) && store.find(link)?.region.kind === 'text') return;
  const wish = follow(link, isModified(event));
  if (wish) post({ type: 'open-link', ...wish });
}

/** A document's own script may put the keyboard into a region that cannot take it yet: made in the same moment, or one of thousands. */
function armBeforeFocus(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its element
  const own = HTMLElement.prototype.focus;
  HTMLElement.prototype.focus = function focus(this: HTMLElement, options?: FocusOptions): void {
    if (mode === 'edit' && isReady) {
      catchUp();
      editing.reach(this);
    }
    own.call(this, options);
  };
}

async function snapshot(no: number): Promise<void> {
  const own = await newAttributes(functionName);
  see(observer.takeRecords());
  store.touchControls();
  const wasComposing = isComposing;
  isComposing = false;
  flush();
  isComposing = wasComposing;
  post({ type: 'snapshot', no, seq, values: store.changedSinceLoad(), ...own });
}

/** Prints with images loaded. @param note said at the top of the paper, such as that a draft was not submitted */
async function print(note: string | null): Promise<void> {
  const images = Promise.allSettled(
    [...document.images].map((image) => {
      // One that is loaded only when it comes into sight would never come on paper.
      image.loading = 'eager';
      return image.decode();
    }),
  );
  await Promise.race([images, new Promise((resolve) => setTimeout(resolve, FRAME_LIMITS.images))]);
  if (note !== null) document.adoptedStyleSheets.push(printNote(note));
  window.print();
  post({ type: 'printed' });
}

function handle(message: ToFrame): void {
  switch (message.type) {
    case 'load':
      return load(message);
    case 'patch': {
      const changes = store.patch(message.values);
      observer.takeRecords();
      if (changes.length > 0) post({ type: 'edits', seq: (seq += 1), changes });
      return;
    }
    case 'snapshot':
      return void snapshot(message.no);
    case 'link-text':
      return editing.answer(message.no, message.url, message.text);
    case 'focus':
      return focusRegion(store, editing, message.id, message.caret);
    case 'names': {
      const names: Pair[] = [];
      for (const region of store.regions.values()) {
        if (region.elements[0]) names.push([region.id, editing.nameOf(region.elements[0])]);
      }
      return post({ type: 'names', names });
    }
    case 'place':
      return post({ type: 'place', ...placeOf(store) });
    case 'draw':
      return draw(message.top);
    case 'print':
      return void print(message.note);
    case 'ping':
      return post({ type: 'pong', no: message.no });
  }
}

function init(event: MessageEvent<FrameInit | null>): void {
  const own = event.ports[0];
  if (port || event.source !== host || event.origin !== appOrigin || !own) return;
  if (event.data?.type !== 'ready:init' || event.data.v !== 1) return;
  event.stopImmediatePropagation();
  window.removeEventListener('message', init, true);
  mode = event.data.mode;
  functionName = event.data.newAttributesFunction;
  port = own;
  port.onmessage = (message: MessageEvent<ToFrame>) => handle(message.data);
  post({ type: 'hello', v: 1 });
}

armBeforeFocus();
if (host === window) {
  document.body.textContent = 'This page shows documents inside Ready. There is nothing to see here by itself.';
} else {
  window.addEventListener('message', init, true);
  host.postMessage({ type: 'ready:frame-loaded', v: 1 }, appOrigin);
}
