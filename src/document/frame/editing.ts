import { isLinkAddress } from '../link-notation.ts';
import { textOf } from './clipboard.ts';
import { fragmentOf, layOut, linkElement } from './dom-regions.ts';
import type { FrameRegion } from './dom-regions.ts';
import { FRAME_LIMITS } from './limits.ts';
import { isNamed, regionNamer } from './names.ts';
import type { RegionStore } from './store.ts';
import { focus, ownDocument } from './own.ts';

export type EditingHost = {
  readonly store: RegionStore;
  askLinkText(no: number, id: string, url: string): void;
};

const EDITABLE = 'plaintext-only';
const REFUSED = /^format|^insert(FromDrop|Link|OrderedList|UnorderedList|HorizontalRule)/;
const HANDS_OFF = [
  ['translate', 'no'],
  ['data-gramm', 'false'],
] as const;
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Text that may enter a region: line feeds only, no control characters. */
const cleanPaste = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g, '')
    .slice(0, FRAME_LIMITS.value);

// Deprecated, but the only way to change text that the browser's own undo can take back.
const command = (name: string, text: string): boolean => ownDocument.execCommand(name, false, text);

/** Plain-text editing hosts refuse `insertHTML`, so they are made rich for a moment. The HTML was serialised by the DOM, so it is escaped. */
function insertMarkup(element: HTMLElement, html: string): void {
  const before = element.getAttribute('contenteditable') ?? EDITABLE;
  element.setAttribute('contenteditable', 'true');
  command('insertHTML', html);
  element.setAttribute('contenteditable', before);
  if (html.endsWith('</a>')) leaveLink(element);
}

/** Firefox leaves the caret in a link that it has inserted: what is typed next would become the link's text, on one line. */
function leaveLink(element: HTMLElement): void {
  const selection = getSelection();
  const node = selection?.focusNode;
  const link = (node instanceof Element ? node : node?.parentElement)?.closest('a');
  if (!link || !element.contains(link)) return;
  const behind = ownDocument.createRange();
  behind.setStartAfter(link);
  selection?.removeAllRanges();
  selection?.addRange(behind);
}

function insertText(element: HTMLElement, text: string): void {
  if (text === '') return;
  const holder = ownDocument.createElement('i');
  holder.append(fragmentOf(text, !element.closest('a')));
  // `insertText` would make a block of each line; a region holds line feeds.
  if (!text.includes('\n') && !holder.firstElementChild) return void command('insertText', text);
  insertMarkup(element, holder.innerHTML);
}

/** Editing in place: makes text regions editable and decides what may be typed, pasted and dropped into them. */
export class Editing {
  readonly #host: EditingHost;
  readonly #armed = new WeakSet<Element>();
  readonly #questions = new Map<number, { element: HTMLElement; range: Range | null }>();
  #name: ((element: HTMLElement) => string) | null = null;
  #question = 0;

  constructor(host: EditingHost) {
    this.#host = host;
  }

  /** Makes regions editable: all of them in a document of ordinary size, else the first and the last, which Tab reaches first. */
  prepare(fresh: readonly HTMLElement[]): void {
    const { elements } = this.#host.store;
    this.#name = null;
    const now = elements.length < FRAME_LIMITS.eager ? fresh : [elements[0], elements.at(-1)];
    for (const element of now) if (element) this.arm(element);
  }

