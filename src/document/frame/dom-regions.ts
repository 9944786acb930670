import type { Markup } from '../host/protocol.ts';
import { freshField, holds, offers } from '../held-value.ts';
import { parseLinks } from '#common/document/text/link-notation.ts';
import {
  canonicalControl,
  canonicalText,
  isLiteral,
  isPreformatted,
  kindOf,
  MAX_ID,
  readText,
  isStaying,
} from '#common/document/regions/values.ts';
import type { LineBreaks, RegionKind, TextTree } from '#common/document/regions/values.ts';
import { charactersOf, childrenOf, ownDocument, typeOf, unhidden } from './own.ts';
import { isWellFormed } from '#common/document/text/well-formed.ts';
import { isUnreadable } from '../unreadable.ts';

/** A region in the frame. `value` is the one that the host knows, `loaded` the one reported after load. */
export type FrameRegion = {
  readonly id: string;
  readonly kind: RegionKind;
  elements: HTMLElement[];
  value: string;
  loaded: string | null;
};

const HTML = 'http://www.w3.org/1999/xhtml';

/** Access to a live document's nodes for reading a region's text. */
export const domTree: TextTree<Node> = {
  children: childrenOf,
  text: (node) => (typeOf(node) === Node.TEXT_NODE ? charactersOf(node as Text) : null),
  tag: (node) => {
    if (!(node instanceof Element)) return '';
    const own = unhidden(node);
    return own.namespaceURI === HTML ? own.localName : '';
  },
  attribute: (node, name) => unhidden(node as Element).getAttribute(name),
  parent: (node) => unhidden(node).parentNode,
};

const keeping = new WeakMap<Element, boolean>();

/** Records if the document's own style shows line feeds, when a region is first read: later the editing style would hide that. */
function noteStyle(element: Element): void {
  if (!keeping.has(element)) keeping.set(element, /pre|break-spaces/.test(getComputedStyle(element).whiteSpace));
}

/** Line breaks of the document, as its host describes them. */
let lineBreaks: LineBreaks = 'guessed';

/** Sets how the host of the loaded document describes its line breaks. */
export function takeLineBreaks(lines: LineBreaks): void {
  lineBreaks = lines;
}

const keepsWhitespace = (element: Element): boolean => isLiteral<Node>(element, domTree, lineBreaks);

/** Elements in which this frame has made white space literal: every character counts. */
const rewritten = new WeakSet<Element>();

/** The kind of region that an element of the class is by itself, or null. */
export function regionKind(element: Element, { compatMode } = ownDocument): RegionKind | null {
  const own = unhidden(element);
  if (own.namespaceURI !== HTML) return null;
  // In quirks mode selectors ignore the case of class names.
  if (compatMode === 'BackCompat' && !own.classList.contains('editable')) return null;
  const id = own.getAttribute('id');
  if (!id || id.length > MAX_ID) return null;
  return kindOf(own.localName, own.getAttribute('type'));
}

/** The region elements of the document in order, innermost only. */
export function regionElements(source = ownDocument): HTMLElement[] {
  const candidates = [...source.querySelectorAll<HTMLElement>('.editable[id]')].filter((one) =>
    regionKind(one, source),
  );
  // In document order an element holds another region exactly when it holds the next one.
  return candidates.filter((element, index) => {
    const next = candidates[index + 1];
    return !next || !unhidden(element).contains(next);
  });
}

/** Controls whose value the user has chosen, here or in another view of the document. */
const answered = new WeakSet<Node>();

/** Notes that the user has changed a control. */
export const noteAnswer = (element: Element): void => void answered.add(element);

/** The regions that change together: radio buttons of one name, else one. */
export function idsOfAnswer({ region, element }: { region: FrameRegion; element: Element }): string[] {
  if (region.kind !== 'radio') return [region.id];
  const radios = [...ownDocument.querySelectorAll<HTMLInputElement>('[type=radio].editable')];
  return radios.filter(({ name }) => name === (element as HTMLInputElement).name).map(({ id }) => id);
}

