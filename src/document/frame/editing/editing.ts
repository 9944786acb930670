import { withLineFeeds } from '#common/document/text/line-breaks.ts';
import { isLinkAddress, parseLinks } from '#common/document/text/link-notation.ts';
import { isOneLine } from '#common/document/regions/region-types.ts';
import { plainOf, textOf } from './clipboard.ts';
import { fragmentOf, layOut, linkElement, stayingIn } from '../dom-regions.ts';
import type { FrameRegion } from '../dom-regions.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { isNamed, namerOfRegions } from '../names.ts';
import type { RegionStore } from '../store.ts';
import { asMarkup, focus, type OwnKey, ownDocument } from '../own.ts';
import { relabel } from '../pages/view.ts';
import { outside } from '../realm.ts';

export type EditingHost = {
  readonly store: RegionStore;
  askLinkText(no: number, id: string, url: string): void;
};

const EDITABLE = 'plaintext-only';
/** Marks regions that have had the caret. */
const OPEN = 'data-ready-open';
const REFUSED = /^format|^insert(FromDrop|Link|OrderedList|UnorderedList|HorizontalRule)/;
const HANDS_OFF = [
  ['translate', 'no'],
  ['data-gramm', 'false'],
] as const;
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Text that may enter a region: line feeds only, no control characters. */
export const cleanPaste = (text: string): string =>
  withLineFeeds(text)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g, '')
    .slice(0, FRAME_LIMITS.value);

// Deprecated, but the only way to change text that the browser's own undo can take back.
export const command = (name: string, text: string): boolean =>
  outside(() => ownDocument.execCommand(name, false, text));

/** Plain-text editing hosts refuse `insertHTML`, so they are made rich for a moment. The HTML was serialised by the DOM, so it is escaped. */
function insertMarkup(element: HTMLElement, html: string): void {
  const before = element.getAttribute('contenteditable') ?? EDITABLE;
  element.setAttribute('contenteditable', 'true');
  command('insertHTML', asMarkup(html));
  element.setAttribute('contenteditable', before);
  if (html.endsWith('</a>')) leaveLink(element);
}

/** Firefox leaves the caret in a link that it has inserted: the next text would become the link's text, on one line. */
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

/** The text of a region, without what stays behind it. */
function textRange(element: HTMLElement): Range {
  const range = ownDocument.createRange();
  range.selectNodeContents(element);
  const [staying] = element.firstElementChild ? stayingIn(element) : [];
  if (staying) range.setEndBefore(staying);
  return range;
}

/** True if no text follows the selection in a region. */
function isAtEnd(element: HTMLElement): boolean {
  const selection = getSelection();
  if (!selection?.rangeCount) return false;
  const { endContainer, endOffset } = selection.getRangeAt(0);
  const rest = textRange(element);
  rest.setStart(endContainer, endOffset);
  return rest.toString() === '';
}

/**
 * Replaces a region's selection by text, so that the browser's own undo can restore it. A last line feed needs a second one beside it to show: at a
 * region's end Enter's own command adds that, and takes it away.
 */
export function insertText(element: HTMLElement, text: string): void {
  let end = text.length;
  while (text[end - 1] === '\n' && text.length - end < FRAME_LIMITS.lastLines) end -= 1;
  if (end < text.length && !isAtEnd(element)) end = text.length;
  insertAll(element, text.slice(0, end));
  for (; end < text.length; end += 1) command('insertLineBreak', '');
}

function insertAll(element: HTMLElement, text: string): void {
  if (text === '') return;
  const holder = ownDocument.createElement('i');
  holder.append(fragmentOf(text, !element.closest('a')));
  // `insertText` would make a block of each line; a region holds line feeds.
  if (!text.includes('\n') && !holder.firstElementChild) return void command('insertText', text);
  insertMarkup(element, holder.innerHTML);
}

/** Text that is being dragged: the selection in a region, or in a field, which has no range. */
type Dragged = { readonly element: HTMLElement; readonly range: Range | null };

const isCopied = (event: DragEvent): boolean => (isApple ? event.altKey : event.ctrlKey);

const fieldOf = (node: Node): HTMLElement | null =>
  node instanceof HTMLElement && /^(input|textarea)$/.test(node.localName) ? node : null;

