import { makeFrame, putFrame, SpareFrame } from './frame-element.ts';
import type { FrameEvents } from './frame-events.ts';
import { isLinkAddress } from './link-notation.ts';
import { fullBudget, isOut, spend, strike } from './message-budget.ts';
import type { MessageBudget } from './message-budget.ts';
import { isFrameLoaded, parseFrameMessage } from './protocol.ts';
import { ValueList } from './value-list.ts';
import type { FrameInit, FrameMode, FromFrame, Pair, ToFrame } from './protocol.ts';

/** How long things may take before the frame counts as lost, in milliseconds. */
const FRAME_TIMES = { ping: 5_000, pong: 3_000, ready: 10_000, hello: 2_000 } as const;

/** What the host takes from its surroundings; the tests give their own. */
export type FrameClock = {
  now(): number;
  setTimeout(handler: () => void, ms: number): number;
  clearTimeout(id: number): void;
};

export type FrameHostOptions = {
  /** Where the iframe is put. It is added last. */
  readonly container: HTMLElement;
  readonly html: string;
  readonly mode: FrameMode;
  /** The document's name, for the frame's title. */
  readonly title: string;
  readonly height?: string;
  /** Pixels from the top to begin at. */
  readonly scroll?: number;
  /** Laid out but not shown, until `standBehind()` and `reveal()`. */
  readonly hidden?: boolean;
  /** Name of the document's own function (decision 8). */
  readonly newAttributesFunction?: string;
  /** Another host's origin that serves frame.html (`FRAME_URL`); default our own. */
  readonly frameOrigin?: string;
  /** An empty frame that is in the container already. */
  readonly spare?: SpareFrame;
  /** `/frame.html?print=1`, which may open the print dialog. */
  readonly print?: boolean;
  readonly events?: FrameEvents;
  readonly clock?: FrameClock;
};

const systemClock = (): FrameClock => ({
  now: () => performance.now(),
  setTimeout: (handler, ms) => window.setTimeout(handler, ms),
  clearTimeout: (id) => window.clearTimeout(id),
});

/**
 * One document in its isolated iframe: makes the element, shakes hands, and turns messages into events. It holds no React and gives the
 * frame no power: what a message asks for is for the owner to decide.
 */
export class FrameHost {
  readonly iframe: HTMLIFrameElement;
  readonly #options: FrameHostOptions;
  readonly #clock: FrameClock;
  readonly #values = new ValueList();
  readonly #pasted = new Set<string>();
  readonly #waiting: ToFrame[] = [];
  #port: MessagePort | null = null;
  #budget: MessageBudget;
  #state: 'opening' | 'ready' | 'lost' | 'gone' = 'opening';
  #wasReady = false;
  #loads = 0;
  #pingNo = 0;
  #timer = 0;
  #height: string;
  readonly #begun: number;

