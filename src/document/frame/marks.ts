import { LINE, markOf, meets, REACH, type Rect } from './free-room.ts';
import { FRAME_LIMITS } from './limits.ts';
import { ownDocument, sheetOf } from './own.ts';
import type { RegionStore } from './store.ts';
import { textRects } from './pages/text-rects.ts';
import { visibleElement } from './editing/whole-values.ts';
import { inside } from './realm.ts';

/** A marked element of a region, and in an editor its words. */
type Marked = { readonly element: HTMLElement; readonly label: HTMLElement | null; readonly isQuiet: boolean };

/** Size of a mark's words relative to the region's own text, and their minimum size in pixels. */
const [SMALLER, SMALLEST] = [0.62, 11];
/** Room between a text and the words beside it, in the size of the words. */
const GAP = 0.5;

/**
 * Marks regions that a submission, or in an editor another user, has changed: a frame around each with a triangle in a corner, and in an editor its
 * words if there is room for them beside the region's own text. No part of it covers any text (`free-room.ts`), and all of it is drawn over the
 * document in a tree of its own: it moves nothing in the document and is never printed. A screen reader gets the words at the region itself. A
 * quiet mark is the triangle alone, and a frame if there is no room for it.
 */
export class Marks {
  readonly #store: RegionStore;
  #layer: HTMLElement | null = null;
  #drawn: ShadowRoot | null = null;
  #marked: Marked[] = [];
  #frame = 0;
  /** Places of the regions when they were marked last. */
  #layout = '';
  /** The document's own descriptions of the regions that are described by their marks. */
  readonly #described = new Map<HTMLElement, string | null>();
  readonly #watch = new ResizeObserver(inside(() => this.#placeAgain()));

  constructor(store: RegionStore) {
    this.#store = store;
  }

