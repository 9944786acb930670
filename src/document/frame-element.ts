import { isFrameLoaded } from './protocol.ts';

/** Where a frame stands: shown, laid out but wholly transparent, drawn behind the one that is shown, or waiting for a document. */
type FramePlace = 'shown' | 'hidden' | 'behind' | 'spare';

const STYLES: Readonly<Record<FramePlace, string>> = {
  shown: '',
  // Not `visibility: hidden`, in which nothing is drawn. Nor is anything put on the screen that is transparent: for that there is 'behind'.
  hidden: 'position: absolute; inset: 0; pointer-events: none; opacity: 0;',
  behind: 'position: absolute; inset: 0; pointer-events: none; z-index: -1;',
  // At its final size: a document that came into a frame without one would be laid out twice. No focus, and nothing to see.
  spare: 'position: absolute; inset: 0; pointer-events: none; visibility: hidden;',
};

/** Puts a frame at its place. @param height of CSS */
export function putFrame(iframe: HTMLIFrameElement, place: FramePlace, height: string): void {
  iframe.style.cssText = `display: block; width: 100%; border: 0; height: ${height}; ${STYLES[place]}`;
  if (place === 'shown') {
    iframe.removeAttribute('aria-hidden');
    iframe.removeAttribute('tabindex');
  } else {
    iframe.setAttribute('aria-hidden', 'true');
    iframe.tabIndex = -1;
  }
}

/**
 * The isolated frame, empty and not in the page yet.
 * @param origin another host that serves frame.html (`FRAME_URL`), or '' for our own
 * @param print `/frame.html?print=1`, which may open the print dialog
 */
export function makeFrame(origin: string, print = false): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.setAttribute('sandbox', print ? 'allow-scripts allow-modals' : 'allow-scripts');
  iframe.setAttribute('referrerpolicy', 'no-referrer');
  iframe.setAttribute('allow', '');
  iframe.src = `${origin}/frame.html${print ? '?print=1' : ''}`;
  return iframe;
}

/**
 * A frame that is loaded before its document is there: a browser takes longer to give a sandboxed frame its process than to lay a
 * document out in it.
 */
export class SpareFrame {
  readonly iframe: HTMLIFrameElement;
  readonly origin: string;
  /** When it began to load, as `performance.now()` tells. */
  readonly begun: number;
  #isLoaded = false;

  /**
   * @param origin as for `makeFrame`
   * @param height of CSS, of the document that it waits for
   * @param loading a frame that is in the page and has not told yet that it is loaded, and when it began
   */
  constructor(
    container: HTMLElement,
    origin: string,
    height: string,
    loading?: { iframe: HTMLIFrameElement; begun: number },
  ) {
    this.origin = origin;
    this.begun = loading?.begun ?? performance.now();
    this.iframe = loading?.iframe ?? makeFrame(origin);
    this.iframe.title = 'Document';
    putFrame(this.iframe, 'spare', height);
    window.addEventListener('message', this.#hear);
    if (!loading) container.append(this.iframe);
  }

  /** Whether its bridge waits for a greeting. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Gives the frame away; it stays where it is in the page, or it would be loaded again. */
  take(): HTMLIFrameElement {
    window.removeEventListener('message', this.#hear);
    return this.iframe;
  }

  dispose(): void {
    this.take().remove();
  }

  readonly #hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== null && source === this.iframe.contentWindow && isFrameLoaded(data)) this.#isLoaded = true;
  };
}
