import type { Pair } from '#common/document/regions/values.ts';
import type { FrameInit, FrameMode, FromFrame, ToFrame } from '../host/protocol.ts';
import { Blanks } from './editing/blanks.ts';
import {
  CaretMemory,
  caretKept,
  focusEmpty,
  focusFirst,
  focusRegion,
  isInLabelledText,
  keepInRegion,
  nearEmpty,
  placeOf,
  Whereabouts,
} from './editing/caret.ts';
import { Channel } from './channel.ts';
import { forgetAnswers, hasRegion, idsOfAnswer, noteAnswer, showText, takeLineBreaks } from './dom-regions.ts';
import { draw } from './drawing.ts';
import { Editing } from './editing/editing.ts';
import { Fitting } from './pages/fitting.ts';
import { keepFocusWithin } from './focus.ts';
import { Hold } from './editing/hold.ts';
import { hotkeyOf, isWallKey, regionFor, TabTrap } from './editing/keys.ts';
import { FRAME_LIMITS } from './limits.ts';
import { goWithin, isGesture, LinkPresses, linkOf, linkRequest } from './editing/links.ts';
import { askForRows, type OwnRows } from './own-function.ts';
import { focus, isComposed, ownDocument, ownKey, pathOf, pressedOn, preventDefault, swallow, targetOf } from './own.ts';
import { namesOf } from './names.ts';
import { withoutRefresh } from './refresh.ts';
import { Losses } from './editing/losses.ts';
import { inside, keepRealm, outside, takeBack } from './realm.ts';
import { Hints } from './editing/hints.ts';
import { listeners } from './listeners.ts';
import { watchHeight } from './pages/height.ts';
import { spareNumbers } from '../wheel.ts';
import { Marks } from './marks.ts';
import { RegionStore } from './store.ts';
import { Keeper, storedIn } from './stored.ts';
import { printPage } from './pages/printing.ts';
import { frameStyle } from './style.ts';
import { Tables } from './editing/tables.ts';
import { Unseen } from './unseen.ts';
import { lock, relabel } from './pages/view.ts';
import { WholeValues } from './editing/whole-values.ts';

/**
 * The bridge: runs inside `/frame.html`, before any script of the document and in the same realm. It has no privilege; the host checks
 * every message of it. `tools/build/frame-plugin.ts` builds it into one inline script, so it imports no schema library.
 */

const host = parent;
const appOrigin = ownDocument.querySelector<HTMLMetaElement>('meta[name="app-origin"]')?.content || location.origin;

let channel: Channel | null = null;
let functionName = 'getNewAttributes';
let mode: FrameMode = 'view';
let seq = 0;
let isBroken = false;
let isDressed = false;
let isReady = false;
let isComposing = false;
let needsScan = false;
let scanned = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
let due = 0;
let pressed = -Infinity;
let last: HTMLElement | null = null;
/** True while the keyboard is in the first region because the page put it there, and the user has not acted there yet. */
let isGiven = false;
const store = new RegionStore();
const unseen = new Unseen(store);
const editing = makeEditing();
/** Regions that the user has changed, here or in another view, since the last report: the document or an extension changed all others. */
const asked = new Set<string>();
/** Regions in which the user has pressed, typed, pasted or dropped: a script made any input elsewhere, with `execCommand` or `click()`. */
const reached = new Set<string>();
const losses = new Losses((message) => post(message));
const keeper = new Keeper({
  store,
  isReached: (id) => reached.has(id),
  look: () => see(observer.takeRecords()),
  done: (elements) => {
    observer.takeRecords();
    if (mode !== 'view' || !isReady) return;
    for (let at = 0; at < elements.length; at += 1) relabel(elements[at] ?? null);
    wholeValues.showSoon();
  },
  isReady: () => isReady,
  post: (message) => post(message),
  held: (work) => held(() => work()),
});
const presses = new LinkPresses();
const tabTrap = new TabTrap();
const caret = new CaretMemory();
const hold = new Hold(caret, {
  isText: (element) => store.find(element)?.region.kind === 'text',
  isComposing: () => isComposing,
  flush: () => flush(),
  post: (message) => post(message),
});
/** True if the key of saving opens a question. */
let isSaveAsking = true;
const whereabouts = new Whereabouts();
const blanks = new Blanks();
const wholeValues = new WholeValues(store, (element) => editing.nameOf(element));
const fitting = new Fitting(() => wholeValues.show());
const marks = new Marks(store);
const hints = new Hints(store, editing, {
  asked: ({ id }) => asked.add(id),
  suggest: (id) => post({ type: 'suggest', id }),
});
const tables = new Tables({
  store,
  editing,
  catchUp: () => catchUp(),
  reached: ({ region, element }) => {
    reached.add(region.id);
    losses.report(region, element);
  },
  ask: (question) => hold.leadOut({ type: 'paste-grid', ...question }),
});