/** Removes the dragged text, so that the browser's own undo can restore it. */
function take({ element, range }: Dragged): void {
  focus(element);
  if (range)
    getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  command('delete', '');
}

/** The place in a text under a point. */
export function caretAt({ clientX, clientY }: Pick<DragEvent, 'clientX' | 'clientY'>): Range | null {
  const place = ownDocument.caretPositionFromPoint?.(clientX, clientY);
  if (!place) return ownDocument.caretRangeFromPoint?.(clientX, clientY) ?? null;
  const range = ownDocument.createRange();
  range.setStart(place.offsetNode, place.offset);
  return range;
}

/** Editing in place: makes text regions editable and decides what may be typed, pasted and dropped into them. */
export class Editing {
  readonly #host: EditingHost;
  readonly #armed = new WeakSet<Element>();
  readonly #questions = new Map<number, { element: HTMLElement; range: Range | null }>();
  /** True while text from outside is inserted: the user is not typing then. */
  isAtWork = false;
  #name: ((element: HTMLElement) => string) | null = null;
  #question = 0;
  /** Text of this document that is being dragged: it is moved. */
  #dragged: Dragged | null = null;

  constructor(host: EditingHost) {
    this.#host = host;
    host.store.retype = (element, text) => this.#retype(element, text);
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
    this.#label(element);
    const isRequired = element.hasAttribute('data-ready-required') && found.region.kind !== 'radio';
    if (isRequired && !element.hasAttribute('aria-required')) element.setAttribute('aria-required', 'true');
    if (found.region.kind !== 'text') return;
    element.setAttribute('contenteditable', EDITABLE);
    // Engines that do not know the keyword get a plain editing host; the guards below keep markup out of it.
    if (element.contentEditable !== EDITABLE) element.setAttribute('contenteditable', 'true');
    element.spellcheck = true;
    // The words of a button are no part of the region's value: nothing is typed into them.
    for (const button of element.querySelectorAll('button')) button.setAttribute('contenteditable', 'false');
    // The words of a translator or a writing assistant would be saved.
    for (const [off, no] of HANDS_OFF) if (!element.hasAttribute(off)) element.setAttribute(off, no);
    element.setAttribute('role', 'textbox');
    element.setAttribute('aria-multiline', String(!isOneLine(element.getAttribute('data-ready-type'))));
  }

