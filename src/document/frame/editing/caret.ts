import type { FrameRegion } from '../dom-regions.ts';
import type { Editing } from './editing.ts';
import type { RegionStore } from '../store.ts';
import { blur, focus, focusNode, focusOffset, ownDocument, pathOf, unhidden } from '../own.ts';

/** Opens the closed parts of the document around a region, as a user would. @returns a function that closes them again */
function unfold(element: HTMLElement): () => void {
  const opened: (() => void)[] = [];
  for (let at: Element | null | undefined = element; at;) {
    const part: Element | null = unhidden(at).closest('details:not([open]),[hidden=until-found]');
    at = part?.parentElement;
    // The summary of a closed part is visible.
    if (!part || [...part.children].find(({ localName }) => localName === 'summary')?.contains(element)) continue;
    const [name, closed] = part.hasAttribute('hidden')
      ? (['hidden', 'until-found'] as const)
      : (['open', null] as const);
    part.toggleAttribute(name, closed === null);
    opened.push(() => (closed === null ? part.removeAttribute(name) : part.setAttribute(name, closed)));
  }
  return () => opened.forEach((close) => close());
}

/** Focuses the first region that takes the focus: a hidden one does not. */
export function focusFirst({ elements }: RegionStore, editing: Editing): void {
  for (const element of elements) {
    editing.reach(element);
    focus(element);
    if (ownDocument.activeElement === element) return;
  }
}

type Goal = { id?: string; caret?: number };

/** Focuses a region. @param hold notes one that is gone or hidden @param caret characters from its start */
export function focusRegion(
  store: RegionStore,
  editing: Editing,
  { id = '', caret }: Goal,
  hold: { miss(): void },
): void {
  const element = store.regions.get(id)?.elements[0];
  if (!element) return hold.miss();
  editing.reach(element);
  unfold(element);
  focus(element);
  if (ownDocument.activeElement !== element) hold.miss();
  else if (caret !== undefined) placeCaret(element, caret);
}

/** Places the caret some characters from the start of an element, if it has as many. */
function placeCaret(element: HTMLElement, caret: number): void {
  const walker = ownDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let left = caret; walker.nextNode();) {
    const { length } = walker.currentNode as Text;
    if (left <= length) return getSelection()?.collapse(walker.currentNode, left);
    left -= length;
  }
}

/**
 * Notes the focused element, and the caret in a text. @returns a function that gives them back if text was replaced: an editing command takes them along
 */
export function caretKept(store: RegionStore): () => void {
  const focused = ownDocument.activeElement as HTMLElement | null;
  const found = store.find(focused);
  const [value, { caret }] = [found?.region.value, placeOf(store)];
  return () => {
    const isElsewhere = ownDocument.activeElement !== focused;
    if (isElsewhere && ownDocument.activeElement) blur(ownDocument.activeElement as HTMLElement);
    if (isElsewhere && found) focus(found.element);
    if (found?.region.kind === 'text' && (isElsewhere || found.region.value !== value))
      placeCaret(found.element, Math.min(caret, found.element.textContent.length));
  };
}

/** A required box is empty where it is not ticked. */
const isToFill = ({ kind, value }: FrameRegion): boolean => value === '' || (kind === 'checkbox' && value === 'false');

/**
 * Focuses the nearest empty region after (1) or before (-1) the focused one, going around at the ends.
 * @param isRequired true to consider required regions only
 */
export function focusEmpty(store: RegionStore, editing: Editing, direction: 1 | -1, isRequired: boolean): void {
  const { elements } = store;
  const now = store.find(ownDocument.activeElement);
  const start = now ? elements.indexOf(now.element) : direction === 1 ? -1 : elements.length;
  for (let step = 1; step <= elements.length; step += 1) {
    const at = (start + direction * step + elements.length * 2) % elements.length;
    const element = elements[at];
    const region = element && store.find(element)?.region;
    if (!region || element === now?.element) continue;
    const isLeft = store.unreadableIn(region) !== undefined || (isRequired ? isToFill(region) : region.value === '');
    if (!isLeft || (isRequired && !element.hasAttribute('data-ready-required'))) continue;
    editing.reach(element);
    const foldAgain = unfold(element);
    focus(element);
    // A hidden region does not take the focus: try the next.
    if (ownDocument.activeElement === element) return;
    foldAgain();
  }
}

/** Distance beside an empty region within which a press still counts, in pixels. */
const NEAR = 8;

/**
 * The empty region in a line of text that was pressed: it has no width, so the press is beside it. Null if the press was on an interactive element.
 */