function makeEditing(): Editing {
  return new Editing({ store, askLinkText: (no, id, url) => hold.leadOut({ type: 'paste-url', no, id, url }) });
}

const post = (message: FromFrame): void => channel?.post(message);

/** Runs the work; if it throws, reports to the page at once that edits no longer arrive. */
function held<A = void>(work: (given: A) => void): (given: A) => void {
  const own = inside(work);
  return (given) => {
    try {
      own(given);
    } catch (error) {
      if (!isBroken) post({ type: 'broken' });
      isBroken = true;
      console.error(error);
    }
  };
}

function schedule(): void {
  if (isComposing) return;
  const now = performance.now();
  // A document that clears all timers has cleared this one too.
  if (timer !== null && now <= due + FRAME_LIMITS.debounce) return;
  if (timer !== null) clearTimeout(timer);
  due = now + FRAME_LIMITS.debounce;
  timer = setTimeout(
    held(() => flush()),
    FRAME_LIMITS.debounce,
  );
}

/**
 * Reports changes: added and removed regions, then values.
 * @param most maximum number of controls to check
 */
function flush(most: number = FRAME_LIMITS.controls): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (!isReady || isComposing) return;
  catchUp();
  // Changes that the document's scripts made in response to our events are theirs.
  see(observer.takeRecords());
  store.lookAtControls(most);
  reportChanges();
  keeper.report();
  if (mode === 'edit') store.reportUnfit(post);
  whereabouts.report((id) => post({ type: 'caret', id }));
  // Only the other elements of a region were written since, and no script of the document is notified of that.
  observer.takeRecords();
  unseen.look();
}

function reportChanges(): void {
  keeper.keep();
  const changes = store.changes();
  const unasked = changes.flatMap(([id]) => (asked.has(id) ? [] : [id]));
  if (mode === 'edit') unseen.note(changes, asked);
  asked.clear();
  const newlySo = store.newlyUnreadable();
  if (changes.length === 0 && newlySo.length === 0) return;
  if (mode === 'edit') hints.check([...changes.map(([id]) => id), ...newlySo]);
  if (mode === 'view') wholeValues.showSoon();
  else post({ type: 'edits', seq: (seq += 1), changes, unasked, unreadable: newlySo });
}

/** Looks for regions that appeared or vanished, and makes new ones editable. */
function scan(): void {
  needsScan = false;
  scanned = performance.now();
  // First read the elements that the document has just replaced: the user may have typed into them.
  reportChanges();
  const { added, removed, fresh } = store.rescan();
  keeper.keep();
  if (mode === 'edit') unseen.note(added);
  dress(fresh);
  if (mode === 'view' && fresh.length > 0) wholeValues.showSoon();
  if (mode === 'edit' && (added.length > 0 || removed.length > 0))
    post({ type: 'regions', seq: (seq += 1), added, removed });
}

/** Runs before a press, a key or a script's `focus()` takes effect, so that a region made a moment ago can receive it. */
function catchUp(): void {
  see(observer.takeRecords());
  if (needsScan && isReady && !isComposing) scan();
}

