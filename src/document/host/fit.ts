import type { Place } from './places.ts';

/**
 * Windows in which a wall's documents are fitted to their panes. In a narrower one, or one with enlarged text, a document is scrolled.
 * `live.module.css` has the same query.
 */
export const FITTED = '(min-width: 64rem) and (min-height: 30rem)';

/** Text size that is readable from three metres: 33 pixels in a window whose shorter side has 1,080. */
const READABLE = 33 / 1_080;

/** Marks an element that represents a screen: documents in it are fitted as they would be on a wall of that size. */
export const MEASURED_SCREEN = 'data-measured-screen';

/** The room for a document, in CSS pixels, and the minimum size of its text. */
export type Room = { readonly width: number; readonly height: number; readonly text: number };

/** Decides if live documents are fitted in their place, and to which room. */
export class RoomWatcher {
  readonly #query = window.matchMedia(FITTED);
  readonly #watch: ResizeObserver;
  readonly #onChange: () => void;
  #place: Place | null = null;

  /** @param onChange is called when the room changes */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#watch = new ResizeObserver(onChange);
    this.#query.addEventListener('change', this.#onChange);
    // A hidden tab measures nothing.
    document.addEventListener('visibilitychange', this.#onChange);
  }

  /** Follows a document's place: its size, and whether it is on a wall. */
  follow(place: Place): void {
    const { element, isOnWall } = this.#place ?? {};
    this.#place = place;
    if (element === place.element) {
      if (isOnWall !== place.isOnWall) this.#onChange();
      return;
    }
    this.#watch.disconnect();
    this.#watch.observe(place.element);
  }

  /** The room of the place, or null if documents are not fitted. */
  get room(): Room | null {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#place?.element ?? {};
    if (!this.#place?.isOnWall || !this.#query.matches || width === 0 || height === 0) return null;
    const screen = this.#place.element.closest(`[${MEASURED_SCREEN}]`);
    const side = screen
      ? Math.min(screen.clientWidth, screen.clientHeight)
      : Math.min(window.innerWidth, window.innerHeight);
    return { width, height, text: side * READABLE };
  }

  end(): void {
    this.#watch.disconnect();
    this.#query.removeEventListener('change', this.#onChange);
    document.removeEventListener('visibilitychange', this.#onChange);
  }
}
