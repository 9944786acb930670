import { attribute, isHtml, parentOf, type HtmlElement, type HtmlNode } from '#common/document/html/html-tree.ts';
import { kindOf } from '#common/document/regions/values.ts';

/** Replaces in a line's text what is not text: a field, a picture, code, an existing region. */
export const OPAQUE = '\uFFFC';

/** A part of a line that is one text of the source, or something that is not text. */
export type Run = {
  /** Its place in the line. */
  from: number;
  to: number;
  /** The text node; null for something that is not text. */
  node: HtmlNode | null;
  /** Its beginning and end in the source. */
  start: number;
  end: number;
  /**
   * The place of each character in the source, and the end of the last one; null if the source has the same characters.
   */
  offsets: readonly number[] | null;
};

/** A line of text as it is displayed, across the elements within it. */
export type Line = {
  kind: 'line';
  block: HtmlElement;
  cell: HtmlElement | null;
  heading: boolean;
  text: string;
  /** The texts of the line, in order. */
  runs: Run[];
  /** Fields, by their places in the text. */
  fields: Map<number, HtmlElement>;
  /** The place of text that would follow its last character. */
  end: number;
};

/** A block with nothing in it. */
export type Empty = { kind: 'empty'; block: HtmlElement; cell: HtmlElement | null };
export type Entry = Line | Empty;

const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr legend li main menu ol p section summary table tbody thead tfoot tr td th ul'
  ).split(' '),
);
/** Blocks that contain text of their own, and can be a region when they are empty. */
const HOLDERS = /^(?:p|div|td|th|li|dd|blockquote|section)$/;
const HEADINGS = /^h[1-6]$/;
const FIELDS = /^(?:input|textarea|select)$/;
const UNREAD = new Set(
  'script style template noscript noembed noframes head title svg math object iframe datalist option map'.split(' '),
);
/** Elements whose text is not read as a place to write in. */
const OPAQUES = new Set(
  'pre xmp plaintext code kbd samp img picture video audio canvas button progress meter nav math'.split(' '),
);

export const isBlank = (text: string): boolean => /^[\s\u00a0\u3000\u200b]*$/.test(text);
export const isEditable = (element: HtmlElement): boolean =>
  (attribute(element, 'class') ?? '').split(/[ \t\n\f\r]+/).includes('editable');
const isHidden = (element: HtmlElement): boolean =>
  attribute(element, 'hidden') !== null || /display\s*:\s*none/i.test(attribute(element, 'style') ?? '');
const isSearch = (element: HtmlElement): boolean =>
  /^(?:search|navigation)$/i.test(attribute(element, 'role') ?? '') || /^search$/.test(element.tagName);

const NAMED: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  emsp: '\u2003',
  ensp: '\u2002',
  thinsp: '\u2009',
  lowbar: '_',
  period: '.',
  colon: ':',
  middot: '·',
  Tab: '\t',
};

/**
 * The place of each of a text node's characters in the source, and the end of the last one; null if the source does not
 * contain them in one piece.
 */