  #label(element: HTMLElement): void {
    const name = this.nameOf(element);
    // The author's own name is spoken unless another region has it.
    if (name !== '' && (!isNamed(element) || / \d+$/.test(name))) element.setAttribute('aria-label', name);
  }

  /** Makes the region around a node ready for the keyboard, and its neighbours editable, so that Tab finds them. Until then nothing in it is touched. */
  reach(node: Node | null): void {
    const found = this.#host.store.find(node);
    if (!found) return;
    const { elements } = this.#host.store;
    this.arm(found.element);
    if (found.region.kind === 'text') {
      layOut(found.element, found.region.value);
      // From now on its blanks are shown as typed: earlier, the blanks of its source would show.
      found.element.setAttribute(OPEN, '');
    }
    if (elements.length < FRAME_LIMITS.eager) return;
    const at = elements.indexOf(found.element);
    for (const neighbour of [elements[at - 1], elements[at + 1]]) if (neighbour) this.arm(neighbour);
  }

  /**
   * Replaces the text of a region that has had the caret, or of the field that has it, so that the browser's own undo can restore it. @returns false if
   * it has not
   */
  #retype(element: HTMLElement, text: string): boolean {
    const field = fieldOf(element) as HTMLInputElement | null;
    if (field) {
      if (field !== ownDocument.activeElement || field.selectionStart === null) return false;
      this.isAtWork = true;
      field.select();
      command(text === '' ? 'delete' : 'insertText', text);
      this.isAtWork = false;
      return true;
    }
    if (!element.hasAttribute(OPEN)) return false;
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(textRange(element));
    this.isAtWork = true;
    if (text !== '') insertText(element, text);
    else {
      command('delete', '');
      // An editing command leaves a line break in an empty element.
      element.querySelector(':only-child:is(br)')?.remove();
    }
    this.isAtWork = false;
    return true;
  }

  nameOf(element: HTMLElement): string {
    this.#name ??= namerOfRegions(this.#host.store.regions, () => {
      for (const one of this.#host.store.elements)
        if (this.#armed.has(one)) this.#label(one);
        else relabel(one);
    });
    return this.#name(element);
  }

  beforeInput(event: InputEvent): void {
    const text = this.#text(event.target);
    if (!text || !event.isTrusted) return;
    if (REFUSED.test(event.inputType)) event.preventDefault();
    else if (event.inputType.startsWith('insert')) this.takePlace(text.element);
  }

  /** Selects the blanks of a region that holds nothing else, as the no-break space that keeps a cell open: new text replaces them. */
  takePlace(target: EventTarget | null): void {
    const text = this.#text(target);
    const held = text?.element.textContent ?? '';
    if (text && /^\s+$/.test(held) && held.includes('\u00a0')) getSelection()?.selectAllChildren(text.element);
  }

  keyDown(event: KeyboardEvent, { key }: OwnKey): void {
    const text = this.#text(event.target);
    if (!text) return;
    const isCommand = isApple ? event.metaKey : event.ctrlKey;
    if (isCommand && !event.altKey && /^[biu]$/.test(key)) event.preventDefault();
    if (isCommand || event.isComposing || !/^(button|summary)$/.test(text.element.localName)) return;
    // Such an element treats Space and Enter as a press, so the characters are inserted by code.
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    insertText(text.element, event.key === ' ' ? ' ' : '\n');
  }

  paste(event: ClipboardEvent): void {
    const text = this.#text(event.target);
    const field = fieldOf(event.target as Node);
    // A paste event made by a script is for the document.
    if (!event.isTrusted) return;
    if (field) this.#pasteInto(field, event);
    if (!text) return;
    event.preventDefault();
    this.takePlace(text.element);
    const pasted = cleanPaste(textOf(event.clipboardData));
    // A link copied by itself already has its text.
    const address = cleanPaste(plainOf(event.clipboardData) || pasted).trim();
    if (!isLinkAddress(address) || parseLinks(address).some(({ type }) => type === 'link')) {
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

  /** Lets a field insert the plain text by the browser, unless it differs from the copied text. */
  #pasteInto(field: HTMLElement, event: ClipboardEvent): void {
    const plain = plainOf(event.clipboardData);
    if (plain === event.clipboardData?.getData('text/plain')) return;
    event.preventDefault();
    command('insertText', field.localName === 'input' ? plain.replaceAll('\n', ' ') : plain);
  }

  dragStart(event: DragEvent): void {
    const target = event.target as Node;
    const field = fieldOf(target);
    const selection = getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
    const from = range && this.#text(range.startContainer);
    this.#dragged = null;
    if (!event.isTrusted) return;
    if (field) this.#dragged = { element: field, range: null };
    else if (range && from?.element.contains(range.endContainer) && range.intersectsNode(target))
      this.#dragged = { element: from.element, range };
  }

  dragEnd(): void {
    this.#dragged = null;
  }

  /** A field takes text of its own document as the browser has it. */
  #isOfBrowser = (event: DragEvent): boolean => this.#dragged !== null && fieldOf(event.target as Node) !== null;

  dragOver(event: DragEvent, isEditable: boolean): void {
    if (isEditable && this.#isOfBrowser(event)) return;
    event.preventDefault();
    if (!event.dataTransfer) return;
    const isTaken = isEditable && this.#host.store.find(event.target as Node) !== null;
    event.dataTransfer.dropEffect = !isTaken ? 'none' : this.#dragged && !isCopied(event) ? 'move' : 'copy';
  }

  drop(event: DragEvent): void {
    if (this.#isOfBrowser(event)) return;
    event.preventDefault();
    const moved = isCopied(event) ? null : this.#dragged;
    this.#dragged = null;
    const text = this.#text(event.target);
    const dropped = cleanPaste(textOf(event.dataTransfer));
    if (!text || dropped === '') return;
    focus(text.element);
    // A live range: it keeps its place when the text is removed elsewhere.
    const at = caretAt(event);
    if (at && moved?.range?.isPointInRange(at.startContainer, at.startOffset)) return;
    if (moved) take(moved);
    focus(text.element);
    if (at && text.element.contains(at.startContainer))
      getSelection()?.setBaseAndExtent(at.startContainer, at.startOffset, at.startContainer, at.startOffset);
    this.takePlace(text.element);
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
    this.takePlace(element);
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
