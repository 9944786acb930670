import { withLineFeeds } from '../text/line-breaks.ts';
import { canonicalLinks, serialiseLinks, isLinkAddress } from '../text/link-notation.ts';
import type { ValueNode } from '../text/link-notation.ts';
import { wellFormed } from '../text/well-formed.ts';

/**
 * The one definition of a region's value (`s3.value`), used on a live DOM inside the frame and on a parse5 tree by the server and the SPA.
 *
 * - Text that a save wrote is *literal*: its characters are its value, a line feed in it is a line break. If its white space counts it ends in
 *   `SAVED_MARK` (docs/adr/0018-line-breaks.md). Text in a `pre` is literal too.
 * - All other text is *authored*: white space collapses as HTML does; `<br>` and the edges of blocks are line breaks.
 * - Of a document whose saves may have left no mark ('guessed'), a region that contains only text is literal, unless the text looks like source: it
 *   begins on a new line, or each line after the first is indented.
 * - `<a href>` with an allowed address reads as link notation; every other element reads as its text.
 * - The value is trimmed, but for the indentation of the first line in a `pre`; a region of nothing but blanks and no-break spaces is empty.
 */
export interface TextTree<N> {
  children(node: N): Iterable<N>;
  /** The characters of a text node, or null for anything else. */
  text(node: N): string | null;
  /** The lower-case name of an HTML element, or '' for anything else. */
  tag(node: N): string;
  attribute(node: N, name: string): string | null;
  parent(node: N): N | null;
}

/** A region's id and its value. Arrays, not objects: an id may be `__proto__`. */
export type Pair = [id: string, value: string];

/** Says if each save of a document marked text whose white space counts. A host that gives no information may have left no mark. */
export type LineBreaks = 'marked' | 'guessed';

/**
 * The end of a region's text that a save wrote: a carriage return, which a source can contain only as a character reference, and which looks like a
 * blank at the end of a line. An element without an end tag takes in the blanks behind it, too.
 */
const SAVED_MARK = /\r[ \t\n\f]*$/;
/** White space that looks different when it is collapsed. */
const SHAPED = /[\n\t\f\r]| {2}/;

/** Elements with lines of their own. */
export const BLOCKS = new Set(
  (
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr legend li listing main menu nav ol p plaintext pre search section summary table tbody thead tfoot tr td th ' +
    'ul xmp caption'
  ).split(' '),
);
/** Elements whose text is not shown as text. */
export const WITHOUT_TEXT = new Set(
  'script style template noscript head title textarea select iframe object svg math'.split(' '),
);
/**
 * Elements without text of the region around them: behind its last text they are the author's, and stay when the region gets another value. An element
 * without an end tag takes in all that follows it in its parent: often the document's own script.
 */
const STAYING = new Set(
  'script style template noscript link meta base title input select textarea button iframe object canvas'.split(' '),
);
/** True for a comment, a drawing (SVG, MathML) and the elements above. */
export const isStaying = <N>(node: N, tree: TextTree<N>): boolean =>
  tree.text(node) === null && (tree.tag(node) === '' || STAYING.has(tree.tag(node)));
/** Elements that cannot hold text of their own, or whose text is not shown: never a text region. */
const NEVER_TEXT_REGIONS = new Set(
  (
    'area audio base br canvas col colgroup embed frame frameset head hr html iframe img input link math meta noembed noframes ' +
    'noscript object optgroup option param picture script select source style svg table tbody template textarea tfoot thead title ' +
    'tr track video wbr xmp plaintext'
  ).split(' '),
);
/** Buttons are pressed, a file cannot be set, and a password must not be kept in a document. */
const NEVER_CONTROLS = new Set(['button', 'submit', 'reset', 'image', 'file', 'password']);

export type RegionKind = 'text' | 'input' | 'checkbox' | 'radio' | 'select' | 'textarea';
export const MAX_ID = 256;
const MAX_DEPTH = 1000;
const PREFORMATTED = /^(?:pre|listing)$/;

/** Kind of region of an element with the class and an id, by its name and type, or null if it cannot be one. */
export function kindOf(tag: string, type: string | null): RegionKind | null {
  if (tag === 'textarea' || tag === 'select') return tag;
  if (tag === 'input') {
    const control = (type ?? 'text').toLowerCase();
    if (control === 'checkbox' || control === 'radio') return control;
    return NEVER_CONTROLS.has(control) ? null : 'input';
  }
  return tag === '' || NEVER_TEXT_REGIONS.has(tag) ? null : 'text';
}

/** True if text looks like indented source: each line after the first that is not empty is indented, and there is one. */
function isIndented(text: string): boolean {
  const lines = text.split('\n').slice(1);
  return lines.some((line) => line !== '') && lines.every((line) => line === '' || /^[ \t]/.test(line));
}

const isBlank = (text: string, at: number): boolean => ' \t\n'.includes(text.charAt(at));

// A loop: a regular expression for the last run of blanks starts again at each blank of every run before it, which takes minutes for a long one.
function trimmed(text: string, keepsIndent: boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  if (keepsIndent && start < end) start = text.slice(0, start).lastIndexOf('\n') + 1;
  return text.slice(start, end);
}

/**
 * The canonical form of a text region's value; a fixed point. Line breaks are `\n`, links are in strict notation, the ends are trimmed, and a value
 * whose every line but the first is indented has its first indentation kept by a no-break space, or it would read as source.
 * @param isPre true for a region in a `pre`, which keeps the indentation of the first line and never reads as source
 */