export function nearEmpty(store: RegionStore, { target, clientX, clientY }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || store.find(target)) return null;
  if (target.closest('a,button,label,input,select,textarea,summary')) return null;
  let nearest: HTMLElement | null = null;
  let least = NEAR;
  for (const element of store.elements) {
    if (element.firstChild || store.find(element)?.region.kind !== 'text') continue;
    const [box] = element.getClientRects();
    if (!box || clientY < box.top - NEAR || clientY > box.bottom + NEAR) continue;
    const distance = Math.max(box.left - clientX, clientX - box.right, 0);
    // If two regions are at one place, each gets the presses on its side.
    if (distance < least || (distance === least && clientX > box.right)) [nearest, least] = [element, distance];
  }
  return nearest;
}

/** Moves the caret back into the text region that has the keyboard if a press has left it elsewhere: typed text would be lost. */
export function keepInRegion(store: RegionStore): void {
  const found = store.find(ownDocument.activeElement);
  const selection = getSelection();
  if (found?.region.kind !== 'text' || !selection?.isCollapsed || found.element.contains(selection.focusNode)) return;
  selection.selectAllChildren(found.element);
  selection.collapseToEnd();
}

/** True if a press is on a text region in a label: it places the caret, and the label must tick no box and move no focus. */
export function isInLabelledText(store: RegionStore, event: MouseEvent): boolean {
  const [origin] = pathOf(event);
  if (!(origin instanceof Element) || origin.closest('input,select,textarea,button')) return false;
  const found = store.find(origin);
  return found?.region.kind === 'text' && found.element.closest('label') !== null;
}

/** The user's place: the focused region, the caret in characters from its start, and the scroll position in pixels from the top. */
export function placeOf(store: RegionStore): { id: string | null; caret: number; scroll: number } {
  const found = store.find(ownDocument.activeElement);
  const selection = getSelection();
  let caret = 0;
  if (found && selection?.rangeCount) {
    const range = ownDocument.createRange();
    range.selectNodeContents(found.element);
    range.setEnd(selection.focusNode ?? found.element, selection.focusOffset);
    caret = range.toString().length;
  }
  return { id: found?.region.id ?? null, caret, scroll: Math.max(0, window.scrollY) };
}

/** Remembers the caret: a frame that is no longer visible loses it. */
export class CaretMemory {
  /** True if the keyboard has left the document, or is about to: later changes of the caret are not the user's. */
  isHeld = false;
  #node: Node | null = null;
  #offset = 0;

  /** Notes the place of the caret. */
  note(): void {
    const selection = this.isHeld ? null : getSelection();
    if (!selection || !focusNode(selection)) return;
    this.#node = focusNode(selection);
    this.#offset = focusOffset(selection);
  }

  /** Notes the place and keeps it. A busy browser reports the places of the last keys only after the keyboard has left. */
  hold(): void {
    this.note();
    this.isHeld = true;
  }

  /**
   * When the page focuses the iframe, no element in it gets the focus: returns it to the last region. @param isPressed true if the user has pressed
   * elsewhere
   */
  comeBack(last: HTMLElement | null, isPressed: boolean): void {
    const isLost = ownDocument.activeElement === ownDocument.body || ownDocument.activeElement === null;
    if (last?.isConnected && (isLost || (this.isHeld && ownDocument.activeElement === last)) && !isPressed)
      this.restoreIn(last);
    else this.isHeld = false;
  }

  /** Gives an element the keyboard, with the caret at its earlier place in it. */
  restoreIn(element: HTMLElement): void {
    this.isHeld = false;
    const [node, offset] = [this.#node, this.#offset];
    focus(element);
    const length = node?.nodeType === Node.TEXT_NODE ? (node as Text).length : (node?.childNodes.length ?? 0);
    if (node && element.contains(node)) getSelection()?.collapse(node, Math.min(offset, length));
  }
}

/** Tracks the region of the caret and reports a change. Not at once: a script may move the focus endlessly. */
export class Whereabouts {
  #region: string | null = null;
  #lastReport: string | null = null;

  /** Notes the focused region. Returns true if it differs from the one reported last. */
  isNew(region?: Pick<FrameRegion, 'id'>): boolean {
    this.#region = region?.id ?? this.#region;
    return this.#region !== this.#lastReport;
  }

  report(post: (id: string) => void): void {
    if (this.#region === null || this.#region === this.#lastReport) return;
    this.#lastReport = this.#region;
    post(this.#region);
  }
}