function see(records: readonly MutationRecord[]): void {
  let isHeld = false;
  for (const record of records) {
    const found = store.find(record.target);
    if (found) store.touch(found.region, found.element);
    if (found && keeper.isHeld(found.region, found.element)) isHeld = true;
    if (record.type === 'attributes') needsScan ||= isReady;
    else if ([...record.addedNodes].some(hasRegion) || [...record.removedNodes].some(hasRegion)) needsScan = true;
    else if (!found) continue;
    schedule();
  }
  // Scan at once, but not too often: a document may create regions endlessly.
  if (needsScan && isReady && !isComposing && performance.now() - scanned > FRAME_LIMITS.debounce) scan();
  else if (needsScan && !isReady) showStored();
  if (isHeld) keeper.keepSoon();
}

const observer = new MutationObserver(held(see));

/** Shows new region elements according to the mode. */
function dress(fresh: readonly HTMLElement[]): void {
  for (const element of fresh) {
    const found = store.find(element);
    if (!found) continue;
    if (found.region.kind === 'text') showText(element, found.region.value);
    else if (mode === 'view') lock(element, () => editing.nameOf(element));
  }
  if (mode !== 'edit') return;
  editing.prepare(fresh);
  hints.dress(fresh);
}

const OBSERVED = { childList: true, characterData: true, subtree: true, attributeFilter: ['class', 'id'] };
const observe = (): void => observer.observe(document, OBSERVED);

/** Finds the regions of a document that is not ready yet, with their stored values. */
function showStored(): void {
  needsScan = false;
  store.rescan();
  keeper.keep();
}

function ready(): void {
  if (isDressed) return;
  isDressed = true;
  ownDocument.designMode = 'off';
  for (const element of ownDocument.querySelectorAll('[contenteditable]')) element.removeAttribute('contenteditable');
  markMode();
  // Chromium makes a document without editable content no tab stop, so it could not be scrolled without a mouse.
  if (mode === 'view') ownDocument.documentElement.tabIndex = 0;
  showStored();
  dress(store.elements);
  store.settle();
  observe();
  if (mode === 'view') {
    fitting.begin();
    wholeValues.show();
    // Added after the document's own listeners, which may change values for the paper.
    addEventListener(
      'beforeprint',
      held(() => keeper.keep(true)),
    );
  }
  watchHeight((height) => post({ type: 'size', height }));
  isReady = true;
  const values = Array.from(store.regions.values(), ({ id, value }): Pair => [id, value]);
  post({ type: 'ready', title: ownDocument.title.slice(0, 1000), values });
  schedule();
}

const markMode = (): void => ownDocument.documentElement?.setAttribute('data-ready-mode', mode);

/** Opens the document; a frame has one in its life. */
function load(message: Extract<ToFrame, { type: 'load' }>): void {
  takeLineBreaks(message.lines);
  mode = message.mode;
  // A byte order mark belongs to the file. Written as a character it would be text before the doctype.
  const html = withoutRefresh(message.html.replace(/^\uFEFF/, ''));
  const stored = message.isStored ? storedIn(html, mode, message.stored) : null;
  ownDocument.open();
  // Styles are added before the first layout, so that no layout happens twice.
  ownDocument.adoptedStyleSheets = [frameStyle()];
  listen();
  keeper.begin(stored, mode);
  outside(() => ownDocument.write(html));
  markMode();
  outside(() => ownDocument.close());
  // A document that waits for something while it is parsed is drawn before it is ready.
  if (stored === null || isDressed) return;
  observe();
  showStored();
}

