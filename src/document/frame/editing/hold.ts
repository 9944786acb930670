import type { FromFrame } from '../../host/protocol.ts';
import { isOneLine } from '#common/document/regions/region-types.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { blur, type OwnKey, ownDocument, swallow } from '../own.ts';
import type { CaretMemory } from './caret.ts';
import { command, insertText } from './editing.ts';

/** Text that was typed after a key that leads out of the document. `left`: the part of it that was not inserted into the document. */
type TypedText = { readonly left: string; readonly inserted: number };

type Leading = Extract<FromFrame, { held?: unknown }>;

/** Parts of the bridge that a hold uses. */
type HoldBridge = {
  /** True for an element that is a text region. */
  isText(element: HTMLElement): boolean;
  isComposing(): boolean;
  /** Reports changes. */
  flush(): void;
  post(message: FromFrame): void;
};

/** The element that takes a line feed as text: a text region outside of tables, or a text area. */
function takesLines(element: HTMLElement, isRegion: boolean): boolean {
  if (element.localName === 'textarea') return true;
  return isRegion && !isOneLine(element.getAttribute('data-ready-type')) && element.closest('td,th') === null;
}

/**
 * Keeps back what is typed after a key that leads out of the document, until the page says where it belongs: to what the key has opened, or to the
 * place of the caret, if nothing opens (ADR 63). Other keys and presses meanwhile do nothing: what is typed after them is not inserted into the document,
 * where it would be at another place than expected.
 */
export class Hold {
  readonly #caret: CaretMemory;
  readonly #bridge: HoldBridge;
  #no = 0;
  #isOn = false;
  #since = 0;
  #text = '';
  /** Text after a key that was no text; null without one. */
  #after: string | null = null;
  /** A sign for what was typed beyond the limit; '' without. */
  #more = '';
  #isMissed = false;
  /** The element that had the keyboard at its beginning; null for a user who comes from the page: where the caret is put then. */
  #element: HTMLElement | null = null;

  constructor(caret: CaretMemory, bridge: HoldBridge) {
    this.#caret = caret;
    this.#bridge = bridge;
  }

  /** True while keys are kept back. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Sends a message that leads out of the document: what is typed from now on is kept back until the page says where it belongs. */
  leadOut(message: Leading): void {
    const held = this.#begin();
    if (this.#bridge.isComposing()) this.endComposition();
    this.#bridge.flush();
    this.#bridge.post({ ...message, held });
  }

  /** Keeps back what a user types who comes from the page, until the page has handed over what was typed there. */
  comeIn(): void {
    this.#bridge.post({ type: 'holding', no: this.#begin() });
    this.#element = null;
  }

  /** The place to which the user comes takes no keyboard: what is typed belongs nowhere. */
  miss(): void {
    this.#isMissed = true;
  }

  /** Ends it if the page has not answered for so long that keys are the document's again. */
  endLate(): void {
    if (this.#isOn && performance.now() - this.#since > FRAME_LIMITS.hold) this.release(this.#no, false);
  }

  /** The page has answered a question about pasted content: nothing more opens. */
  answered(): void {
    if (this.#isOn && this.#element) this.release(this.#no, false);
    else this.#bridge.flush();
  }

  /**
   * Ends it, and reports the text. @param no its number; an older one ends nothing
   * @param isForPage true if the page takes the text; else it is inserted at the caret
   * @param before text that was typed on the page before it
   */
  release(no: number, isForPage: boolean, before = ''): void {
    const typed = this.#end(no, isForPage, before);
    this.#bridge.flush();
    this.#bridge.post({ type: 'typed', no, ...typed });
  }

  /** Begins, or goes on for one more key that leads out of the document. @returns its number */
  #begin(): number {
    this.#no += 1;
    this.#since = performance.now();
    if (this.#isOn) return this.#no;
    this.#isOn = true;
    this.#text = '';
    this.#after = null;
    this.#more = '';
    this.#isMissed = false;
    this.#element = ownDocument.activeElement as HTMLElement | null;
    return this.#no;
  }

  /** An input method cannot be kept back: its composition ends where it began when the region loses the keyboard. */
  endComposition(): void {
    if (this.#isOn && this.#element) blur(this.#element);
  }

  /** Keeps a key of the user from the document. */
  keyDown(event: KeyboardEvent, { text, key }: OwnKey): void {
    swallow(event);
    if (key === 'backspace') this.#takeBack();
    else if (text !== null) this.#add(text);
    else if (!/^(shift|control|alt|altgraph|meta|capslock)$/.test(key)) this.interrupt();
  }

  /** The user has pressed elsewhere, or a key that is no text. */
  interrupt(): void {
    if (this.#isOn) this.#after ??= '';
  }

  #add(text: string): void {
    if (this.#text.length + (this.#after?.length ?? 0) >= FRAME_LIMITS.typedAhead) this.#more = '…';
    else if (this.#after === null) this.#text += text;
    else this.#after += text;
  }

  #takeBack(): void {
    if (this.#after === null) this.#text = this.#text.slice(0, -1);
    else this.#after = this.#after.slice(0, -1);
  }

  #end(no: number, isForPage: boolean, before: string): TypedText {
    if (!this.#isOn || no !== this.#no) return { left: before, inserted: 0 };
    this.#isOn = false;
    const element = this.#element ?? (ownDocument.activeElement as HTMLElement | null);
    const [text, after] = [before + this.#text, (this.#after ?? '') + this.#more];
    this.#text = '';
    this.#element = null;
    if (isForPage || this.#isMissed || !element?.isConnected) return { left: text + after, inserted: 0 };
    if (text !== '' && ownDocument.activeElement !== element) this.#caret.restoreIn(element);
    const inserted = insertAt(element, text, this.#bridge.isText(element));
    return { left: inserted === null ? text + after : after, inserted: inserted ?? 0 };
  }
}

const takesText = (element: HTMLElement): boolean =>
  element.localName === 'textarea' ||
  (element.localName === 'input' &&
    /^(text|search|email|url|tel|number|password)$/.test((element as HTMLInputElement).type));

/** Inserts text at the caret, as typed. @returns the number of its characters; null if the element takes no text */
function insertAt(element: HTMLElement, text: string, isRegion: boolean): number | null {
  const typed = takesLines(element, isRegion) ? text : text.replaceAll('\n', '');
  if (isRegion) insertText(element, typed);
  // The command would go to the selection, which may be in another region.
  else if (typed !== '' && !(takesText(element) && command('insertText', typed))) return null;
  return typed.length;
}