  arm(element: HTMLElement): void {
    if (this.#armed.has(element)) return;
    const found = this.#host.store.find(element);
    if (!found) return;
    this.#armed.add(element);
    this.#name ??= regionNamer();
    const name = isNamed(element) ? '' : this.#name(element);
    if (name !== '') element.setAttribute('aria-label', name);
    const isRequired = element.hasAttribute('data-ready-required') && found.region.kind !== 'radio';
    if (isRequired && !element.hasAttribute('aria-required')) element.setAttribute('aria-required', 'true');
    if (found.region.kind !== 'text') return;
    element.setAttribute('contenteditable', EDITABLE);
    // Engines that do not know the keyword get a plain editing host; the guards below keep markup out of it.
    if (element.contentEditable !== EDITABLE) element.setAttribute('contenteditable', 'true');
    element.spellcheck = true;
    // What a translator or a writing assistant makes of it would be saved.
    for (const [off, no] of HANDS_OFF) if (!element.hasAttribute(off)) element.setAttribute(off, no);
    element.setAttribute('role', 'textbox');
    element.setAttribute('aria-multiline', 'true');
  }

  /** Makes the region around a node ready for the keyboard, and its neighbours editable, so that Tab finds them. Until then nothing in it is touched. */
  reach(node: Node | null): void {
    const found = this.#host.store.find(node);
    if (!found) return;
    const { elements } = this.#host.store;
    this.arm(found.element);
    if (found.region.kind === 'text') {
      layOut(found.element, found.region.value);
      // From now on its blanks are seen as they are typed: not before, or the blanks of its source would be.
      found.element.setAttribute('data-ready-open', '');
    }
    if (elements.length < FRAME_LIMITS.eager) return;
    const at = elements.indexOf(found.element);
    for (const neighbour of [elements[at - 1], elements[at + 1]]) if (neighbour) this.arm(neighbour);
  }

  nameOf(element: HTMLElement): string {
    this.#name ??= regionNamer();
    return this.#name(element);
  }

  beforeInput(event: InputEvent): void {
    const text = this.#text(event.target);
    if (text && REFUSED.test(event.inputType)) event.preventDefault();
  }

  keyDown(event: KeyboardEvent): void {
    const text = this.#text(event.target);
    if (!text) return;
    const isCommand = isApple ? event.metaKey : event.ctrlKey;
    if (isCommand && !event.altKey && /^[biu]$/i.test(event.key)) event.preventDefault();
    if (isCommand || event.isComposing || !/^(button|summary)$/.test(text.element.localName)) return;
    // Such an element takes Space and Enter for a press, so the characters are inserted by hand.
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    insertText(text.element, event.key === ' ' ? ' ' : '\n');
  }

  paste(event: ClipboardEvent): void {
    const text = this.#text(event.target);
    // What a script says was pasted is for the document.
    if (!text || !event.isTrusted) return;
    event.preventDefault();
    const pasted = cleanPaste(textOf(event.clipboardData));
    const address = pasted.trim();
    if (!isLinkAddress(address)) {
      insertText(text.element, pasted);
      return;
    }
    const selection = getSelection();
    this.#question += 1;
    this.#questions.set(this.#question, {
      element: text.element,
      range: selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null,
    });
    this.#host.askLinkText(this.#question, text.region.id, address);
  }

  drop(event: DragEvent): void {
    event.preventDefault();
    const text = this.#text(event.target);
    const dropped = cleanPaste(textOf(event.dataTransfer));
    if (!text || dropped === '') return;
    focus(text.element);
    const range = ownDocument.caretRangeFromPoint?.(event.clientX, event.clientY);
    if (range && text.element.contains(range.startContainer))
      getSelection()?.setBaseAndExtent(
        range.startContainer,
        range.startOffset,
        range.startContainer,
        range.startOffset,
      );
    insertText(text.element, dropped);
  }

  /** The answer to a pasted address: a link with this text, or with null the bare address. */
  answer(no: number, url: string, label: string | null): void {
    const question = this.#questions.get(no);
    this.#questions.delete(no);
    if (!question?.element.isConnected) return;
    const { element, range } = question;
    focus(element);
    const selection = getSelection();
    if (range && element.contains(range.startContainer)) {
      selection?.removeAllRanges();
      selection?.addRange(range);
    }
    if (label === null || !isLinkAddress(url) || element.closest('a')) {
      insertText(element, url);
      return;
    }
    insertMarkup(element, linkElement(url, label.trim() || 'Link', true).outerHTML);
  }

  #text(target: EventTarget | null): { region: FrameRegion; element: HTMLElement } | null {
    const found = target instanceof Node ? this.#host.store.find(target) : null;
    return found?.region.kind === 'text' ? found : null;
  }
}