export function canonicalText(value: string, isPre = false): string {
  let text = withLineFeeds(wellFormed(value)).replaceAll('\0', '');
  text = trimmed(canonicalLinks(trimmed(text, isPre)), isPre);
  if (/^\s*$/.test(text)) return '';
  return !isPre && text.includes('\n') && isIndented(text) ? text.replace(/\n[ \t]/, '\n\u00a0') : text;
}

/** The canonical form of a form control's value, by kind. */
export function canonicalControl(kind: RegionKind, value: string): string {
  if (kind === 'checkbox' || kind === 'radio') return value === 'true' ? 'true' : 'false';
  const text = wellFormed(value).replace(/\r\n?/g, '\n').replaceAll('\0', '');
  if (kind === 'textarea') return withLineFeeds(text);
  // A browser drops line feeds from a field of one line; a choice is the text of its option.
  return kind === 'input' ? withLineFeeds(text.replaceAll('\n', ''), ' ') : text;
}

/** True if a save marks a canonical value in a text region: its white space counts, and the element does not keep it anyway. */
export function isMarkedWhenSaved(canonical: string, isPre: boolean): boolean {
  return !isPre && SHAPED.test(canonical);
}

/** True if the element is a `pre`, or is inside one. */
export function isPreformatted<N>(element: N, tree: TextTree<N>): boolean {
  let at: N | null = element;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth += 1) {
    if (PREFORMATTED.test(tree.tag(at))) return true;
    at = tree.parent(at);
  }
  return false;
}

/** True if the region's characters are literally its value; see the top of this file. */
export function isLiteral<N>(region: N, tree: TextTree<N>, lines: LineBreaks): boolean {
  let text = '';
  // Blanks behind a comment or a script are no text, unless text follows.
  let behind: string | null = null;
  for (const child of tree.children(region)) {
    const own = tree.text(child);
    if (own === null) {
      if (!isStaying(child, tree)) return isPreformatted(region, tree);
      behind ??= '';
    } else if (behind !== null && /^[ \t\n\f\r]*$/.test(own)) {
      behind += own;
    } else {
      text += (behind ?? '') + own;
      behind = null;
    }
  }
  if (!SHAPED.test(text) || SAVED_MARK.test(text) || isPreformatted(region, tree)) return true;
  if (lines === 'marked') return false;
  return !text.includes('\n') || (!/^[ \t\f]*\n/.test(text) && !isIndented(text));
}

class Reader<N> {
  readonly nodes: ValueNode[] = [];
  readonly #tree: TextTree<N>;
  #out = '';
  #isEmpty = true;
  #isLineStart = true;
  #space = false;
  #break = false;

  constructor(tree: TextTree<N>) {
    this.#tree = tree;
  }

  read(node: N, literal: boolean, depth = 0): void {
    // Browsers flatten elements nested deeper than this; a hostile document must not exhaust the call stack.
    if (depth > MAX_DEPTH) return;
    const tree = this.#tree;
    for (const child of tree.children(node)) {
      const text = tree.text(child);
      if (text !== null) {
        this.#text(text, literal);
        continue;
      }
      const tag = tree.tag(child);
      if (WITHOUT_TEXT.has(tag) || isStaying(child, tree)) continue;
      if (tag === 'br') {
        this.#flush();
        this.#append('\n');
      } else if (tag === 'a' && this.#link(child, literal, depth)) {
        continue;
      } else {
        const isBlock = BLOCKS.has(tag);
        if (isBlock) this.#edge();
        this.read(child, literal || PREFORMATTED.test(tag), depth + 1);
        if (isBlock) this.#edge();
      }
    }
  }

  value(): string {
    this.#endRun();
    return serialiseLinks(this.nodes);
  }

  #edge(): void {
    this.#space = false;
    if (!this.#isEmpty && !this.#isLineStart) this.#break = true;
  }

  #flush(): void {
    if (this.#break) this.#append('\n');
    else if (this.#space && !this.#isLineStart) this.#append(' ');
    this.#break = this.#space = false;
  }

  #append(text: string): void {
    this.#out += text;
    this.#isEmpty = false;
    this.#isLineStart = text.endsWith('\n');
  }

  #text(text: string, literal: boolean): void {
    if (text === '') return;
    if (literal) {
      this.#flush();
      this.#append(text);
      return;
    }
    const words = text.replace(/[ \t\n\f\r]+/g, ' ');
    if (words.startsWith(' ')) this.#space = true;
    const core = words.replace(/^ | $/g, '');
    if (core === '') return;
    this.#flush();
    this.#append(core);
    if (words.endsWith(' ')) this.#space = true;
  }

  #link(anchor: N, literal: boolean, depth: number): boolean {
    const href = (this.#tree.attribute(anchor, 'href') ?? '').trim();
    if (!isLinkAddress(href)) return false;
    const inner = new Reader(this.#tree);
    inner.read(anchor, literal, depth + 1);
    const label = inner.value();
    this.#flush();
    this.#endRun();
    this.nodes.push({ type: 'link', href, label, top: this.#tree.attribute(anchor, 'target') === '_top' });
    this.#isEmpty = this.#isLineStart = false;
    return true;
  }

  #endRun(): void {
    if (this.#out !== '') this.nodes.push({ type: 'text', text: this.#out });
    this.#out = '';
  }
}

/**
 * The value of a text region, canonical.
 * @param literal true if its white space counts literally, see `isLiteral`; the frame knows this of regions that it has made literal itself
 */
export function readText<N>(region: N, tree: TextTree<N>, literal: boolean): string {
  const reader = new Reader(tree);
  reader.read(region, literal);
  const value = reader.value();
  return canonicalText(value, /^[ \t]|\n/.test(value) && isPreformatted(region, tree));
}