/** One listener for each type of event, so that the realm is taken back once. `ownDocument.open()` has removed all earlier ones. */
function listen(): void {
  const on = listeners(held);
  // `ready` must run after all listeners of the document itself, but before its first layout, so that no layout happens twice.
  const parsed = (): void => {
    addEventListener('DOMContentLoaded', held(ready), { once: true });
    setTimeout(held(ready), 0);
  };
  addEventListener('DOMContentLoaded', parsed, { once: true, capture: true });
  setTimeout(held(ready), FRAME_LIMITS.ready);
  // Before all others: they may move the focus.
  on('pointerdown', (event) => {
    presses.setOut(event);
    if (event.isTrusted) hold.interrupt();
  });
  on('focus', (event) => targetOf(event) === window && presses.setOut(event, 100));
  on('focusin', (event) => presses.arrive(event));
  for (const type of ['keydown', 'pointerdown', 'compositionstart', 'paste', 'drop'] as const) on(type, noteReach);
  on('beforeinput', (event) => event.isTrusted && keeper.noteAct());
  on('keydown', keyDown);
  for (const type of ['click', 'auxclick'] as const) on(type, click);
  on('wheel', (event) => spareNumbers(pathOf(event)[0]));
  on('dragstart', (event) => editing.dragStart(event));
  on('dragend', () => editing.dragEnd());
  on('dragover', (event) => editing.dragOver(event, mode === 'edit'));
  // Scripts set a control without an event: all controls are checked from time to time, and also after each user action.
  setInterval(
    held(() => ownDocument.hidden || flush()),
    FRAME_LIMITS.look,
  );
  if (mode === 'view') {
    on('mousedown', (event) => blanks.isHeld(event) && preventDefault(event));
    on('drop', (event) => event.preventDefault());
    for (const type of ['resize', 'input', 'change'] as const) on(type, () => wholeValues.showSoon());
    return;
  }
  on('drop', (event) => editing.drop(event));
  on('pointerdown', (event) => {
    pressed = performance.now();
    catchUp();
    editing.reach(event.target as Node);
  });
  on('pointerup', () => (pressed = performance.now()));
  on('focusin', (event) => {
    catchUp();
    last = store.find(event.target as Node)?.element ?? last;
    editing.reach(event.target as Node);
    if (!isGiven) reportReach(event.target as Node);
    if (matchMedia('(pointer:coarse)').matches) tables.nameEnter(event.target);
  });
  on('focus', (event) => {
    if (targetOf(event) === window)
      setTimeout(
        held(() => caret.comeBack(last, performance.now() - pressed <= 100)),
        0,
      );
  });
  on('focusout', (event) => hints.left(targetOf(event)));
  on('blur', (event) => targetOf(event) === window && caret.hold());
  on('beforeinput', (event) => {
    catchUp();
    editing.beforeInput(event);
  });
  on('paste', (event) => tables.paste(event) || editing.paste(event));
  for (const type of ['input', 'change'] as const) on(type, changed);
  on('input', (event) => tables.noteInput(event));
  on('input', (event) => isComposing || tables.isAtWork || editing.isAtWork || hints.typed(event));
  for (const type of ['pointerup', 'click', 'focusout'] as const) on(type, schedule);
  // Not held: these look up no member that the realm has, so it is not put in place for them.
  addEventListener('keyup', schedule, true);
  addEventListener('selectionchange', () => caret.note(), true);
  // A reset happens right after its event, and the controls have no event of their own.
  on('reset', ({ target }) => {
    if (target instanceof HTMLFormElement) forgetAnswers(target);
    schedule();
  });
  on('compositionstart', (event) => {
    if (!event.isTrusted) return;
    isComposing = true;
    if (hold.isOn) return hold.endComposition();
    editing.takePlace(event.target);
  });
  on('compositionend', (event) => {
    isComposing = false;
    hints.typed(event);
    schedule();
  });
}

/** The caret came into a region. */
function reportReach(target: Node): void {
  const found = store.find(target);
  losses.report(found?.region, found?.element);
  if (whereabouts.isNew(found?.region)) schedule();
}

/** Gives the keyboard to the first region. Reports nothing about that until the user acts there. */
function beginAtFirst(): void {
  if (reached.size > 0) return;
  isGiven = true;
  focusFirst(store, editing);
}

