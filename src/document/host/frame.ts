import { isLinkAddress } from '#common/document/text/link-notation.ts';
import { fullBudget, spend, strike } from './message-budget.ts';
import {
  type FrameInit,
  type FrameMode,
  type FromFrame,
  isFrameLoaded,
  parseFrameMessage,
  sizeOf,
} from './protocol.ts';
import type { ToFrame } from './protocol.ts';
import type { Pair, LineBreaks } from '#common/document/regions/values.ts';

/** Display of a frame: shown, rendered but wholly transparent, drawn behind the shown one, or waiting for a document. */
type FramePlace = 'shown' | 'hidden' | 'behind' | 'spare';

const STYLES: Readonly<Record<FramePlace, string>> = {
  shown: '',
  // Not `visibility: hidden`, which draws nothing. Transparent elements are not drawn on the screen either: 'behind' is for that.
  hidden: 'position: absolute; inset: 0; pointer-events: none; opacity: 0;',
  behind: 'position: absolute; inset: 0; pointer-events: none; z-index: -1;',
  // At its final size: a document loaded into a frame without a size would need two layouts. No focus, and nothing visible.
  spare: 'position: absolute; inset: 0; pointer-events: none; visibility: hidden;',
};

/** Size of a fitted document: width and height of its layout in pixels, the scale of the whole, and the pixels hidden at its top and bottom. */
type FrameSize = { width: number; height: number; scale: number; top: number; bottom: number };

/** Events of a frame for its owner. Messages have been parsed, capped and checked for their order; do not trust them further than that. */
export type FrameNews =
  /** Its file has loaded, and the document was sent to it. */
  | { type: 'loaded' }
  | { type: 'said'; message: FromFrame }
  /** It broke the rules; `strikes` is the number of times. */
  | { type: 'struck'; strikes: number }
  /** It loaded more often than a document does by itself: it may be another page. */
  | { type: 'reloaded' }
  /** Another page has sent the greeting: the document that we loaded is gone. */
  | { type: 'replaced' };

/** A document for a frame. */
export type FrameDocument = {
  readonly html: string;
  readonly lines: LineBreaks;
  readonly mode: FrameMode;
  /** True if its regions have stored values: it is a WIP or an archive. */
  readonly isStored: boolean;
  /** These values, if they are known. */
  readonly stored?: readonly Pair[] | undefined;
  /** The name of the function by which the document's own script lists its rows. */
  readonly newAttributesFunction?: string | undefined;
};

const fitted = ({ width, height, scale, top, bottom }: FrameSize): string =>
  `position: absolute; inset: 0 auto auto 0; width: ${width}px; height: ${height}px; max-width: none; max-height: none; transform-origin: 0 0;` +
  ` transform: scale(${scale}) translateY(${-top}px); clip-path: inset(${top}px 0 ${bottom}px 0);`;

/** Milliseconds after its creation in which a frame that still loads may receive a document: an older one may never finish. */
const YOUNG = 2_000;

/**
 * One isolated iframe, which loads without a document and receives one later: a browser takes longer to give a sandboxed frame its process than to
 * compute the layout of a document in it. The class does the handshake, enforces the caps, and turns messages into events; it gives the frame no
 * privileges.
 */
export class Frame {
  readonly iframe = document.createElement('iframe');
  /** The host that serves frame.html, or '' for our own. */
  readonly origin: string;
  readonly #begun = performance.now();
  readonly #given = new Set<string>();
  #document: FrameDocument | null = null;
  #place: FramePlace = 'spare';
  #height = '';
  #size: FrameSize | null = null;
  #report: (news: FrameNews) => void = () => undefined;
  #port: MessagePort | null = null;
  #budget = fullBudget(performance.now());
  #isLoaded = false;
  #loads = 0;
  /** State of the conversation: the order of messages is part of the protocol. */
  #received: 'nothing' | 'hello' | 'ready' = 'nothing';

