import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';

/** Steps of the scale to the whole: a hundredth larger or smaller is seen by nobody. */
const STEPS = 64;
const { least, most } = FRAME_LIMITS.fit;

/**
 * Fits a live document to its pane: as large as it can be with all of it seen. The scale changes how wide the document is laid out, so its lines
 * break anew at each one, and which is the best is found by trying. A document that cannot be seen whole at the least scale stays as it
 * is, and scrolls. On paper nothing is scaled.
 */
export class Fitting {
  readonly #sheet = new CSSStyleSheet();
  readonly #paper = matchMedia('print');
  #isWanted = false;
  #isWatched = false;
  /** Of the scale in steps; null where the document stands as it is. */
  #steps: number | null = null;
  /** How often the document has changed its own scale since the pane had this size: one that grows with each fit is left alone in the end. */
  #changes = 0;
  #pane = '';

  /** Whether the document is to be fitted from here on. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#changes = 0;
    if (this.#isWatched) this.fit();
  }

  /** Fits the document, before its first layout, and follows what changes its size or the pane's. */
  begin(): void {
    ownDocument.adoptedStyleSheets.push(this.#sheet);
    this.#isWatched = true;
    this.fit();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const again = (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        this.fit();
      }, FRAME_LIMITS.size);
    };
    addEventListener('resize', again);
    this.#paper.addEventListener('change', again);
    const watch = new ResizeObserver(again);
    watch.observe(ownDocument.documentElement);
    if (ownDocument.body) watch.observe(ownDocument.body);
    // Late images and fonts change the size of what they are in.
    addEventListener('load', again, true);
    void ownDocument.fonts.ready.then(again);
  }

  /** Finds the best scale anew. */
  fit(): void {
    // Without the property (Firefox before 126) documents scroll, as elsewhere.
    if (!this.#isWanted || !CSS.supports('zoom', '2')) return this.#show(null);
    // What is on paper, or not laid out at all, says nothing of the screen.
    if (this.#paper.matches || innerHeight === 0) return;
    const pane = `${innerWidth}x${innerHeight}`;
    if (pane !== this.#pane) this.#changes = 0;
    this.#pane = pane;
    if (this.#changes > FRAME_LIMITS.fit.changes) return;
    const before = this.#steps;
    // At rest one look is enough: most of what is told is our own doing.
    if (before !== null && this.#isWhole(before) && (before === most * STEPS || !this.#isWhole(before + 1)))
      return this.#show(before);
    const best = this.#best();
    if (best !== before) this.#changes += 1;
    this.#show(best);
  }

  #best(): number | null {
    let low = least * STEPS;
    let high = most * STEPS + 1;
    if (!this.#isWhole(low)) return null;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#isWhole(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Whether all of the document is seen at a scale. */
  #isWhole(steps: number): boolean {
    this.#show(steps);
    const view = ownDocument.scrollingElement ?? ownDocument.documentElement;
    return view.scrollHeight <= view.clientHeight && view.scrollWidth <= view.clientWidth;
  }

  #show(steps: number | null): void {
    if (steps !== this.#steps)
      this.#sheet.replaceSync(steps === null ? '' : `@media screen{html{zoom:${steps / STEPS}!important}}`);
    this.#steps = steps;
    ownDocument.documentElement.toggleAttribute('data-ready-fitted', steps !== null);
  }
}