  constructor(options: FrameHostOptions) {
    this.#options = options;
    this.#height = options.height ?? '100%';
    this.#clock = options.clock ?? systemClock();
    this.#budget = fullBudget(this.#clock.now());
    const { container, spare, frameOrigin = '', print = false, hidden = false } = options;
    this.#begun = spare?.begun ?? this.#clock.now();
    this.iframe = spare?.take() ?? makeFrame(frameOrigin, print);
    this.iframe.title = `Document: ${options.title}`;
    putFrame(this.iframe, hidden ? 'hidden' : 'shown', this.#height);
    window.addEventListener('message', this.#hearWindow);
    this.iframe.addEventListener('load', this.#hearLoad);
    if (!spare) container.append(this.iframe);
    this.#timer = this.#clock.setTimeout(this.#lose, spare?.isLoaded ? FRAME_TIMES.hello : FRAME_TIMES.ready);
    if (spare?.isLoaded) this.#greet();
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  /** The values as they are known, in the order of `ready`. */
  values(): Pair[] {
    return this.#values.all();
  }

  /** The value of one region, where there is one. */
  value(id: string): string | undefined {
    return this.#values.get(id);
  }

  /** Sets values without a reload; those of regions that are not there yet wait for them. */
  patch(values: readonly Pair[]): void {
    this.#values.replace(values);
    this.#send({ type: 'patch', values: [...values] });
  }

  /** Asks for everything that a save needs; the answer is `onSnapshot` with the same number. */
  snapshot(no: number): void {
    this.#send({ type: 'snapshot', no });
  }

  /** Answers `onPasteUrl`; null inserts the bare address. */
  linkText(no: number, url: string, text: string | null): void {
    if (text !== null) this.#pasted.add(url);
    // The keyboard goes back to where the address was pasted; a frame that has it already would lose its place.
    if (document.activeElement !== this.iframe) this.iframe.focus();
    this.#send({ type: 'link-text', no, url, text });
  }

  /** Puts the keyboard into a region. @param caret characters from its start; without an id the first region */
  focus(id?: string, caret?: number): void {
    if (document.activeElement !== this.iframe) this.iframe.focus();
    this.#send({ type: 'focus', ...(id === undefined ? {} : { id }), ...(caret === undefined ? {} : { caret }) });
  }

  /** Asks for the regions' names: `onNames`. */
  names(): void {
    this.#send({ type: 'names' });
  }

  /** Asks where the person is: `onPlace`. */
  place(): void {
    this.#send({ type: 'place' });
  }

  /**
   * Draws a frame that was made hidden, at its place but behind the one that is shown: `onDrawn` when there is something to see.
   * @param top pixels from the document's start to scroll to
   */
  standBehind(top: number): void {
    putFrame(this.iframe, 'behind', this.#height);
    this.#send({ type: 'draw', top });
  }

  /** Opens the print dialog, in a frame that was made for it: `onPrinted` when it has closed. @param note a line at the top of the paper */
  print(note: string | null): void {
    this.#send({ type: 'print', note });
  }

  /** Takes a new name and height without opening the document anew. */
  describe(title: string, height: string): void {
    this.#height = height;
    this.iframe.title = `Document: ${title}`;
    this.iframe.style.height = height;
  }

  /** Shows a frame that was made hidden. */
  reveal(): void {
    putFrame(this.iframe, 'shown', this.#height);
  }

  /** Takes the frame away. Nothing is called after this. */
  dispose(): void {
    this.#letGo();
    this.iframe.remove();
  }

  /**
   * As `dispose`, but gives the frame away where it is still loading and no document was sent to it: to load another one would take longer,
   * and Chromium keeps for good what it has of a frame that is taken away at the wrong moment of its loading.
   */
  yieldFrame(): SpareFrame | null {
    const { container, frameOrigin = '' } = this.#options;
    const isLoading = this.#state === 'opening' && !this.#port;
    // One that is passed on and on would never be found not to load.
    if (!isLoading || this.#clock.now() - this.#begun > FRAME_TIMES.hello) {
      this.dispose();
      return null;
    }
    this.#letGo();
    return new SpareFrame(container, frameOrigin, this.#height, { iframe: this.iframe, begun: this.#begun });
  }

  #letGo(): void {
    this.#state = 'gone';
    this.#clock.clearTimeout(this.#timer);
    window.removeEventListener('message', this.#hearWindow);
    this.iframe.removeEventListener('load', this.#hearLoad);
    this.#port?.close();
    this.#port = null;
  }

  readonly #hearWindow = (event: MessageEvent<unknown>): void => {
    if (event.source === null || event.source !== this.iframe.contentWindow) return;
    if (!this.#allow()) return;
    if (!isFrameLoaded(event.data)) return this.#strike();
    // The page in the frame was replaced by a fresh one: the document that we knew is gone.
    if (this.#port) return this.#lose();
    this.#greet();
  };

  #greet(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = this.#hearPort;
    port1.onmessageerror = () => this.#strike();
    const init: FrameInit = {
      type: 'ready:init',
      v: 1,
      mode: this.#options.mode,
      newAttributesFunction: this.#options.newAttributesFunction ?? 'getNewAttributes',
    };
    // The target's origin is opaque, so only '*' reaches it; the message holds no secret.
    this.iframe.contentWindow?.postMessage(init, '*', [port2]);
    const { html, mode, scroll } = this.#options;
    // Behind the greeting and not after its answer: the port keeps it until it is heard.
    this.#post({ type: 'load', html, mode, ...(scroll === undefined ? {} : { scroll }) });
  }

  readonly #hearPort = (event: MessageEvent<unknown>): void => {
    if (!this.#allow()) return;
    const message = parseFrameMessage(event.data);
    if (message) this.#take(message);
    else this.#strike();
  };

  #take(message: FromFrame): void {
    const { events = {}, mode } = this.#options;
    switch (message.type) {
      case 'hello':
        if (this.#pingNo > 0 || this.#wasReady) return this.#strike();
        this.#pingNo = 1;
        if (this.#options.spare) {
          this.#clock.clearTimeout(this.#timer);
          this.#timer = this.#clock.setTimeout(this.#lose, FRAME_TIMES.ready);
        }
        return;
      case 'ready':
        if (this.#wasReady) return this.#strike();
        this.#wasReady = true;
        this.#state = 'ready';
        this.#values.begin(message.values);
        this.#restPing();
        for (const waiting of this.#waiting.splice(0)) this.#post(waiting);
        return events.onReady?.({ title: message.title, values: message.values });
      case 'edits':
        if (mode === 'view' || !this.#wasReady) return this.#strike();
        this.#values.set(message.changes);
        return events.onEdits?.(message.changes);
      case 'regions':
        if (mode === 'view' || !this.#wasReady) return this.#strike();
        this.#values.remove(message.removed);
        this.#values.set(message.added);
        return events.onRegions?.({ added: message.added, removed: message.removed });
      case 'snapshot':
        if (!this.#wasReady) return this.#strike();
        this.#values.set(message.values);
        return events.onSnapshot?.({
          no: message.no,
          values: this.values(),
          newAttributes: message.newAttributes,
          error: message.error,
        });
      case 'names':
        return events.onNames?.(message.names);
      case 'place':
        return events.onPlace?.({ id: message.id, caret: message.caret, scroll: message.scroll });
      case 'paste-url':
        if (mode === 'view' || !isLinkAddress(message.url)) return this.#strike();
        return events.onPasteUrl?.({ no: message.no, id: message.id, url: message.url });
      case 'open-link':
        if (!isLinkAddress(message.href)) return this.#strike();
        return events.onOpenLink?.({ href: message.href, where: message.where, isKnown: this.#isKnown(message.href) });
      case 'hotkey':
        return events.onHotkey?.(message.key);
      case 'printed':
        return events.onPrinted?.();
      case 'drawn':
        return events.onDrawn?.();
      case 'size':
        return events.onSize?.(message.height);
      case 'pong':
        return this.#hearPong(message.no);
    }
  }

  #isKnown(href: string): boolean {
    const { html } = this.#options;
    return this.#pasted.has(href) || html.includes(href) || html.includes(href.replaceAll('&', '&amp;'));
  }

  /** Before `ready` a command waits; a frame that is lost or gone hears nothing. */
  #send(message: ToFrame): void {
    if (this.#state === 'opening') this.#waiting.push(message);
    else if (this.#state === 'ready' || this.#state === 'lost') this.#post(message);
  }

  #post(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  #allow(): boolean {
    if (this.#state === 'gone') return false;
    const step = spend(this.#budget, this.#clock.now());
    this.#budget = step.budget;
    if (!step.isAllowed) this.#checkStrikes();
    return step.isAllowed;
  }

  #strike(): void {
    this.#budget = strike(this.#budget);
    this.#checkStrikes();
  }

  #checkStrikes(): void {
    if (!isOut(this.#budget) || this.#state === 'gone') return;
    this.dispose();
    this.#options.events?.onMisbehaved?.();
  }

  readonly #hearLoad = (): void => {
    this.#loads += 1;
    // One load is the file's, one the document's own end; any more may be another page.
    if (this.#loads > 2 && this.#state === 'ready') this.#ping();
  };

  #restPing(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => this.#ping(), FRAME_TIMES.ping);
  }

  #ping(): void {
    this.#pingNo += 1;
    const sent = this.#clock.now();
    this.#post({ type: 'ping', no: this.#pingNo });
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => {
      // A machine that slept runs all its timers at once: ask again before giving the frame up.
      if (this.#clock.now() - sent > FRAME_TIMES.pong * 2) this.#ping();
      else this.#lose();
    }, FRAME_TIMES.pong);
  }

  #hearPong(no: number): void {
    if (no !== this.#pingNo) return;
    if (this.#state === 'lost' && this.#wasReady) {
      this.#state = 'ready';
      this.#options.events?.onFound?.();
    }
    this.#restPing();
  }

  readonly #lose = (): void => {
    if (this.#state === 'gone' || this.#state === 'lost') return;
    this.#clock.clearTimeout(this.#timer);
    this.#state = 'lost';
    this.#options.events?.onLost?.();
  };
}