/** Notes the region in which the user acts. An arrow key among radio buttons chooses another of them. */
function noteReach(event: Event): void {
  if (event.isTrusted) [keeper, unseen].forEach((one) => one.noteAct());
  const found = event.isTrusted ? store.find(pressedOn(pathOf(event)[0] ?? null)) : null;
  if (!found) return;
  if (isGiven) reportReach(found.element);
  isGiven = false;
  reached.add(found.region.id);
  if (event.type === 'keydown') for (const id of idsOfAnswer(found)) reached.add(id);
}

/** Notes regions that the user changes outside of the document. */
function noteAsked(values: readonly Pair[]): void {
  keeper.noteAct();
  for (const [id] of values) {
    const found = store.find(store.regions.get(id)?.elements[0] ?? null);
    if (found) for (const one of idsOfAnswer(found)) reached.add(one);
  }
}

function changed(event: Event): void {
  schedule();
  const found = store.find(event.target as Node);
  if (!found) return;
  if (event.isTrusted && reached.has(found.region.id)) {
    for (const id of idsOfAnswer(found)) {
      asked.add(id);
      reached.add(id);
    }
  }
  noteAnswer(found.element);
  store.touch(found.region, found.element);
}

function keyDown(event: KeyboardEvent): void {
  const own = ownKey(event);
  // A key that the document's own script sends is for the document, and a key that an input method takes is for that alone.
  if (!own || (isComposed(event) && !own.isCommand)) return;
  // The end of a composition is not reported if a script has removed its region.
  if (!isComposed(event)) isComposing = false;
  pressed = -Infinity;
  catchUp();
  hold.endLate();
  const hotkey = hotkeyOf(own, mode);
  if (hold.isOn && (!hotkey || own.isHeld)) return hold.keyDown(event, own);
  if (own.key === 'tab') presses.setOut(event);
  if (tabTrap.isLeft(event, own)) hold.leadOut({ type: 'leave', isBack: own.isShift });
  if (mode === 'edit' && own.key === 'f8') {
    swallow(event);
    flush();
    return focusEmpty(store, editing, own.isShift ? -1 : 1, own.isCommand);
  }
  // Escape is not prevented: the document may use it as well.
  if (mode === 'view' && own.key === 'escape') post({ type: 'hotkey', key: 'close' });
  if (isWallKey(event, own, mode)) post({ type: 'hotkey', key: 'wall' });
  if (hotkey) {
    swallow(event);
    flush();
    caret.note();
    caret.isHeld = hotkey === 'view';
    if (hotkey === 'save' && !isSaveAsking) post({ type: 'hotkey', key: hotkey });
    else hold.leadOut({ type: 'hotkey', key: hotkey, id: regionFor(hotkey, mode, store) });
  } else if (mode === 'edit' && !hints.keyDown(event, own) && !tables.keyDown(event, own)) {
    editing.keyDown(event, own);
  }
}

function click(event: MouseEvent): void {
  const no = blanks.pressed(event);
  if (no !== null) {
    preventDefault(event);
    post({ type: 'blank', no });
    return;
  }
  if (hints.isOwn(targetOf(event))) return;
  const isUsers = mode === 'edit' && event.isTrusted;
  const empty = isUsers && getSelection()?.isCollapsed !== false && nearEmpty(store, event);
  if (empty) focus(empty);
  else if (isUsers) keepInRegion(store);
  if (isUsers && getSelection()?.isCollapsed !== false) hints.pressed(empty || targetOf(event));
  if (mode === 'edit' && isInLabelledText(store, event)) preventDefault(event);
  if (isGesture(event)) preventDefault(event);
  const link = linkOf(event);
  if (!link) return;
  const press = presses.pressOn(link, event);
  // A script of the document may follow a link within it; the browser's own navigation leads out of the frame.
  preventDefault(event);
  // In a region that is being edited a plain click places the caret.
  const isCaret = store.find(link)?.region.kind === 'text' || store.find(event.target as Node)?.region.kind === 'text';
  if (mode === 'edit' && !press?.isModified && isCaret) return;
  goWithin(link);
  const request = press && linkRequest(link, press.isModified);
  if (request) hold.leadOut({ type: 'open-link', ...request });
}