  /**
   * @param place the frame is added to it last
   * @param origin another host that serves frame.html (`FRAME_URL`), or '' for our own
   * @param isForPaper true to allow the print dialog
   */
  constructor(place: HTMLElement, origin: string, height: string, isForPaper = false) {
    this.origin = origin;
    const { iframe } = this;
    iframe.setAttribute('sandbox', isForPaper ? 'allow-scripts allow-modals' : 'allow-scripts');
    iframe.setAttribute('referrerpolicy', 'no-referrer');
    iframe.setAttribute('allow', '');
    iframe.title = 'Document';
    iframe.src = `${origin}/frame.html${isForPaper ? '?print=1' : ''}`;
    this.put('spare', height);
    window.addEventListener('message', this.#onWindowMessage);
    iframe.addEventListener('load', this.#onLoad);
    place.append(iframe);
  }

  /** True if it can receive another document: none was sent to it, and it has loaded or is still young. */
  get isUsable(): boolean {
    return this.#port === null && (this.#isLoaded || performance.now() - this.#begun < YOUNG);
  }

  /** The document's text, unchanged. */
  get html(): string {
    return this.#document?.html ?? '';
  }

  /** Kind of its line breaks. */
  get lines(): LineBreaks {
    return this.#document?.lines ?? 'guessed';
  }

  /**
   * Sends a document to the frame, as soon as its file has loaded; a document that was not sent yet is replaced. @param report receives all events
   * about it
   */
  open(own: FrameDocument, report: (news: FrameNews) => void): void {
    this.#document = own;
    this.#report = report;
    if (this.#isLoaded) this.#greet();
  }

  /** Removes a document that was not sent yet. */
  empty(height: string): void {
    this.#document = null;
    this.#report = () => undefined;
    this.put('spare', height);
  }

  /** Sets the frame's display. @param height CSS value */
  put(place: FramePlace, height: string): void {
    this.#place = place;
    this.#height = height;
    this.#style();
    if (place === 'shown') {
      this.iframe.removeAttribute('aria-hidden');
      this.iframe.removeAttribute('tabindex');
    } else {
      this.iframe.setAttribute('aria-hidden', 'true');
      this.iframe.tabIndex = -1;
    }
  }

  /** Sets a new name and height without opening the document again. */
  describe(title: string, height: string): void {
    this.iframe.title = `Document: ${title}`;
    this.put(this.#place, height);
  }

  /** Fits it to its place; with null it has the size of the place. */
  size(size: FrameSize | null): void {
    this.#size = size;
    this.#style();
  }

  #style(): void {
    // The background that a browser paints behind a document: white, or dark behind one that declares support for dark. If the document's colours
    // are those of the page, the frame is transparent and this shows through; if they differ, the browser paints the document's own.
    const own = `display: block; width: 100%; border: 0; background: Canvas; height: ${this.#height}; ${STYLES[this.#place]}`;
    this.iframe.style.cssText = this.#size === null ? own : `${own} ${fitted(this.#size)}`;
  }

  post(message: ToFrame): void {
    if (message.type === 'link-text' && message.text !== null) this.#given.add(message.url);
    this.#port?.postMessage(message);
  }

  /** True if the user has given the document this address while it was open. */
  wasGiven(href: string): boolean {
    return this.#given.has(href);
  }

  /** Removes the frame. No event follows. */
  dispose(): void {
    this.#report = () => undefined;
    window.removeEventListener('message', this.#onWindowMessage);
    this.iframe.removeEventListener('load', this.#onLoad);
    this.#port?.close();
    this.#port = null;
    this.iframe.remove();
  }

  readonly #onWindowMessage = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.iframe.contentWindow || !this.#spend(data)) return;
    if (!isFrameLoaded(data)) return this.#strike();
    if (this.#port) return this.#report({ type: 'replaced' });
    this.#isLoaded = true;
    if (this.#document) this.#greet();
  };

  readonly #onLoad = (): void => {
    this.#loads += 1;
    // One load is the file's, one is the end of the document's own.
    if (this.#loads > 2 && this.#received === 'ready') this.#report({ type: 'reloaded' });
  };

  readonly #onPortMessage = ({ data }: MessageEvent<unknown>): void => {
    if (!this.#spend(data)) return;
    const message = parseFrameMessage(data);
    if (!message || !this.#isInOrder(message)) return this.#strike();
    if (message.type === 'hello' || message.type === 'ready') this.#received = message.type;
    this.#report({ type: 'said', message });
  };

  #greet(): void {
    if (!this.#document || this.#port) return;
    const { html, lines, mode, isStored, stored, newAttributesFunction = 'getNewAttributes' } = this.#document;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = this.#onPortMessage;
    port1.onmessageerror = () => this.#strike();
    const init: FrameInit = { type: 'ready:init', v: 1, mode, newAttributesFunction };
    // The target's origin is opaque, so only '*' reaches it; the message holds no secret.
    this.iframe.contentWindow?.postMessage(init, '*', [port2]);
    // Sent right after the greeting, without waiting for its answer: the port keeps it until the bridge listens.
    this.post({ type: 'load', html, lines, mode, isStored, stored });
    this.#report({ type: 'loaded' });
  }

  #isInOrder(message: FromFrame): boolean {
    const isReady = this.#received === 'ready';
    const isEditable = this.#document?.mode === 'edit';
    switch (message.type) {
      case 'hello':
        return this.#received === 'nothing';
      case 'ready':
        return !isReady;
      case 'edits':
      case 'regions':
        return isReady && isEditable;
      case 'snapshot':
      case 'wishes':
        return isReady;
      case 'loses':
      case 'suggest':
      case 'caret':
        return isReady && isEditable;
      case 'paste-grid':
        return isReady && isEditable;
      case 'paste-url':
        return isEditable && isLinkAddress(message.url);
      case 'open-link':
        return isLinkAddress(message.href);
      default:
        return true;
    }
  }

  #spend(data: unknown): boolean {
    const { budget, isAllowed } = spend(this.#budget, performance.now(), sizeOf(data));
    this.#budget = budget;
    if (!isAllowed) this.#reportStrikes();
    return isAllowed;
  }

  #strike(): void {
    this.#budget = strike(this.#budget);
    this.#reportStrikes();
  }

  #reportStrikes(): void {
    this.#report({ type: 'struck', strikes: this.#budget.strikes });
  }
}
