import { SpareFrame } from './frame-element.ts';
import type { FrameEvents } from './frame-events.ts';
import { FrameHost } from './frame-host.ts';
import type { FrameHostOptions } from './frame-host.ts';

export type StageDocument = Omit<FrameHostOptions, 'container' | 'hidden' | 'scroll' | 'events' | 'print' | 'spare'> & {
  /** Another one is to be expected: a frame is kept ready for it. */
  readonly isLive?: boolean;
};

type Waiting = Pick<FrameEvents, 'onReady' | 'onDrawn'> & {
  onPlaced: (scroll: number) => void;
  /** It did not open. */
  onFailed: () => void;
};

/** Milliseconds. */
const TIMES = {
  /** A document that does not tell that it is drawn takes its place all the same, also where the older one does not tell where it stands. */
  drawn: 2_000,
  /** The frame for the next document comes when the page has come to rest. */
  spare: 500,
} as const;

/**
 * Where one document is shown after another without a flash: the next one loads in a second, hidden frame, is drawn behind the one that is
 * shown, and takes its place when that is done, at the same scroll place. Whatever the frames say goes to one set of events; a frame that
 * waits is not heard but for `onReady`.
 */
export class FrameStage {
  readonly #container: HTMLElement;
  readonly #events: () => FrameEvents;
  #shown: FrameHost | null = null;
  #next: FrameHost | null = null;
  #spare: SpareFrame | null = null;
  #timer = 0;

  /** @param events looked up at each event, so that the owner may change them */
  constructor(container: HTMLElement, events: () => FrameEvents) {
    this.#container = container;
    this.#events = events;
    container.style.position = 'relative';
    // What is drawn behind a document stays in front of the page.
    container.style.isolation = 'isolate';
  }

  /** The frame that is shown, if any. */
  get current(): FrameHost | null {
    return this.#shown;
  }

  /**
   * Takes away what is shown and makes a frame, while the document that it is for is fetched.
   * @param height of CSS, the document's
   * @param origin as for `makeFrame`
   */
  prepare(height: string, origin = ''): void {
    this.dispose();
    this.#spare = new SpareFrame(this.#container, origin, height);
  }

  /** Shows a document; the newest call wins. */
  show(document: StageDocument): void {
    const { current } = this;
    const before = this.#next;
    this.#next = null;
    if (current && !current.isReady) {
      // Beside a document that does not answer a frame may have waited for hours, and be gone as well.
      before?.dispose();
      this.#spare?.dispose();
      this.#spare = current.yieldFrame();
    } else {
      // Of a burst of documents each takes over the frame that was being loaded for the one before.
      this.#spare ??= before?.yieldFrame() ?? null;
    }
    const spare = this.#takeSpare(document);
    if (current?.isReady) this.#showAfter(current, document, spare);
    else this.#shown = this.#make(document, spare);
  }

  /** Takes a new name and height without opening the document anew. */
  describe(title: string, height: string): void {
    this.#shown?.describe(title, height);
    this.#next?.describe(title, height);
  }

  dispose(): void {
    this.#takeSpare(null)?.dispose();
    this.#next?.dispose();
    this.#shown?.dispose();
    this.#next = this.#shown = null;
  }

  #showAfter(current: FrameHost, document: StageDocument, spare: SpareFrame | null): void {
    let top = 0;
    /** Null until it is open. */
    let title: string | null = null;
    let isPlaced = false;
    let drawings = 0;
    let late = 0;
    const draw = (): void => {
      drawings += 1;
      next.standBehind(top);
    };
    const takePlace = (): void => {
      window.clearTimeout(late);
      if (this.#next !== next) return;
      // Not `current`: a document that knew the one before it would keep all of them.
      const before = this.#shown;
      this.#shown = next;
      this.#next = null;
      next.reveal();
      // Who reads by keyboard goes on in the newer one.
      if (window.document.activeElement === before?.iframe) next.iframe.focus();
      before?.dispose();
      this.#tellReady(document, { title: title ?? '', values: next.values() });
    };
    current.place();
    const next: FrameHost = this.#make(document, spare, {
      onPlaced: (scroll) => {
        const isElsewhere = scroll !== top;
        top = scroll;
        if (title === null) return;
        isPlaced = true;
        if (isElsewhere) draw();
        else if (drawings === 0) takePlace();
      },
      onReady: (ready) => {
        ({ title } = ready);
        late = window.setTimeout(takePlace, TIMES.drawn);
        draw();
        // Who reads may have scrolled on while it loaded.
        this.#shown?.place();
      },
      onDrawn: () => {
        drawings -= 1;
        if (isPlaced && drawings === 0) takePlace();
      },
      onFailed: () => {
        // A frame that has waited for hours may be gone: once more, in a fresh one.
        if (spare && title === null && this.#shown?.isReady) this.#showAfter(this.#shown, document, null);
        else this.#events().onLost?.();
      },
    });
    this.#next = next;
  }

  #tellReady(document: StageDocument, ready: Parameters<NonNullable<FrameEvents['onReady']>>[0]): void {
    if (document.isLive) {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        this.#spare ??= new SpareFrame(this.#container, document.frameOrigin ?? '', document.height ?? '100%');
      }, TIMES.spare);
    }
    this.#events().onReady?.(ready);
  }

  /** The frame that is kept ready, where it fits the document. There is none afterwards. */
  #takeSpare(document: StageDocument | null): SpareFrame | null {
    window.clearTimeout(this.#timer);
    const spare = this.#spare;
    this.#spare = null;
    if (!spare || spare.origin === (document?.frameOrigin ?? '')) return spare;
    spare.dispose();
    return null;
  }

  #placed: ((scroll: number) => void) | null = null;

  #make(document: StageDocument, spare: SpareFrame | null, waiting?: Waiting): FrameHost {
    this.#placed = waiting?.onPlaced ?? null;
    const whenShown =
      <A extends readonly unknown[]>(pick: (events: FrameEvents) => ((...rest: A) => void) | undefined) =>
      (...rest: A): void => {
        if (host === this.#shown) pick(this.#events())?.(...rest);
      };
    const drop = (isWaiting: () => void, tell: (events: FrameEvents) => (() => void) | undefined) => (): void => {
      if (host === this.#shown) tell(this.#events())?.();
      else if (host === this.#next) {
        // A newer document that does not open leaves the last good one where it is.
        this.#next.dispose();
        this.#next = null;
        isWaiting();
      }
    };
    const misbehaved = (): void => this.#events().onMisbehaved?.();
    const host: FrameHost = new FrameHost({
      ...document,
      container: this.#container,
      hidden: waiting !== undefined,
      ...(spare && { spare }),
      events: {
        onReady: waiting?.onReady ?? ((ready) => this.#tellReady(document, ready)),
        ...(waiting?.onDrawn && { onDrawn: waiting.onDrawn }),
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
        onLost: drop(
          () => waiting?.onFailed(),
          (events) => events.onLost,
        ),
        onMisbehaved: drop(misbehaved, (events) => events.onMisbehaved),
      },
    });
    return host;
  }
}
