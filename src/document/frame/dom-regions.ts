import { parseLinks } from '../link-notation.ts';
import { canonicalControl, canonicalText, isLiteral, kindOf, MAX_ID, readText } from '../values.ts';
import type { RegionKind, TextTree } from '../values.ts';

/** A region as the frame holds it. `value` is what the host knows; `loaded` what it was told first. */
export type FrameRegion = {
  readonly id: string;
  readonly kind: RegionKind;
  elements: HTMLElement[];
  value: string;
  loaded: string | null;
};

const HTML = 'http://www.w3.org/1999/xhtml';

const domTree: TextTree<Node> = {
  children: (node) => node.childNodes,
  text: (node) => (node.nodeType === Node.TEXT_NODE ? (node as Text).data : null),
  tag: (node) =>
    node.nodeType === Node.ELEMENT_NODE && (node as Element).namespaceURI === HTML ? (node as Element).localName : '',
  attribute: (node, name) => (node as Element).getAttribute(name),
};

/** Elements whose white space this frame has laid out itself: it counts as it stands. */
const laidOut = new WeakSet<Element>();

/** The kind of region that an element of the class is by itself, or null. */
export function regionKind(element: Element): RegionKind | null {
  if (element.namespaceURI !== HTML) return null;
  // A selector takes the name in any case where a document is in quirks mode.
  if (document.compatMode === 'BackCompat' && !element.classList.contains('editable')) return null;
  const id = element.getAttribute('id');
  if (!id || id.length > MAX_ID) return null;
  return kindOf(element.localName, element.getAttribute('type'));
}

/** The region elements of the document in order, innermost only. */
export function regionElements(): HTMLElement[] {
  const candidates = [...document.querySelectorAll<HTMLElement>('.editable[id]')].filter(regionKind);
  // In document order an element holds another region exactly when it holds the next one.
  return candidates.filter((element, index) => {
    const next = candidates[index + 1];
    return !next || !element.contains(next);
  });
}

const SLOW = /[\n\r\f\0[]|^\s|\s$/;

/** The canonical value of one element. */
export function readElement(element: HTMLElement, kind: RegionKind): string {
  if (kind === 'checkbox' || kind === 'radio') return String((element as HTMLInputElement).checked);
  if (kind === 'select') {
    const select = element as HTMLSelectElement;
    return select.multiple ? [...select.selectedOptions].map((option) => option.value).join('\n') : select.value;
  }
  if (kind !== 'text') return canonicalControl(kind, (element as HTMLInputElement).value);
  const only = element.firstChild;
  if (!only) return '';
  if (only === element.lastChild && only.nodeType === Node.TEXT_NODE) {
    const { data } = only as Text;
    if (!SLOW.test(data) && data.isWellFormed()) return data;
  }
  return readText<Node>(element, domTree, laidOut.has(element) || isLiteral<Node>(element, domTree));
}

function linkElement(href: string, label: string, top: boolean): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.setAttribute('href', href);
  anchor.rel = 'noopener noreferrer';
  if (top) anchor.target = '_top';
  anchor.textContent = label;
  return anchor;
}

/** A link as it is shown, for the editing commands. */
export { linkElement };

function fragmentOf(value: string, isLinked: boolean): DocumentFragment {
  const fragment = document.createDocumentFragment();
  if (!isLinked) {
    fragment.append(value);
    return fragment;
  }
  for (const node of parseLinks(value)) {
    fragment.append(node.type === 'text' ? node.text : linkElement(node.href, node.label, node.top));
  }
  return fragment;
}

/** Shows line breaks and runs of blanks as they are, where there are any. */
export function markLines(element: Element, value: string): void {
  element.toggleAttribute('data-ready-lines', /\n|\t| {2}/.test(value));
}

const textNodes = (element: Element): Text[] => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
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

/** Shows a text region after load: links as links, lines as lines; nothing of its look changes otherwise. */
export function showText(element: HTMLElement, value: string): void {
  if (!/[[\n\t]| {2}/.test(value)) return;
  if (isLiteral<Node>(element, domTree)) {
    laidOut.add(element);
    markLines(element, value);
  }
  if (value.includes('[')) showLinks(element);
}

/** Makes white space literal before a person types into it: looks the same, and from now on each character counts. */
export function layOut(element: HTMLElement, value: string): void {
  if (laidOut.has(element)) return;
  const isPlain = isLiteral<Node>(element, domTree);
  laidOut.add(element);
  if (isPlain && element.childNodes.length <= 1) return;
  if (element.firstElementChild) {
    const nodes = textNodes(element);
    for (const [index, node] of nodes.entries()) {
      let data = node.data.replace(/[ \t\n\f\r]+/g, ' ');
      if (index === 0) data = data.replace(/^ /, '');
      if (index === nodes.length - 1) data = data.replace(/ $/, '');
      if (data !== node.data) node.data = data;
    }
    if (readElement(element, 'text') === value) return;
  } else if (isPlain) {
    return;
  }
  element.replaceChildren(fragmentOf(value, !element.closest('a')));
}

/** Gives one element a value, as text with links, or as a control's state. @returns whether the element took it */
export function writeElement(element: HTMLElement, kind: RegionKind, value: string): boolean {
  if (kind === 'text') {
    const text = canonicalText(value);
    laidOut.add(element);
    element.replaceChildren(fragmentOf(text, !element.closest('a')));
    markLines(element, text);
    return true;
  }
  if (kind === 'checkbox' || kind === 'radio') {
    (element as HTMLInputElement).checked = value === 'true';
    return true;
  }
  if (kind === 'select' && (element as HTMLSelectElement).multiple) {
    const wanted = new Set(value.split('\n'));
    for (const option of (element as HTMLSelectElement).options) option.selected = wanted.has(option.value);
    return true;
  }
  const control = element as HTMLInputElement | HTMLSelectElement;
  const before = control.value;
  control.value = value;
  if (kind === 'select' && control.value !== value) control.value = before;
  return control.value === value;
}