function snapshot(no: number, unasked: readonly string[], own: OwnRows): void {
  see(observer.takeRecords());
  const wasComposing = isComposing;
  isComposing = false;
  flush(Infinity);
  isComposing = wasComposing;
  hints.markUnreadable();
  takeBack();
  const [hidden, hiddenRows] = [unseen.regions(unasked), unseen.rows(own.newAttributes)];
  post({ type: 'snapshot', no, seq, values: store.changedSinceLoad(), hidden, hiddenRows, ...own });
}

function handle(message: ToFrame): void {
  // These messages set the caret themselves.
  if (message.type === 'link-text' || message.type === 'grid-answer' || message.type === 'focus') caret.isHeld = false;
  if (message.type === 'link-text' || message.type === 'grid-answer') keeper.noteAct();
  switch (message.type) {
    case 'load':
      return load(message);
    case 'patch': {
      const { values, isAsked = false } = message;
      if (isAsked) noteAsked(values);
      // Reports first what was typed a moment ago.
      if (message.was) flush(Infinity);
      const putBack = caretKept(store);
      const composed = isComposing ? store.find(ownDocument.activeElement) : null;
      const { changes, was } = store.patch(values, (mode === 'edit' && message.was) || [], composed?.region ?? null);
      if (mode === 'edit') hints.check(unseen.noteGiven(values));
      if (changes.length > 0 || was.length > 0)
        post({ type: 'edits', seq: (seq += 1), changes, unasked: [], ...(was.length > 0 && { was }) });
      putBack();
      return flush();
    }
    case 'snapshot':
      unseen.look();
      return askForRows(
        functionName,
        held((rows) => snapshot(message.no, message.unasked, rows)),
      );
    case 'link-text':
      editing.answer(message.no, message.url, message.text);
      return hold.answered();
    case 'grid-answer':
      tables.answer(message.no, message.answer);
      return hold.answered();
    case 'suggestions':
      return hints.suggest(message.id, message.values);
    case 'focus':
      return message.id === undefined ? beginAtFirst() : focusRegion(store, editing, message, hold);
    case 'release':
      return hold.release(message.no, message.isForPage, message.before);
    case 'hold':
      return hold.comeIn();
    case 'save-key':
      return void (isSaveAsking = message.isAsking);
    case 'reach':
      return losses.report(store.regions.get(message.id));
    case 'blanks':
      return blanks.show(message.taken, message.current, post);
    case 'names':
      return post({ type: 'names', names: namesOf(store.regions, (element) => editing.nameOf(element)) });
    case 'place':
      return post({ type: 'place', ...placeOf(store) });
    case 'measure':
      return fitting.measure(message, post);
    case 'show-page':
      return fitting.show(message.start);
    case 'mark':
      return marks.show(message.marks);
    case 'find':
      return post({ type: 'found', top: marks.find(message.ids) });
    case 'draw':
      return draw(message.top, () => post({ type: 'drawn' }));
    case 'print':
      return void printPage(message, () => wholeValues.show(true)).then(() => post({ type: 'printed' }));
    case 'ping':
      return post({ type: 'pong', no: message.no });
  }
}

function init(event: MessageEvent<FrameInit | null>): void {
  const own = event.ports[0];
  if (channel || event.source !== host || event.origin !== appOrigin || !own) return;
  if (event.data?.type !== 'ready:init' || event.data.v !== 1) return;
  event.stopImmediatePropagation();
  removeEventListener('message', init, true);
  ({ mode, newAttributesFunction: functionName } = event.data);
  channel = new Channel(own, held(handle));
  post({ type: 'hello', v: 1 });
}

keepFocusWithin(held((element) => mode === 'edit' && isReady && (catchUp(), editing.reach(element))));
keepRealm();
if (host === window) {
  ownDocument.body.textContent = 'This page shows documents inside Ready. There is nothing to see here by itself.';
} else {
  addEventListener('message', init, true);
  host.postMessage({ type: 'ready:frame-loaded', v: 1 }, appOrigin);
}
