import { type OwnKey, ownDocument, preventDefault, sheetOf } from '../own.ts';
import { inside } from '../realm.ts';

/** Room between a region and its list, in pixels. */
const GAP = 2;

/** A list to be opened. */
type Listed = {
  readonly options: readonly string[];
  /** Index of the option that is current at once; -1 if none is until an arrow key selects one. */
  readonly at: number;
  /** The list's name. */
  readonly label: string;
  /** Text for screen readers when the list opens without a current option; without any option, it is shown in the place of the list. */
  readonly words: string;
};

/**
 * List of a region's choices, which a user opens. It is shown over the document in a tree of its own: it moves nothing in the document, and no
 * style of the document applies to it. The keyboard stays in the region, where any text may be typed; the current choice is announced.
 */
export class Choices {
  readonly #take: (element: HTMLElement, option: string) => void;
  #layer: HTMLElement | null = null;
  #element: HTMLElement | null = null;
  #items: HTMLElement[] = [];
  #said: HTMLElement | null = null;
  #at = -1;

  /** @param take puts a choice into its region */
  constructor(take: (element: HTMLElement, option: string) => void) {
    this.#take = take;
  }

  /** True if the list is the target of an event. */
  isOwn(target: EventTarget | null): boolean {
    return target !== null && target === this.#layer;
  }

  /** True while a list with options is open. */
  get isOpen(): boolean {
    return this.#items.length > 0;
  }

  /** True if an option is current: a key has moved into the list, or has opened it. */
  get isEntered(): boolean {
    return this.#layer !== null && this.#at >= 0;
  }

  /** Opens the list of a region. */
  open(element: HTMLElement, { options, at, label, words }: Listed): void {
    this.close();
    const layer = ownDocument.createElement('div');
    layer.style.cssText = LAYER;
    const root = layer.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [listStyle()];
    const list = ownDocument.createElement('div');
    list.className = 'list';
    if (options.length === 0) list.textContent = words;
    else list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', label);
    this.#items = options.map((option) => {
      const item = ownDocument.createElement('div');
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', 'false');
      item.dir = 'auto';
      item.textContent = option;
      // The keyboard stays where it is.
      item.addEventListener('pointerdown', (event) => event.preventDefault());
      item.addEventListener('mousedown', (event) => event.preventDefault());
      const press = inside<MouseEvent, void>((event) => {
        if (event.isTrusted) this.#choose(option);
      });
      item.addEventListener('click', press);
      list.append(item);
      return item;
    });
    this.#said = ownDocument.createElement('p');
    this.#said.setAttribute('role', 'status');
    root.append(list, this.#said);
    ownDocument.documentElement.append(layer);
    this.#layer = layer;
    this.#element = element;
    this.#at = -1;
    this.#place(layer, list, element);
    if (at >= 0) this.enter(at);
    else this.#said.textContent = words;
  }

  close(): void {
    this.#layer?.remove();
    this.#layer = this.#element = this.#said = null;
    this.#items = [];
  }

  /** Takes a key while the list is open. @returns true if the key was for the list */
  keyDown(event: KeyboardEvent, { key, isCommand, isAlt }: OwnKey): boolean {
    if (!this.#layer) return false;
    const current = this.#items[this.#at];
    const isArrow = key === 'arrowdown' || key === 'arrowup';
    if (isArrow && this.isOpen && !isCommand && !isAlt)
      this.enter(key === 'arrowdown' ? this.#at + 1 : Math.max(this.#at, 0) - 1);
    else if (key === 'enter' && !isCommand && current) this.#choose(current.textContent);
    else if (key === 'escape' || (isArrow && isAlt)) this.close();
    else {
      // The key has its usual effect; Shift and the like only precede another key.
      if (!/^(shift|control|alt|meta|altgraph)$/.test(key)) this.close();
      return false;
    }
    preventDefault(event);
    return true;
  }

  #choose(option: string): void {
    const element = this.#element;
    this.close();
    if (element) this.#take(element, option);
  }

  /** Makes an option the current one, counted from 0; after the last comes the first. */
  enter(to: number): void {
    const count = this.#items.length;
    this.#at = (to + count) % count;
    for (const [at, item] of this.#items.entries()) item.setAttribute('aria-selected', String(at === this.#at));
    const item = this.#items[this.#at];
    item?.scrollIntoView({ block: 'nearest' });
    if (this.#said && item) this.#said.textContent = `${item.textContent}, ${this.#at + 1} of ${count}`;
  }

  /** Below its region, or above where there is more room. */
  #place(layer: HTMLElement, list: HTMLElement, element: HTMLElement): void {
    const [zero, region] = [layer.getBoundingClientRect(), element.getBoundingClientRect()];
    const below = innerHeight - region.bottom;
    const isAbove = below < list.offsetHeight + GAP && region.top > below;
    const room = (isAbove ? region.top : below) - 2 * GAP;
    list.style.minWidth = `${region.width}px`;
    list.style.maxHeight = `${Math.max(48, room)}px`;
    const { offsetWidth, offsetHeight } = list;
    const isFromRight = getComputedStyle(element).direction === 'rtl';
    const start = isFromRight ? region.right - offsetWidth : region.left;
    const left = Math.max(GAP, Math.min(start, innerWidth - offsetWidth - GAP));
    list.style.left = `${left - zero.left}px`;
    list.style.top = `${(isAbove ? region.top - GAP - offsetHeight : region.bottom + GAP) - zero.top}px`;
  }
}

const LAYER =
  'all:initial!important;position:absolute!important;inset:0 auto auto 0!important;width:0!important;height:0!important;' +
  'z-index:2147483647!important;color-scheme:light dark!important';

const listStyle = (): CSSStyleSheet =>
  sheetOf(`
.list{position:absolute;box-sizing:border-box;max-width:min(24rem,100vw);overflow:auto;padding:4px;border:1px solid GrayText;border-radius:6px;background:Canvas;color:CanvasText;font:1rem/1.4 system-ui,sans-serif;box-shadow:0 4px 16px #0004}
.list:not([role]){padding:.35em .7em;animation:soon .3s}
@keyframes soon{from,to{opacity:0}}
[role=option]{padding:.35em .7em;min-height:24px;border-radius:4px;cursor:pointer;overflow-wrap:anywhere}
[role=option]:hover{outline:1px solid GrayText}
[role=option][aria-selected=true]{background:Highlight;color:HighlightText;forced-color-adjust:none}
[role=status]{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (pointer:coarse){[role=option]{padding-block:.7em}}
@media print{:host{display:none!important}}`);