  /**
   * Marks these regions and no others.
   * @param marks their ids and words; '' for no description at the region itself
   */
  show(marks: readonly (readonly [id: string, words: string, isQuiet?: boolean])[]): void {
    this.#watch.disconnect();
    for (const [element, before] of this.#described) describe(element, before);
    this.#described.clear();
    this.#layer?.remove();
    this.#layer = this.#drawn = null;
    this.#marked = [];
    if (marks.length === 0) return;
    const layer = ownDocument.createElement('div');
    layer.setAttribute('aria-hidden', 'true');
    layer.style.cssText = LAYER;
    const root = layer.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [markStyle()];
    for (const [id, words, isQuiet = false] of marks.slice(0, FRAME_LIMITS.marks)) {
      for (const [at, element] of (this.#store.regions.get(id)?.elements ?? []).entries()) {
        if (words !== '') {
          this.#described.set(element, element.getAttribute('aria-description'));
          describe(element, words);
        }
        const label = words !== '' && at === 0 && !isQuiet ? ownDocument.createElement('div') : null;
        if (label) {
          label.className = 'label';
          label.textContent = words;
          label.style.fontSize = `${Math.max(SMALLEST, Number.parseFloat(getComputedStyle(element).fontSize) * SMALLER)}px`;
        }
        this.#marked.push({ element, label, isQuiet });
        this.#watch.observe(element);
      }
    }
    ownDocument.documentElement.append(layer);
    this.#layer = layer;
    this.#drawn = root;
    this.#layout = '';
    if (ownDocument.body) this.#watch.observe(ownDocument.body);
    addEventListener('resize', this.#placeAgain);
    // Scrolling in a part of the document.
    ownDocument.addEventListener('scroll', this.#placeSoon, true);
    this.place();
  }

  /**
   * Looks for the first visible one of these regions, in the order of the document.
   * @returns distance of its first line from the document's top, in pixels, or null
   */
  find(ids: readonly string[]): number | null {
    const sought = new Set(ids);
    for (const element of this.#store.elements) {
      if (!sought.has(element.getAttribute('id') ?? '')) continue;
      const seen = visibleElement(element);
      const range = ownDocument.createRange();
      range.selectNodeContents(seen);
      const line = [...range.getClientRects(), seen.getBoundingClientRect()].find(({ height }) => height > 0);
      if (line) return Math.max(0, (line.top + line.bottom) / 2 + scrollY);
    }
    return null;
  }

  readonly #placeAgain = (): void => {
    this.#layout = '';
    this.#placeSoon();
  };

  readonly #placeSoon = (): void => {
    if (this.#frame === 0 && this.#layer) this.#frame = requestAnimationFrame(inside(() => this.place()));
  };

  /** Moves the marks to the current places of their regions. All reads come before all writes, so that one layout is enough. */
  place(): void {
    this.#frame = 0;
    const [layer, drawn] = [this.#layer, this.#drawn];
    if (!layer || !drawn) return;
    const zero = layer.getBoundingClientRect();
    const places = this.#marked
      .map((mark) => ({ ...mark, region: visibleElement(mark.element).getBoundingClientRect() }))
      .filter(({ region }) => region.width > 0 && region.height > 0);
    const placeOf = ({ region }: { region: DOMRect }): string =>
      [region.left - zero.left, region.top - zero.top, region.width, region.height].map(Math.round).join();
    const layout = `${innerWidth} ${places.map(placeOf).join(' ')}`;
    // While the user scrolls, nothing is computed.
    if (layout === this.#layout) return;
    this.#layout = layout;
    for (const { label } of places) if (label) drawn.append(label);
    const { scrollWidth, clientWidth } = ownDocument.scrollingElement ?? ownDocument.documentElement;
    // A part that is too wide can be scrolled to, in a document from right to left at its left.
    const view = {
      left: clientWidth - scrollWidth - scrollX,
      right: scrollWidth - scrollX,
      top: zero.top,
      bottom: Infinity,
    };
    const texts = textRects(places.map(({ region }) => around(region, REACH)));
    const marks = places.map(({ element, label, isQuiet, region }) => {
      const near = texts.filter((text) => meets(text, around(region, REACH)));
      const words = label && besideOf(visibleElement(element), label.getBoundingClientRect(), region, near);
      if (words) near.push(words);
      const mark = markOf(region, near, view, getComputedStyle(element).direction === 'rtl');
      return { label, words, ...mark, lines: isQuiet && mark.corner ? [] : mark.lines };
    });
    const put = (element: HTMLElement, { left: x, top: y, right: end, bottom }: Rect): void => {
      element.style.inset = `${y - zero.top}px auto auto ${x - zero.left}px`;
      element.style.width = `${end - x}px`;
      element.style.height = `${bottom - y}px`;
    };
    drawn.replaceChildren();
    const draw = (className: string, at: Rect): void => {
      const element = ownDocument.createElement('div');
      element.className = className;
      put(element, at);
      drawn.append(element);
    };
    for (const { label, words, lines, corner } of marks) {
      for (const line of lines)
        draw(Math.min(line.right - line.left, line.bottom - line.top) < LINE ? 'line thin' : 'line', line);
      if (corner) draw(`corner ${corner.isBottom ? 'bottom' : 'top'} ${corner.isRight ? 'right' : 'left'}`, corner);
      if (!label || !words) continue;
      put(label, words);
      drawn.append(label);
    }
  }
}

const around = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

function describe(element: HTMLElement, words: string | null): void {
  if (words === null) element.removeAttribute('aria-description');
  else element.setAttribute('aria-description', words);
}

/** The place beside the last line of a region's text, in its own box, where its words cover nothing, or null. */
function besideOf(element: Element, { width, height }: DOMRect, region: Rect, texts: readonly Rect[]): Rect | null {
  if ('value' in element || element.lastChild === null) return null;
  const range = ownDocument.createRange();
  range.selectNodeContents(element);
  const last = [...range.getClientRects()].filter((line) => line.width > 0).at(-1);
  if (!last) return null;
  const gap = (GAP * height) / 1.2;
  const line = texts.filter(({ top, bottom }) => top < last.bottom - 1 && bottom > last.top + 1);
  const end = Math.max(last.right, ...line.filter((one) => one.left < region.right).map((one) => one.right)) + gap;
  const start = Math.min(last.left, ...line.filter((one) => one.right > region.left).map((one) => one.left)) - gap;
  const top = (last.top + last.bottom - height) / 2;
  for (const left of [end, start - width]) {
    const place = { left, right: left + width, top, bottom: top + height };
    const isInside =
      left >= region.left && place.right <= region.right && top >= region.top && place.bottom <= region.bottom;
    if (isInside && !texts.some((text) => meets(text, place))) return place;
  }
  return null;
}

/** Outside of the document's flow, and without a size of its own. */
const LAYER =
  'all:initial!important;position:absolute!important;inset:0 auto auto 0!important;width:0!important;height:0!important;' +
  'z-index:2147483646!important;pointer-events:none!important;direction:ltr!important';

/** Style of the marks. Each line has light edges, under all lines: it is visible on any background. */
const markStyle = (): CSSStyleSheet =>
  sheetOf(`
.line,.corner,.label,.line::after{position:absolute;box-sizing:border-box;background:#5b21b6;forced-color-adjust:none}
.line{background:#fff}.line::after{content:'';inset:1px;z-index:1}.thin::after{inset:0}
.corner{clip-path:polygon(0 0,100% 0,100% 100%)}
.top.left{scale:-1 1}.bottom.right{scale:1 -1}.bottom.left{scale:-1 -1}
.label{padding:.1em .4em;border-radius:.3em;color:#fff;font:600 11px/1.2 system-ui,sans-serif;white-space:nowrap}
@media print{:host{display:none!important}}
@media (forced-colors:active){.line{background:Canvas}.corner,.label,.line::after{background:Highlight}.label{color:HighlightText}}`);