/** Notes the value that a control was given: its document's own one counts even if it cannot show it. */
export function noteGiven(control: Element, value: string): void {
  if (value === (control as HTMLInputElement).defaultValue) answered.delete(control);
  else answered.add(control);
}

/** Forgets the user's changes after a form was reset: its controls have the document's values again. */
export function forgetAnswers(form: HTMLFormElement): void {
  for (const control of unhidden(form).elements) answered.delete(control);
}

/**
 * Value of a control. One that cannot show the value in its document, such as a date in another notation, shows something else; until the user
 * changes that, the document's own value counts.
 */
function givenOrShown(input: HTMLInputElement): string {
  const { value, defaultValue } = input;
  if (value === defaultValue || answered.has(input)) return value;
  const fresh = freshField(ownDocument, (name) => input.getAttribute(name));
  return fresh.value === value ? defaultValue : value;
}

/** True if a node is, or contains, a possible region. */
export const hasRegion = (node: Node): boolean =>
  node instanceof Element && (node.classList.contains('editable') || node.querySelector('.editable') !== null);

const SLOW = /[\n\t\r\v\f\u0085\u2028\u2029\0[]| {2}|^\s|\s$/;

/** @param isRewritten true if its text may no longer be the author's: line feeds in a script's text count if the document's style shows them */
export function readElement(element: HTMLElement, kind: RegionKind, isRewritten = false): string {
  if (kind === 'checkbox' || kind === 'radio') return String((element as HTMLInputElement).checked);
  if (kind === 'select') {
    const select = element as HTMLSelectElement;
    return select.multiple ? [...select.selectedOptions].map((option) => option.value).join('\n') : select.value;
  }
  if (kind === 'input') return canonicalControl(kind, givenOrShown(element as HTMLInputElement));
  if (kind !== 'text') return canonicalControl(kind, (element as HTMLTextAreaElement).value);
  const { length, 0: only } = childrenOf(element);
  if (!only) return '';
  if (length === 1 && typeOf(only) === Node.TEXT_NODE) {
    const data = charactersOf(only as Text);
    if (!SLOW.test(data) && isWellFormed(data)) return data;
  }
  if (rewritten.has(element)) return readText<Node>(element, domTree, true);
  noteStyle(element);
  return readText<Node>(element, domTree, (isRewritten && keeping.get(element) === true) || keepsWhitespace(element));
}

/** A state that no value of a control equals. */
const UNREADABLE = '\0';

/** A control's raw state, cheap enough to be read of all controls again and again. */
export const shownIn = (element: HTMLElement, kind: RegionKind): string => {
  if (isUnreadable(element)) return UNREADABLE;
  return kind === 'input' || kind === 'textarea' ? (element as HTMLInputElement).value : readElement(element, kind);
};

function linkElement(href: string, label: string, top: boolean): HTMLAnchorElement {
  const anchor = ownDocument.createElement('a');
  anchor.setAttribute('href', href);
  anchor.rel = 'noopener noreferrer';
  if (top) anchor.target = '_top';
  anchor.textContent = label;
  return anchor;
}

/** A link as displayed, for the editing commands. */
export { linkElement };

/** A value as nodes, link notation as links where there may be links. */
export function fragmentOf(value: string, isLinked: boolean): DocumentFragment {
  const fragment = ownDocument.createDocumentFragment();
  if (!isLinked) {
    fragment.append(value);
    return fragment;
  }
  for (const node of parseLinks(value)) {
    fragment.append(node.type === 'text' ? node.text : linkElement(node.href, node.label, node.top));
  }
  return fragment;
}

const MARKUP: Readonly<Record<Exclude<Markup, 'comments'>, string>> = {
  pictures: 'img,picture,svg,canvas,video,audio,object,iframe',
  tables: 'table',
  lists: 'ul,ol,dl',
  fields: 'input,select,textarea,button',
  scripts: 'script,style,template,link,meta,noscript',
  formatting: 'b,strong,i,em,u,s,strike,sub,sup,code,kbd,mark,small,big,font,h1,h2,h3,h4,h5,h6,blockquote,hr,[style]',
};

/** Comments, scripts, fields and the like behind the last text of a region: the author's, which stay. */
export function stayingIn(element: HTMLElement): Node[] {
  const staying: Node[] = [];
  for (let node = element.lastChild; node; node = node.previousSibling) {
    if (isStaying<Node>(node, domTree)) staying.unshift(node);
    else if (!(node instanceof Text && /^[ \t\n\f\r]*$/.test(node.data))) break;
  }
  return staying;
}

/** Replaces the text of a region. */
const replaceText = (element: HTMLElement, shown: Node): void =>
  element.replaceChildren(shown, ...(element.firstElementChild ? stayingIn(element) : []));

/** Markup in a text region that its value, plain text with links, cannot keep. */
export function markupIn(element: HTMLElement): Markup[] {
  if (element.childNodes.length <= 1 && !element.firstElementChild) return [];
  const staying = stayingIn(element);
  const isLost = (found: Node): boolean => !staying.some((one) => one.contains(found));
  const lost: Markup[] = (Object.keys(MARKUP) as (keyof typeof MARKUP)[]).filter((kind) =>
    [...element.querySelectorAll(MARKUP[kind])].some(isLost),
  );
  const comments = ownDocument.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
  let comment = comments.nextNode();
  while (comment && !isLost(comment)) comment = comments.nextNode();
  return comment ? [...lost, 'comments'] : lost;
}

/** Shows line breaks and runs of blanks literally, if there are any and the document does not do so itself. */
export function markLines(element: Element, value: string): void {
  const isKept = (): boolean => keeping.get(element) ?? isPreformatted<Node>(element, domTree);
  element.toggleAttribute('data-ready-lines', /\n|\t| {2}/.test(value) && !isKept());
}

/** Removes the mark that a save has added: text typed at the end must not follow it. */
function unmark(element: Element): void {
  for (let end = element.lastChild; end; end = end.previousSibling) {
    if (!(end instanceof Text)) continue;
    const mark = /\r[ \t\n\f]*$/.exec(end.data);
    if (mark) end.data = end.data.slice(0, mark.index);
    if (!/^[ \t\n\f\r]*$/.test(end.data)) return;
  }
}

const textNodes = (element: Element): Text[] => {
  const walker = ownDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
};

/** Replaces link notation in an element's text by links. */
function showLinks(element: HTMLElement): void {
  if (element.closest('a')) return;
  for (const node of textNodes(element)) {
    if (!node.data.includes('[') || node.parentElement?.closest('a')) continue;
    if (parseLinks(node.data).some((part) => part.type === 'link')) node.replaceWith(fragmentOf(node.data, true));
  }
}

/** Shows a text region after load: link notation as links, line breaks as lines; nothing else of its look changes. */
export function showText(element: HTMLElement, value: string): void {
  if (!/[[\n\t]| {2}/.test(value)) return;
  if (keepsWhitespace(element)) {
    rewritten.add(element);
    unmark(element);
    markLines(element, value);
  }
  if (value.includes('[')) showLinks(element);
}

const isBlank = (character: string): boolean => ' \t\n\f\r'.includes(character);

function nextText(node: Text | undefined): Text | null {
  if (!node || !ownDocument.body) return null;
  const walker = ownDocument.createTreeWalker(ownDocument.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = node;
  return walker.nextNode() as Text | null;
}

/** The start and end of a text without the white space around it. */
function edgesOf(text: string): [start: number, end: number] {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (end > start && isBlank(text.charAt(end - 1))) end -= 1;
  return [start, end];
}

/** True if an element is as wide as its parent, however long its text is, and wraps the text. */
function fillsItsLine(element: Element): boolean {
  const { display, float, whiteSpace } = getComputedStyle(element);
  const around = element.parentElement ? getComputedStyle(element.parentElement).display : '';
  return (
    /^(block|list-item)$/.test(display) &&
    float === 'none' &&
    whiteSpace === 'normal' &&
    /^(block|list-item|flow-root)$/.test(around) &&
    !element.closest('td,th')
  );
}

/** The blanks before and behind a region's text, as far as they are visible: between two words of a line, but not at the edge of a block. */
function blanksAround(element: Element): [before: string, behind: string] {
  const nodes = textNodes(element);
  const seen = (node: Text | undefined, from: number, to: number): string => {
    if (!node || from >= to) return '';
    const range = ownDocument.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const { width, height } = range.getBoundingClientRect();
    return width > 0 && height > 0 ? ' ' : '';
  };
  const [first, last] = [nodes[0], nodes.at(-1)];
  const before = seen(first, 0, edgesOf(first?.data ?? '')[0]);
  // The following blank is invisible beside a blank that collapses, but would be visible beside a literal one.
  if (isBlank(nextText(last)?.data.charAt(0) ?? 'x')) return [before, ''];
  // A blank that an author left for text typed after "Time: " hangs at the end of the line: it widens no box.
  if (last?.data.slice(edgesOf(last.data)[1]) === ' ' && fillsItsLine(element)) return [before, ' '];
  return [before, seen(last, edgesOf(last?.data ?? '')[1], last?.length ?? 0)];
}

/** Makes a region's white space literal before the user types into it: it looks the same, and from now on each character counts. */
export function layOut(element: HTMLElement, value: string): void {
  if (rewritten.has(element)) return;
  const isPlain = keepsWhitespace(element);
  rewritten.add(element);
  unmark(element);
  // Text that the document's style already shows literally stays literal.
  if (!element.firstElementChild && (keeping.get(element) ?? isPreformatted<Node>(element, domTree))) return;
  const only = element.firstChild;
  if (isPlain && element.childNodes.length <= 1) {
    if (!(only instanceof Text) || value === '') return;
    const [start, end] = edgesOf(only.data);
    if (end - start < only.length) only.data = blanksAround(element).join(only.data.slice(start, end));
    return;
  }
  const [before, behind] = blanksAround(element);
  if (element.firstElementChild && !isPlain) {
    const nodes = textNodes(element);
    for (const [index, node] of nodes.entries()) {
      let data = node.data.replace(/[ \t\n\f\r]+/g, ' ');
      if (index === 0) data = data.replace(/^ /, before);
      if (index === nodes.length - 1) data = data.replace(/ $/, behind);
      if (data !== node.data) node.data = data;
    }
    if (readElement(element, 'text') === value) return;
  } else if (isPlain && !element.firstElementChild) {
    return;
  }
  const shown = fragmentOf(value, !element.closest('a'));
  if (before !== '') shown.prepend(before);
  if (behind !== '') shown.append(behind);
  replaceText(element, shown);
  markLines(element, value);
}

/** True if an element can hold a value: text and boxes take any. */
export function canHold(element: HTMLElement, kind: RegionKind, value: string): boolean {
  if (kind === 'input') return holds(ownDocument, (name) => element.getAttribute(name), value);
  if (kind !== 'select' || value === '') return true;
  const { options, multiple } = element as HTMLSelectElement;
  return offers(
    Array.from(options, (option) => option.value),
    multiple,
    value,
  );
}

/** True if a field is shown empty, though it has a value: the browser cannot show that, as a date in another notation. */
export function isShownEmpty(element: HTMLElement, kind: RegionKind, value: string): boolean {
  return kind === 'input' && value !== '' && (element as HTMLInputElement).value === '' && !isUnreadable(element);
}

/** Gives one element a value, as text with links, or as a control's state. A control that cannot hold it keeps its own. */
export function writeElement(element: HTMLElement, kind: RegionKind, value: string): void {
  if (!canHold(element, kind, value)) return;
  if (kind === 'text') {
    const text = canonicalText(value, isPreformatted<Node>(element, domTree));
    rewritten.add(element);
    replaceText(element, fragmentOf(text, !element.closest('a')));
    markLines(element, text);
    return;
  }
  if (kind === 'checkbox' || kind === 'radio') {
    (element as HTMLInputElement).checked = value === 'true';
    return;
  }
  if (kind === 'select' && (element as HTMLSelectElement).multiple) {
    const wanted = new Set(value.split('\n'));
    for (const option of (element as HTMLSelectElement).options) option.selected = wanted.has(option.value);
    return;
  }
  (element as HTMLInputElement | HTMLSelectElement).value = value;
  noteGiven(element, value);
}
