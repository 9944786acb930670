import { isLinkAddress } from '../text/link-notation.ts';
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
import type { LineBreaks } from '../regions/values.ts';

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

/** A document that is fitted: laid out in so many pixels, scaled as a whole, with so many at its top and bottom out of sight. */
type FrameSize = { width: number; height: number; scale: number; top: number; bottom: number };

/** What a frame tells its owner. Messages have been parsed, capped and checked for their order; none is to be trusted further than that. */
export type FrameNews =
  /** Its file is there, and the document was sent to it. */
  | { type: 'loaded' }
  | { type: 'said'; message: FromFrame }
  /** It broke the rules, for the so-manieth time. */
  | { type: 'struck'; strikes: number }
  /** It loaded more often than a document does by itself: it may be another page. */
  | { type: 'reloaded' }
  /** Another page greets from it: the document that we knew is gone. */
  | { type: 'replaced' };

/** A document for a frame. */
export type FrameDocument = {
  readonly html: string;
  readonly lines: LineBreaks;
  readonly mode: FrameMode;
  /** The name of the function by which the document's own script lists its rows. */
  readonly newAttributesFunction?: string | undefined;
};

const fitted = ({ width, height, scale, top, bottom }: FrameSize): string =>
  `position: absolute; inset: 0 auto auto 0; width: ${width}px; height: ${height}px; max-width: none; max-height: none; transform-origin: 0 0;` +
  ` transform: scale(${scale}) translateY(${-top}px); clip-path: inset(${top}px 0 ${bottom}px 0);`;

/** How long after its creation a frame that still loads is given a document, in milliseconds: an older one may never be there. */
const YOUNG = 2_000;

/**
 * One isolated iframe, which loads without a document and is given one later: a browser takes longer to give a sandboxed frame its process
 * than to lay a document out in it. It shakes hands, holds the caps, and turns messages into news; it gives the frame no power.
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
  #tell: (news: FrameNews) => void = () => undefined;
  #port: MessagePort | null = null;
  #budget = fullBudget(performance.now());
  #isLoaded = false;
  #loads = 0;
  /** How far the conversation has come: the order of messages is a part of the protocol. */
  #heard: 'nothing' | 'hello' | 'ready' = 'nothing';

  /**
   * @param place the frame is added to it last
   * @param origin another host that serves frame.html (`FRAME_URL`), or '' for our own
   * @param isForPaper it may open the print dialog
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
    window.addEventListener('message', this.#hearWindow);
    iframe.addEventListener('load', this.#hearLoad);
    place.append(iframe);
  }

  /** Whether it may be given another document: none was sent to it, and it is there or still young. */
  get isUsable(): boolean {
    return this.#port === null && (this.#isLoaded || performance.now() - this.#begun < YOUNG);
  }

  /** The document's text, as it was given. */
  get html(): string {
    return this.#document?.html ?? '';
  }

  /** Gives it a document, as soon as its file is there; one that was not sent yet is replaced. @param tell hears all that comes of it */
  open(own: FrameDocument, tell: (news: FrameNews) => void): void {
    this.#document = own;
    this.#tell = tell;
    if (this.#isLoaded) this.#greet();
  }

  /** Takes the document back that was not sent yet. */
  empty(height: string): void {
    this.#document = null;
    this.#tell = () => undefined;
    this.put('spare', height);
  }

  /** Puts it at its place. @param height of CSS */
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

  /** Takes a new name and height without opening the document anew. */
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
    // What a browser paints behind a document by itself: white, or dark behind one that says it can be. Where the document's colours are those
    // of the page the frame is transparent, and this is seen through it; where they differ the browser paints the document's own.
    const own = `display: block; width: 100%; border: 0; background: Canvas; height: ${this.#height}; ${STYLES[this.#place]}`;
    this.iframe.style.cssText = this.#size === null ? own : `${own} ${fitted(this.#size)}`;
  }

  post(message: ToFrame): void {
    if (message.type === 'link-text' && message.text !== null) this.#given.add(message.url);
    this.#port?.postMessage(message);
  }

  /** Whether a person has given the document this address while it was open. */
  wasGiven(href: string): boolean {
    return this.#given.has(href);
  }

  /** Takes the frame away. Nothing is told after this. */
  dispose(): void {
    this.#tell = () => undefined;
    window.removeEventListener('message', this.#hearWindow);
    this.iframe.removeEventListener('load', this.#hearLoad);
    this.#port?.close();
    this.#port = null;
    this.iframe.remove();
  }

  readonly #hearWindow = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.iframe.contentWindow || !this.#spend(data)) return;
    if (!isFrameLoaded(data)) return this.#strike();
    if (this.#port) return this.#tell({ type: 'replaced' });
    this.#isLoaded = true;
    if (this.#document) this.#greet();
  };

  readonly #hearLoad = (): void => {
    this.#loads += 1;
    // One load is the file's, one the document's own end.
    if (this.#loads > 2 && this.#heard === 'ready') this.#tell({ type: 'reloaded' });
  };

  readonly #hearPort = ({ data }: MessageEvent<unknown>): void => {
    if (!this.#spend(data)) return;
    const message = parseFrameMessage(data);
    if (!message || !this.#isInOrder(message)) return this.#strike();
    if (message.type === 'hello' || message.type === 'ready') this.#heard = message.type;
    this.#tell({ type: 'said', message });
  };

  #greet(): void {
    if (!this.#document || this.#port) return;
    const { html, lines, mode, newAttributesFunction = 'getNewAttributes' } = this.#document;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = this.#hearPort;
    port1.onmessageerror = () => this.#strike();
    const init: FrameInit = { type: 'ready:init', v: 1, mode, newAttributesFunction };
    // The target's origin is opaque, so only '*' reaches it; the message holds no secret.
    this.iframe.contentWindow?.postMessage(init, '*', [port2]);
    // Behind the greeting and not after its answer: the port keeps it until it is heard.
    this.post({ type: 'load', html, lines, mode });
    this.#tell({ type: 'loaded' });
  }

  #isInOrder(message: FromFrame): boolean {
    const isReady = this.#heard === 'ready';
    const isEditable = this.#document?.mode === 'edit';
    switch (message.type) {
      case 'hello':
        return this.#heard === 'nothing';
      case 'ready':
        return !isReady;
      case 'edits':
      case 'regions':
        return isReady && isEditable;
      case 'snapshot':
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
    if (!isAllowed) this.#tellStrikes();
    return isAllowed;
  }

  #strike(): void {
    this.#budget = strike(this.#budget);
    this.#tellStrikes();
  }

  #tellStrikes(): void {
    this.#tell({ type: 'struck', strikes: this.#budget.strikes });
  }
}
