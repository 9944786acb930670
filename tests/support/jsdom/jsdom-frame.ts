import { createRequire } from 'node:module';
import { canonicalLinks, linkNotation } from '#common/document/text/link-notation.ts';
import type { Pair } from '#common/document/regions/values.ts';
import type { FrameHotkey, FrameInit, FromFrame, SnapshotError, ToFrame } from '#document/host/protocol.ts';
import { findRegions } from '#common/document/html/regions.ts';

/**
 * Replacement for a frame's content in jsdom, which loads no frames: it uses the protocol of `src/document/host/protocol.ts` over a real
 * MessageChannel as the bridge does, stores the values of its HTML, and acts for the user on a test's instruction. The document itself is tested in
 * Chromium.
 */
export class JsdomFrame {
  readonly iframe: HTMLIFrameElement;
  /** Everything that the application has sent. */
  readonly received: ToFrame[] = [];
  /** Result of the document's own function, or the reason for none. */
  newAttributes: unknown[] | SnapshotError = [];
  /** True for a document that hangs: it neither handles nor sends messages. */
  silent = false;
  /** The kinds of messages that the document holds until `release`. */
  readonly holds = new Set<FromFrame['type']>();
  /** The regions that are not visible. */
  readonly hidden = new Set<string>();
  /** Texts of rows that are not visible. */
  readonly hiddenRows: Pair[] = [];
  mode: 'edit' | 'view' = 'view';
  html = '';
  #values = new Map<string, string>();
  #loaded = new Map<string, string>();
  readonly #pastes = new Map<number, string>();
  #held: FromFrame[] = [];
  #port: MessagePort | null = null;
  #no = 0;

  constructor(iframe: HTMLIFrameElement) {
    this.iframe = iframe;
    // jsdom has no layout.
    iframe.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
    const { contentWindow } = iframe;
    if (!contentWindow) throw new Error('The frame has no window.');
    Object.defineProperty(contentWindow, 'postMessage', {
      configurable: true,
      value: (init: FrameInit, _target: string, [port]: MessagePort[]) => this.#begin(init, port),
    });
    const data = { type: 'ready:frame-loaded', v: 1 };
    const event = new MessageEvent('message', { data });
    Object.defineProperty(event, 'source', { value: contentWindow });
    window.dispatchEvent(event);
  }

  /** A region's current value. */
  value(id: string): string | undefined {
    return this.#values.get(id);
  }

  /** Types over a region's text. */
  type(id: string, value: string): void {
    this.#values.set(id, value);
    this.#post({ type: 'edits', seq: this.#next(), changes: [[id, value]] });
  }

  /** Adds or removes regions, as the document's own script does. */
  restructure(change: { added?: Pair[]; removed?: string[] }): void {
    const { added = [], removed = [] } = change;
    for (const [id, value] of added) this.#values.set(id, value);
    for (const id of removed) this.#values.delete(id);
    this.#post({ type: 'regions', seq: this.#next(), added, removed });
  }

  /** Pastes an address into a region. */
  pasteUrl(id: string, url: string): void {
    const no = this.#next();
    this.#pastes.set(no, id);
    this.#post({ type: 'paste-url', no, id, url });
  }

  /** Requests suggestions, as when the user types in a region for which values used before can be offered. */
  suggest(id: string): void {
    this.#post({ type: 'suggest', id });
  }

  /** Presses a shortcut with the keyboard in the document. */
  press(key: FrameHotkey): void {
    this.#post({ type: 'hotkey', key });
  }

  /** Clicks a link of the document. */
  openLink(href: string, where: 'top' | 'new-tab'): void {
    this.#post({ type: 'open-link', href, where });
  }

  /** The messages that the document holds, in order. */
  held(): readonly FromFrame[] {
    return this.#held;
  }

  /**
   * Sends the newest held message of a kind, and drops the others of it.
   * @param change fields to change; with a `type` of its own it is another message
   * @throws if there is none
   */
  release(type: FromFrame['type'], change: Readonly<Record<string, unknown>> = {}): void {
    const message = this.#held.findLast((one) => one.type === type);
    if (!message) throw new Error(`The document holds no '${type}'.`);
    this.#held = this.#held.filter((one) => one.type !== type);
    this.#port?.postMessage('type' in change ? change : { ...message, ...change });
  }