function offsetsOf(value: string, source: string, from: number, to: number): number[] | null {
  const offsets: number[] = [];
  let at = from;
  for (let one = 0; one < value.length;) {
    const character = value.charAt(one);
    const raw = source.charAt(at);
    let [length, width] = [1, 1];
    if (raw === '&') {
      const [whole = '', number, name = ''] =
        /^&(?:#(\d{1,7}|[xX][0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));?/.exec(source.slice(at, at + 40)) ?? [];
      if (number !== undefined) width = (value.codePointAt(one) ?? 0) > 0xffff ? 2 : 1;
      const isNamed = name !== '' && (NAMED[name] ?? character) === character;
      if (number !== undefined || (isNamed && (character !== '&' || name === 'amp'))) length = whole.length;
    } else if (raw === '\r' && character === '\n') length = source.charAt(at + 1) === '\n' ? 2 : 1;
    else if (raw !== character) return null;
    for (let unit = 0; unit < width; unit += 1) offsets.push(at);
    at += length;
    one += width;
  }
  offsets.push(at);
  return at === to || isBlank(source.slice(at, to)) ? offsets : null;
}

/** The source of a part of a line, one piece for each text of it. */
export function piecesOf({ runs }: Line, from: number, to: number): [number, number][] {
  const pieces: [number, number][] = [];
  // A line can have as many texts as letters: the first one is found by binary search.
  let [first, behind] = [0, runs.length];
  while (first < behind) {
    const middle = (first + behind) >> 1;
    if ((runs[middle]?.to ?? 0) <= from) first = middle + 1;
    else behind = middle;
  }
  for (let one = first; one < runs.length; one += 1) {
    const run = runs[one];
    if (!run || run.from >= to) break;
    if (run.node === null) continue;
    const [head, tail] = [Math.max(from, run.from) - run.from, Math.min(to, run.to) - run.from];
    const { start, offsets } = run;
    pieces.push(offsets ? [offsets[head] ?? start, offsets[tail] ?? start] : [start + head, start + tail]);
  }
  return pieces.filter(([start, end]) => end > start);
}

type State = { block: HtmlElement; cell: HtmlElement | null; heading: boolean; opaque: boolean };

/** A document's lines and empty blocks in the order of reading. */
export function flowOf(root: HtmlElement, source: string): Entry[] {
  const entries: Entry[] = [];
  /** Blocks that contain something, also an empty block. */
  const full = new Set<HtmlNode>();
  let line: Line | null = null;
  const finish = (): void => {
    if (line && (!isBlank(line.text) || /[\u00a0\u3000]/.test(line.text) || line.runs.length === 0)) {
      if (!isBlank(line.text)) fill(line.block);
      entries.push(line);
    }
    line = null;
  };
  const fill = (from: HtmlNode): void => {
    for (let at: HtmlNode | null = from; at && !full.has(at); at = parentOf(at)) full.add(at);
  };
  const empty = ({ block, cell, heading }: State, end: number): Line => ({
    kind: 'line',
    block,
    cell,
    heading,
    text: '',
    runs: [],
    fields: new Map(),
    end,
  });
  const open = (state: State, end: number): Line => (line ??= empty(state, end));
  const put = (
    to: Line,
    text: string,
    [start, end]: readonly [number, number],
    node: HtmlNode | null = null,
    offsets: readonly number[] | null = null,
  ): void => {
    to.runs.push({ from: to.text.length, to: to.text.length + text.length, node, start, end, offsets });
    to.text += text;
    if (end > 0) to.end = end;
  };
  const begin: State = { block: root, cell: null, heading: false, opaque: false };
  const stack: { node: HtmlNode; state: State; isLeft: boolean }[] = [{ node: root, state: begin, isLeft: false }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, state, isLeft } = top;
    if (node.nodeName === '#text' && 'value' in node) {
      const at = node.sourceCodeLocation;
      if (state.opaque || !at) continue;
      const [start, end] = [at.startOffset, at.endOffset];
      if (source.startsWith(node.value, start) && node.value.length === end - start) {
        put(open(state, start), node.value, [start, end], node);
        continue;
      }
      const offsets = offsetsOf(node.value, source, start, end);
      if (offsets) put(open(state, start), node.value, [start, offsets.at(-1) ?? end], node, offsets);
      else put(open(state, end), OPAQUE, [start, end]);
      continue;
    }
    if (!isHtml(node)) {
      if ('tagName' in node) put(open(state, 0), OPAQUE, [0, 0]);
      continue;
    }
    const { tagName } = node;
    const isBlock = BLOCKS.has(tagName);
    if (isLeft) {
      finish();
      if (HOLDERS.test(tagName) && !full.has(node)) {
        const { cell } = stateIn(node, state);
        // A line of no-break spaces in a block counts as the block itself.
        while (entries.at(-1)?.kind === 'line' && entries.at(-1)?.block === node) entries.pop();
        entries.push({ kind: 'empty', block: node, cell });
        fill(node);
      }
      continue;
    }
    if (UNREAD.has(tagName)) continue;
    if (tagName === 'br') {
      const end = node.sourceCodeLocation?.endOffset ?? 0;
      if (!line) entries.push(empty(state, end));
      finish();
      line = null;
      continue;
    }
    if (isHidden(node)) continue;
    const from = node.sourceCodeLocation?.startOffset ?? 0;
    const isRegion = isEditable(node) && attribute(node, 'id') !== null;
    if (FIELDS.test(tagName) || OPAQUES.has(tagName) || isSearch(node) || isRegion) {
      if (isBlock || tagName === 'pre' || tagName === 'nav') finish();
      const at = open(state, from);
      if (FIELDS.test(tagName) && !isRegion && kindOf(tagName, attribute(node, 'type')) !== null)
        at.fields.set(at.text.length, node);
      const until = node.sourceCodeLocation?.endOffset ?? from;
      put(at, OPAQUE, [from, until]);
      if (tagName === 'pre' || tagName === 'nav' || isBlock) finish();
      continue;
    }
    if (isBlock) {
      finish();
      stack.push({ node, state, isLeft: true });
    }
    const inner = isBlock ? stateIn(node, state) : state;
    for (const child of node.childNodes.toReversed()) stack.push({ node: child, state: inner, isLeft: false });
  }
  finish();
  return entries;
}

const stateIn = (node: HtmlElement, state: State): State => ({
  ...state,
  block: node,
  cell: /^t[dh]$/.test(node.tagName) ? node : node.tagName === 'table' ? null : state.cell,
  heading: state.heading || HEADINGS.test(node.tagName),
});

/** Maximum depth of nested elements: no real document is deeper. */
export const DEPTH_MAX = 200;

/** The nearest ancestor of a node that meets a condition, or null. */
export function around(node: HtmlNode | null, is: (element: HtmlElement) => boolean): HtmlElement | null {
  let at = node;
  for (let depth = 0; at && depth < DEPTH_MAX; depth += 1) {
    if (isHtml(at) && is(at)) return at;
    at = parentOf(at);
  }
  return null;
}
