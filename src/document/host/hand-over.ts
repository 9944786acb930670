import { HAND_OVER } from '#config/frame.ts';
import type { Frame } from './frame.ts';
import type { FromFrame } from './protocol.ts';
import { insertIntoField, takeTyped, TypedOnPage } from './typed-on-page.ts';

/** Events of a hand-over for `documentFrame`. `isOwners`: only the screen knows whether the key opens something. */
export type HandOverEvent =
  | { type: 'handOver.begun'; isOwners: boolean }
  /** An element of the page has the keyboard now. */
  | { type: 'keyboard.moved' }
  /** `left`: typed text that no field has taken. `inserted`: number of characters that were inserted into the document. */
  | { type: 'typed.settled'; left: string; inserted: number };

/** Number of the hold of a frame that has not answered yet. */
const COMING = -1;

/**
 * The way of the keyboard from a document to what a key of it has opened on the page (ADR 63). From the key on the frame keeps back what is typed; as soon as
 * an element of the page has the keyboard, the page does the same, until it has received the frame's text: so all letters arrive, in their order.
 */
export class HandOver {
  readonly #report: (event: HandOverEvent) => void;
  #frame: Frame | null = null;
  #no = 0;
  #isForPage = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #typed = new TypedOnPage();
  /** Text that was typed on the page and that no field took there. */
  #rest = '';

  constructor(report: (event: HandOverEvent) => void) {
    this.#report = report;
  }

  /** Begins after a key of a document that the browser confirms. @param no number of the frame's hold */
  begin(frame: Frame, no: number, isOwners: boolean): void {
    this.end();
    this.#frame = frame;
    this.#no = no;
    document.addEventListener('focusin', this.#moved, true);
    this.#report({ type: 'handOver.begun', isOwners });
  }

  /**
   * Brings the keyboard to the place in a document that the next message names, with what is typed on the way there. The frame holds first: a focused
   * element takes the keyboard there by itself.
   */
  bring(frame: Frame): void {
    this.end();
    this.#frame = frame;
    this.#no = COMING;
    this.#isForPage = false;
    this.#typed.begin(takeTyped());
    document.addEventListener('focusin', this.#leave, true);
    frame.post({ type: 'hold' });
    this.#timer = setTimeout(() => {
      this.end();
      frame.iframe.focus();
    }, HAND_OVER);
  }

  /** The frame keeps back what is typed: it may have the keyboard. @param no number of its hold */
  arrive(frame: Frame, no: number): void {
    const isComing = frame === this.#frame && this.#no === COMING;
    if (isComing) {
      this.#no = no;
      clearTimeout(this.#timer);
      document.removeEventListener('focusin', this.#leave, true);
      frame.iframe.focus();
    }
    frame.post({ type: 'release', no, isForPage: false, before: isComing ? this.#typed.end() : '' });
  }

  /** Requests the frame's text, or lets the frame insert it. Where it was requested and did not come in time, the page's own goes in alone. */
  settle(isForPage: boolean): void {
    if (this.#no === COMING) return;
    this.#isForPage = isForPage;
    if (!isForPage) this.#rest = insertIntoField(this.#typed.end());
    document.removeEventListener('focusin', this.#moved, true);
    this.#frame?.post({ type: 'release', no: this.#no, isForPage });
  }

  /** Receives the end of a frame's hold. */
  receive(frame: Frame, { no, left, inserted }: Extract<FromFrame, { type: 'typed' }>): void {
    if (frame !== this.#frame || no !== this.#no) return;
    const rest = this.#isForPage ? insertIntoField(this.#typed.end(left)) : left + this.#rest;
    this.end();
    this.#report({ type: 'typed.settled', left: rest.trim(), inserted });
  }

  /** Ends without the frame's text. What was typed on the page and no field takes is reported. */
  end(rest = insertIntoField(this.#typed.end()).trim()): void {
    document.removeEventListener('focusin', this.#moved, true);
    document.removeEventListener('focusin', this.#leave, true);
    clearTimeout(this.#timer);
    this.#frame = null;
    this.#rest = '';
    if (rest !== '') this.#report({ type: 'typed.settled', left: rest, inserted: 0 });
  }

  /** The user has gone to an element of the page meanwhile: the document does not take the keyboard from it. */
  readonly #leave = ({ target }: FocusEvent): void =>
    void (target instanceof HTMLIFrameElement || this.end(this.#typed.end().trim()));

  readonly #moved = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLIFrameElement) return;
    document.removeEventListener('focusin', this.#moved, true);
    this.#typed.begin();
    this.#report({ type: 'keyboard.moved' });
  };
}
