/**
 * The windows in which live documents are fitted to their panes: those that are looked at from afar. On a narrow one, or where somebody has made
 * all text large, a document is scrolled. `live.module.css` asks for the same.
 */
const FITTED = '(min-width: 64rem) and (min-height: 30rem)';

/** Whether live documents are fitted in this window. */
export class FitWish {
  readonly #query: MediaQueryList;
  readonly #hear: () => void;

  /** @param tell is called when it changes */
  constructor(tell: (isFitted: boolean) => void) {
    this.#query = window.matchMedia(FITTED);
    this.#hear = () => tell(this.isFitted);
    this.#query.addEventListener('change', this.#hear);
  }

  get isFitted(): boolean {
    return this.#query.matches;
  }

  end(): void {
    this.#query.removeEventListener('change', this.#hear);
  }
}
