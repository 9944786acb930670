import type { Frame } from './frame.ts';
import type { FromFrame } from './protocol.ts';
import { insertIntoField, TypedOnPage } from './typed-on-page.ts';

/** Events of a hand-over for `documentFrame`. `isOwners`: only the screen knows whether the key opens something. */
export type HandOverEvent =
  | { type: 'handOver.begun'; isOwners: boolean }
  /** An element of the page has the keyboard now. */
  | { type: 'keyboard.moved' }
  /** `left`: typed text that no field has taken. `inserted`: number of characters that were inserted into the document. */
  | { type: 'typed.settled'; left: string; inserted: number };

/**
 * The way of the keyboard from a document to what a key of it has opened on the page (ADR 63). From the key on the frame keeps back what is typed; as soon as
 * an element of the page has the keyboard, the page does the same, until it has received the frame's text: so all letters arrive, in their order.
 */
export class HandOver {
  readonly #report: (event: HandOverEvent) => void;
  #frame: Frame | null = null;
  #no = 0;
  #isForPage = false;
  readonly #typed = new TypedOnPage();

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

  /** Requests the frame's text, or lets the frame insert it. */
  settle(isForPage: boolean): void {
    this.#isForPage = isForPage;
    document.removeEventListener('focusin', this.#moved, true);
    this.#frame?.post({ type: 'release', no: this.#no, isForPage });
  }

  /** Receives the end of a frame's hold. */
  receive(frame: Frame, { no, left, inserted }: Extract<FromFrame, { type: 'typed' }>): void {
    if (frame !== this.#frame || no !== this.#no) return;
    const rest = this.#isForPage ? insertIntoField(left + this.#typed.end()) : left;
    this.end();
    this.#report({ type: 'typed.settled', left: rest.trim(), inserted });
  }

  /** Ends without the frame's text. */
  end(): void {
    document.removeEventListener('focusin', this.#moved, true);
    insertIntoField(this.#typed.end());
    this.#frame = null;
  }

  readonly #moved = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLIFrameElement) return;
    document.removeEventListener('focusin', this.#moved, true);
    this.#typed.begin();
    this.#report({ type: 'keyboard.moved' });
  };
}