  /** Text of the document. */
  text(): string {
    const values = [...this.#values.values()];
    return (values.length > 0 ? values.join(' ') : this.html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim();
  }

  /** Replaces the page in the frame by a fresh one, which has no connection to the application. */
  restart(): void {
    const event = new MessageEvent('message', { data: { type: 'ready:frame-loaded', v: 1 } });
    Object.defineProperty(event, 'source', { value: this.iframe.contentWindow });
    window.dispatchEvent(event);
  }

  /** Sends a message that is unknown to the protocol. */
  say(anything: unknown): void {
    this.#port?.postMessage(anything);
  }

  close(): void {
    this.#port?.close();
  }

  #begin(init: FrameInit, port: MessagePort | undefined): void {
    if (!port) return;
    this.mode = init.mode;
    this.#port = port;
    port.onmessage = (event: MessageEvent<ToFrame>) => this.#receive(event.data);
    this.#post({ type: 'hello', v: 1 });
  }

  #receive(message: ToFrame): void {
    this.received.push(message);
    if (this.silent) return;
    switch (message.type) {
      case 'load':
        this.html = message.html;
        this.#values = new Map(findRegions(message.html, message.lines).map(({ id, value }) => [id, value]));
        this.#loaded = new Map(this.#values);
        return this.#post({ type: 'ready', title: '', values: [...this.#values] });
      case 'patch':
        for (const [id, value] of message.values) if (this.#values.has(id)) this.#values.set(id, value);
        return;
      case 'snapshot': {
        const own = this.newAttributes;
        const isList = typeof own !== 'string';
        const values = [...this.#values].filter(([id, value]) => this.#loaded.get(id) !== value);
        return this.#post({
          type: 'snapshot',
          no: message.no,
          seq: this.#next(),
          values,
          hidden: message.unasked.filter((id) => this.hidden.has(id)),
          hiddenRows: [...this.hiddenRows],
          newAttributes: isList ? own : [],
          error: isList ? null : own,
        });
      }
      case 'link-text':
        return this.#link(message.no, message.url, message.text);
      case 'names':
        return this.#post({ type: 'names', names: [...this.#values.keys()].map((id): Pair => [id, id]) });
      case 'place':
        return this.#post({ type: 'place', id: null, caret: 0, scroll: 0 });
      case 'release':
        return this.#post({ type: 'typed', no: message.no, left: '', inserted: 0 });
      case 'hold':
        return this.#post({ type: 'holding', no: 1 });
      case 'ping':
        return this.#post({ type: 'pong', no: message.no });
      case 'print':
        return this.#post({ type: 'printed' });
      case 'draw':
        return this.#post({ type: 'drawn' });
      case 'save-key':
      case 'mark':
      case 'blanks':
      case 'find':
      case 'measure':
      case 'show-page':
      case 'focus':
      case 'grid-answer':
      case 'suggestions':
      case 'reach':
    }
  }

  /** The bridge's answer to a pasted address: a link at the caret, or the bare address. */
  #link(no: number, url: string, text: string | null): void {
    const id = this.#pastes.get(no);
    if (id === undefined) return;
    const written = text === null ? url : (linkNotation(url, text, true) ?? url);
    const before = this.#values.get(id) ?? '';
    // A blank separates a link from a word, but not from another link.
    const isJoined = text === null ? before.endsWith(url) : before.endsWith(']');
    const blank = before === '' || isJoined ? '' : ' ';
    this.type(id, canonicalLinks(`${before}${blank}${written}`));
  }

  #next(): number {
    this.#no += 1;
    return this.#no;
  }

  #post(message: FromFrame): void {
    // The user acts in a document that has the keyboard.
    if (/^(?:hotkey|open-link|paste-url|paste-grid|leave|suggest)$/.test(message.type)) this.iframe.focus();
    if (this.silent) return;
    if (this.holds.has(message.type)) this.#held.push(message);
    else this.#port?.postMessage(message);
  }
}

/** The frames of a page. */
export type JsdomFrames = {
  /** Those that are currently in the page, in order of appearance. */
  open(): JsdomFrame[];
  stop(): void;
};

const standIns = new WeakMap<HTMLIFrameElement, object>();

/** Listeners called after frames were added to the page, once the script that did it has ended. */
const listeners = new Set<() => void>();
let isScheduled = false;

function notifySoon(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    for (const listener of listeners) listener();
  });
}

/**
 * Replaces the frames' windows: jsdom makes a whole window for each frame, a tenth of a walk's time, and loads nothing into it. The replacements
 * are distinct objects.
 */
function leaveWindowsOut(): void {
  const { implementation } = createRequire(import.meta.url)(
    'jsdom/lib/jsdom/living/nodes/HTMLFrameElement-impl.js',
  ) as { implementation: { prototype: object } };
  if (!('_postConnectionSteps' in implementation.prototype)) throw new Error("jsdom opens a frame's window elsewhere.");
  Object.assign(implementation.prototype, { _postConnectionSteps: notifySoon });
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    configurable: true,
    get(this: HTMLIFrameElement) {
      if (!this.isConnected) return null;
      const own = standIns.get(this) ?? {};
      standIns.set(this, own);
      return own;
    },
  });
}

/**
 * Connects a `JsdomFrame` to every document frame that the application opens.
 * @param prepare receives each new one before its first message
 */
export function standInForFrames(prepare: (frame: JsdomFrame) => void = () => undefined): JsdomFrames {
  leaveWindowsOut();
  const known = new Map<HTMLIFrameElement, JsdomFrame>();
  const look = (): void => {
    for (const iframe of document.getElementsByTagName('iframe')) {
      if (known.has(iframe) || !iframe.src.includes('/frame.html')) continue;
      const frame = new JsdomFrame(iframe);
      known.set(iframe, frame);
      prepare(frame);
    }
  };
  listeners.add(look);
  return {
    open: () => [...known.values()].filter(({ iframe }) => iframe.isConnected),
    stop: () => {
      listeners.delete(look);
      for (const frame of known.values()) frame.close();
    },
  };
}
