import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';
import type { RegionStore } from './store.ts';
import { seenOf } from './whole-values.ts';

type Box = { readonly element: HTMLElement; readonly box: HTMLElement; readonly label: HTMLElement | null };

/** How much smaller than the region's own text its words are, and how small they are at least, in pixels. */
const [SMALLER, SMALLEST] = [0.62, 11];
/** Room between the end of a text and its words, the width of a letter at most in the mean, and both paddings: in the size of the words. */
const [GAP, LETTER, PADDING] = [0.5, 0.62, 0.8];

/**
 * Marks regions that a submission, or in an editor somebody else, has changed: a frame around each, and its words where they cover nothing, beside the end of
 * the text, or else on the upper edge. All of it lies over the document in a tree of its own: nothing of the document is moved, and nothing of it reaches
 * paper. Where a document is edited a screen reader is told the same words at the region itself.
 */
export class Marks {
  readonly #store: RegionStore;
  #layer: HTMLElement | null = null;
  #boxes: Box[] = [];
  #frame = 0;
  /** What the document itself has described of the regions that are described by their marks. */
  readonly #described = new Map<HTMLElement, string | null>();
  readonly #watch = new ResizeObserver(() => this.#placeSoon());

  constructor(store: RegionStore) {
    this.#store = store;
  }

  /**
   * Marks these regions and no others.
   * @param marks their ids and words
   * @param isSaid whether the words are also the regions' descriptions
   */
  show(marks: readonly (readonly [id: string, words: string])[], isSaid: boolean): void {
    this.#watch.disconnect();
    for (const [element, before] of this.#described) describe(element, before);
    this.#described.clear();
    this.#layer?.remove();
    this.#layer = null;
    this.#boxes = [];
    if (marks.length === 0) return;
    const layer = ownDocument.createElement('div');
    layer.setAttribute('aria-hidden', 'true');
    layer.style.cssText = LAYER;
    const root = layer.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [markStyle()];
    for (let one = 0; one < marks.length && one < FRAME_LIMITS.marks; one += 1) {
      const id = marks[one]?.[0] ?? '';
      const words = marks[one]?.[1] ?? '';
      for (const [at, element] of (this.#store.regions.get(id)?.elements ?? []).entries()) {
        if (isSaid) {
          this.#described.set(element, element.getAttribute('aria-description'));
          describe(element, words);
        }
        const box = ownDocument.createElement('div');
        box.className = 'box';
        const label = at === 0 ? ownDocument.createElement('div') : null;
        if (label) {
          label.className = 'label';
          label.textContent = words;
          root.append(label);
        }
        root.append(box);
        this.#boxes.push({ element, box, label });
        this.#watch.observe(element);
      }
    }
    ownDocument.documentElement.append(layer);
    this.#layer = layer;
    if (ownDocument.body) this.#watch.observe(ownDocument.body);
    addEventListener('resize', this.#placeSoon);
    // Of a part of the document that scrolls by itself.
    ownDocument.addEventListener('scroll', this.#placeSoon, true);
    this.place();
  }

  readonly #placeSoon = (): void => {
    if (this.#frame === 0 && this.#layer) this.#frame = requestAnimationFrame(() => this.place());
  };

  /** Puts the marks where their regions are now. First all of it is read, then all of it is written: the document is laid out once. */
  place(): void {
    this.#frame = 0;
    const layer = this.#layer;
    if (!layer) return;
    const zero = layer.getBoundingClientRect();
    const view = ownDocument.documentElement.getBoundingClientRect();
    const places = this.#boxes.map(({ element, label }) => {
      const region = seenOf(element).getBoundingClientRect();
      const size = Math.max(SMALLEST, Number.parseFloat(getComputedStyle(element).fontSize) * SMALLER);
      const width = label ? ((label.textContent ?? '').length * LETTER + PADDING) * size : 0;
      return { region, end: endOf(seenOf(element)), size, width };
    });
    for (const [at, { box, label }] of this.#boxes.entries()) {
      const place = places[at];
      if (!place) continue;
      const { region, end, size, width } = place;
      const isSeen = region.width > 0 && region.height > 0;
      for (const one of [box, label]) if (one) one.style.display = isSeen ? '' : 'none';
      if (!isSeen) continue;
      box.style.inset = `${region.top - zero.top}px auto auto ${region.left - zero.left}px`;
      box.style.width = `${region.width}px`;
      box.style.height = `${region.height}px`;
      if (!label) continue;
      label.style.fontSize = `${size}px`;
      const isBeside = end !== null && end.right + GAP * size + width <= region.right;
      const x = isBeside ? end.right + GAP * size : Math.min(region.right, view.right);
      const y = isBeside ? (end.top + end.bottom) / 2 : Math.max(region.top, view.top + size * 0.7);
      label.style.inset = `${y - zero.top}px auto auto ${x - zero.left}px`;
      label.style.transform = `translate(${isBeside ? '0' : '-100%'},-50%)`;
    }
  }
}

function describe(element: HTMLElement, words: string | null): void {
  if (words === null) element.removeAttribute('aria-description');
  else element.setAttribute('aria-description', words);
}

/** Where the last line of a region's text ends; null where there is none to be seen, as in a field. */
function endOf(element: Element): { top: number; bottom: number; right: number } | null {
  if ('value' in element || element.lastChild === null) return null;
  const range = ownDocument.createRange();
  range.selectNodeContents(element);
  const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
  const last = lines.at(-1);
  if (!last) return null;
  const right = Math.max(...lines.filter(({ bottom }) => bottom > last.top + 1).map((line) => line.right));
  return { top: last.top, bottom: last.bottom, right };
}

/** Outside of the document's flow, and larger than nothing only where its marks are. */
const LAYER =
  'all:initial!important;position:absolute!important;inset:0 auto auto 0!important;width:0!important;height:0!important;' +
  'z-index:2147483647!important;pointer-events:none!important;direction:ltr!important';

/** White stands between the mark and whatever is behind it. */
function markStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
.box,.label{position:absolute;box-sizing:border-box}
.box{outline:2px solid #5b21b6;outline-offset:1px;border-radius:1px;box-shadow:0 0 0 1px #fff,0 0 0 4px #fff}
.label{padding:.1em .4em;border-radius:.3em;background:#5b21b6;color:#fff;font:600 11px/1.2 system-ui,sans-serif;white-space:nowrap;box-shadow:0 0 0 .12em #fff}
@media print{:host{display:none!important}}
@media (forced-colors:active){.box{outline-color:Highlight}.label{border:1px solid CanvasText}}`);
  return sheet;
}
