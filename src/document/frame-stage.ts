import { FrameHost } from './frame-host.ts';
import type { FrameEvents, FrameHostOptions } from './frame-host.ts';

export type StageDocument = Omit<FrameHostOptions, 'container' | 'hidden' | 'scroll' | 'events' | 'print'>;

/**
 * Where one document is shown after another without a flash: the next one loads in a second, hidden frame and takes the place when it is
 * ready, at the same scroll place. Whatever the frames say goes to one set of events; a frame that waits is not heard but for `onReady`.
 */
export class FrameStage {
  readonly #container: HTMLElement;
  readonly #events: () => FrameEvents;
  #shown: FrameHost | null = null;
  #next: FrameHost | null = null;

  /** @param events looked up at each event, so that the owner may change them */
  constructor(container: HTMLElement, events: () => FrameEvents) {
    this.#container = container;
    this.#events = events;
    container.style.position = 'relative';
  }

  /** The frame that is shown, if any. */
  get current(): FrameHost | null {
    return this.#shown;
  }

  /** Shows a document; the newest call wins. */
  show(document: StageDocument): void {
    this.#next?.dispose();
    this.#next = null;
    const { current } = this;
    if (!current?.isReady) {
      current?.dispose();
      this.#shown = this.#make(document, {});
      return;
    }
    const place = { scroll: 0 };
    current.place();
    const next: FrameHost = this.#make(document, {
      hidden: true,
      onPlaced: (scroll) => {
        place.scroll = scroll;
      },
      onSwap: () => {
        this.#shown = next;
        this.#next = null;
        next.reveal();
        next.scrollTo(place.scroll);
        current.dispose();
      },
    });
    this.#next = next;
  }

  /** Takes a new name and height without opening the document anew. */
  describe(title: string, height: string): void {
    this.#shown?.describe(title, height);
    this.#next?.describe(title, height);
  }

  dispose(): void {
    this.#next?.dispose();
    this.#shown?.dispose();
    this.#next = this.#shown = null;
  }

  #placed: ((scroll: number) => void) | null = null;

  #make(
    document: StageDocument,
    swap: { hidden?: boolean; onPlaced?: (scroll: number) => void; onSwap?: () => void },
  ): FrameHost {
    this.#placed = swap.onPlaced ?? null;
    const whenShown =
      <A extends readonly unknown[]>(pick: (events: FrameEvents) => ((...rest: A) => void) | undefined) =>
      (...rest: A): void => {
        if (host === this.#shown) pick(this.#events())?.(...rest);
      };
    const drop = (tell: (events: FrameEvents) => (() => void) | undefined) => (): void => {
      if (host === this.#shown) tell(this.#events())?.();
      else if (host === this.#next) {
        // A newer document that does not open leaves the last good one where it is.
        this.#next.dispose();
        this.#next = null;
        tell(this.#events())?.();
      }
    };
    const host: FrameHost = new FrameHost({
      ...document,
      container: this.#container,
      hidden: swap.hidden ?? false,
      events: {
        onReady: (ready) => {
          swap.onSwap?.();
          this.#events().onReady?.(ready);
        },
        onPlace: (place) => {
          this.#placed?.(place.scroll);
          this.#events().onPlace?.(place);
        },
        onEdits: whenShown((events) => events.onEdits),
        onRegions: whenShown((events) => events.onRegions),
        onSnapshot: whenShown((events) => events.onSnapshot),
        onNames: whenShown((events) => events.onNames),
        onPasteUrl: whenShown((events) => events.onPasteUrl),
        onOpenLink: whenShown((events) => events.onOpenLink),
        onHotkey: whenShown((events) => events.onHotkey),
        onSize: whenShown((events) => events.onSize),
        onFound: whenShown((events) => events.onFound),
        onLost: drop((events) => events.onLost),
        onMisbehaved: drop((events) => events.onMisbehaved),
      },
    });
    return host;
  }
}
