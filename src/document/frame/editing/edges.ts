import type { FrameRegion } from '../dom-regions.ts';
import { caretAt } from './editing.ts';
import { ownDocument } from '../own.ts';

/** A way out of a region, by an arrow key. */
export type Way = 'left' | 'right' | 'up' | 'down';

const RTL = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** True if an element's text begins at its right, as in the frame's style: by its first letter, unless the document says which side counts. */
function isRightToLeft(element: Element, text: string): boolean {
  const { direction, unicodeBidi } = getComputedStyle(element);
  return unicodeBidi === 'plaintext' && /\p{L}/u.test(text) ? RTL.test(text) : direction === 'rtl';
}

/** The text of a part of a region, with its line breaks. */
function textIn(element: Element, from: 'start' | 'end', node: Node, offset: number): string {
  const range = ownDocument.createRange();
  range.selectNodeContents(element);
  if (from === 'start') range.setEnd(node, offset);
  else range.setStart(node, offset);
  if (!element.firstElementChild) return range.toString();
  const part = range.cloneContents();
  for (const line of part.querySelectorAll('br')) line.replaceWith('\n');
  return part.textContent;
}

type Box = { readonly top: number; readonly bottom: number; readonly left: number };

/** The places of a region's lines. */
function linesOf(element: Element): Box[] {
  const range = ownDocument.createRange();
  range.selectNodeContents(element);
  return Array.from(range.getClientRects(), ({ top, bottom, left }) => ({ top, bottom, left }));
}

/** The caret's place, if the browser reports it: it does not in an empty region. */
function caretBox(): Box | null {
  const selection = getSelection();
  return (selection?.rangeCount && selection.getRangeAt(0).getClientRects()[0]) || null;
}

const middleOf = ({ top, bottom }: Box): number => (top + bottom) / 2;

function leavesText(element: HTMLElement, way: Way): boolean {
  const selection = getSelection();
  const node = selection?.focusNode;
  if (!selection?.isCollapsed || !node || !element.contains(node)) return false;
  const before = textIn(element, 'start', node, selection.focusOffset);
  // The last line feed of a text begins no line.
  const behind = textIn(element, 'end', node, selection.focusOffset).replace(/\n$/, '');
  if (way === 'left' || way === 'right')
    return ((way === 'left') !== isRightToLeft(element, before + behind) ? before : behind) === '';
  if ((way === 'up' ? before : behind).includes('\n')) return false;
  const caret = caretBox();
  if (!caret) return true;
  return !linesOf(element).some((line) => (way === 'up' ? middleOf(line) < caret.top : middleOf(line) > caret.bottom));
}

function leavesField(field: HTMLInputElement | HTMLTextAreaElement, way: Way): boolean {
  const { selectionStart: at, selectionEnd: end, value } = field;
  // Numbers and dates use the arrow keys themselves.
  if (at === null || at !== end) return false;
  const isOneLine = field.localName === 'input';
  if (way === 'up' || way === 'down') return isOneLine || at === (way === 'up' ? 0 : value.length);
  return at === ((way === 'left') !== isRightToLeft(field, value) ? 0 : value.length);
}

/** True if an arrow key leads out of a region: the caret is at the edge of its text. */
export function leaves({ kind }: FrameRegion, element: HTMLElement, way: Way): boolean {
  if (kind === 'text') return leavesText(element, way);
  if (kind === 'checkbox') return true;
  return (kind === 'input' || kind === 'textarea') && leavesField(element as HTMLInputElement, way);
}

/** The caret's place across the page, for a way up or down. */
export const caretLeft = (): number | null => caretBox()?.left ?? null;

/** Puts the caret into a region that an arrow key has reached: at the nearest edge. @param left place of the caret across the page before */
export function enter({ kind }: FrameRegion, element: HTMLElement, way: Way, left: number | null): void {
  const isAcross = way === 'left' || way === 'right';
  const isAtStart = (text: string): boolean => isAcross && (way === 'right') !== isRightToLeft(element, text);
  if (kind !== 'text') {
    const { value, selectionStart: own = null } = element as Partial<HTMLInputElement>;
    const at = isAtStart(value ?? '') ? 0 : (value?.length ?? 0);
    if (own !== null) (element as HTMLInputElement).setSelectionRange(at, at);
    return;
  }
  const selection = getSelection();
  selection?.selectAllChildren(element);
  if (isAtStart(element.textContent)) selection?.collapseToStart();
  else selection?.collapseToEnd();
  const [first, ...others] = isAcross || left === null ? [] : linesOf(element);
  if (!first || left === null) return;
  const line = others.reduce((one, two) => (one.top < two.top === (way === 'down') ? one : two), first);
  const range = caretAt({ clientX: left, clientY: middleOf(line) });
  if (range && element.contains(range.startContainer)) selection?.collapse(range.startContainer, range.startOffset);
}
