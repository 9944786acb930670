import { attribute, isHtml, parentOf, type HtmlElement, type HtmlNode } from '#common/document/html/html-tree.ts';

/** Replaces in a line's text what is not text: a field, a picture, code, an existing region. */
export const OPAQUE = '\uFFFC';

/** Replaces an empty element in a line's text. */
const SPOT_SIGN = '\u200b';

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
  /** Empty elements in the line, by their places: a style may draw them as a line or a box. */
  spots: Map<number, HtmlElement>;
  /** The place of text that would follow its last character. */
  end: number;
  /** True if each blank of its source is displayed. */
  literal: boolean;
  /** True in what the reader does not fill in, or does not see: the site's navigation and search, hidden elements. */
  aside: boolean;
};

/** A block with nothing in it. */
export type Empty = { kind: 'empty'; block: HtmlElement; cell: HtmlElement | null; aside: boolean };
export type Entry = Line | Empty;

const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr legend li listing main menu nav ol p pre search section summary table tbody thead tfoot tr td th ul'
  ).split(' '),
);
/** Blocks that contain text of their own, and can be a region when they are empty. */
const HOLDERS = /^(?:p|div|td|th|li|dd|blockquote|section)$/;
const HEADINGS = /^h[1-6]$/;
const FIELDS = /^(?:input|textarea|select)$/;
const UNREAD = new Set(
  'script style template noscript noembed noframes head title svg math object iframe datalist option map'.split(' '),
);
/** Elements whose text is not read as a place to write in, unless they contain a field. */
const OPAQUES = new Set(
  'xmp plaintext code kbd samp img picture video audio canvas button progress meter nav math'.split(' '),
);

export const isBlank = (text: string): boolean => /^[\s\u00a0\u3000\u200b]*$/.test(text);
/** Elements whose text has its own line breaks; those of a sheet are not known. */
export const isWrittenOut = ({ tagName }: HtmlElement): boolean => /^(?:pre|listing)$/.test(tagName);
const isLiteral = (element: HtmlElement): boolean =>
  isWrittenOut(element) || /white-space\s*:\s*(?:pre|break)/i.test((attribute(element, 'style') ?? '').slice(0, 2_000));
const isHidden = (element: HtmlElement): boolean =>
  attribute(element, 'hidden') !== null || /display\s*:\s*none/i.test(attribute(element, 'style') ?? '');
const isSearch = (element: HtmlElement): boolean =>
  /^(?:search|navigation)$/i.test(attribute(element, 'role') ?? '') || /^(?:search|nav)$/.test(element.tagName);

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

type State = Pick<Line, 'block' | 'cell' | 'heading' | 'literal' | 'aside'> & {
  /** True between elements that are no HTML. */
  opaque: boolean;
};

const SPOT = /^(?:span|i|b|em|strong|u|s|ins|font|small|big|mark|var|bdi|tt)$/;
/** True for an element in a line with nothing in it, for which there may be a style. */
const isSpot = (node: HtmlElement): boolean =>
  SPOT.test(node.tagName) &&
  (attribute(node, 'class') ?? attribute(node, 'style')) !== null &&
  node.childNodes.every((child) => 'value' in child && /^[ \t\n\f\r]*$/.test(child.value));

/** All elements around these. */
function holdersOf(elements: ReadonlySet<HtmlNode>): Set<HtmlNode> {
  const holders = new Set<HtmlNode>();
  for (const element of elements)
    for (let at = parentOf(element); at && !holders.has(at); at = parentOf(at)) holders.add(at);
  return holders;
}

/**
 * A document's lines and empty blocks in the order of reading.
 * @param fields those that can become regions: no element hides them
 * @param regions those that it has
 */
export function flowOf(
  root: HtmlElement,
  source: string,
  fields: ReadonlySet<HtmlNode>,
  regions: ReadonlySet<HtmlNode>,
): Entry[] {
  const entries: Entry[] = [];
  const holders = holdersOf(fields);
  /** Blocks that contain something, also an empty block. */
  const full = new Set<HtmlNode>();
  let line: Line | null = null;
  const finish = (): void => {
    // A block with nothing but empty elements is an empty block, unless these are below a text in it.
    const isDrawn = line !== null && line.spots.size > 0 && full.has(line.block);
    if (line && (isDrawn || !isBlank(line.text) || /[\u00a0\u3000]/.test(line.text) || line.runs.length === 0)) {
      if (!isBlank(line.text)) fill(line.block);
      entries.push(line);
    }
    line = null;
  };
  const fill = (from: HtmlNode): void => {
    for (let at: HtmlNode | null = from; at && !full.has(at); at = parentOf(at)) full.add(at);
  };
  const empty = ({ opaque: _opaque, ...state }: State, end: number): Line => ({
    kind: 'line',
    ...state,
    text: '',
    runs: [],
    fields: new Map(),
    spots: new Map(),
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
  /** Adds a text; one that has its own line breaks is several lines. */
  const write = (
    state: State,
    node: HtmlNode,
    text: string,
    at: readonly [number, number],
    offsets: number[] | null,
  ) => {
    if (!state.literal) return put(open(state, at[0]), text, at, node, offsets);
    const place = (character: number): number => offsets?.[character] ?? at[0] + character;
    for (let from = 0, to = 0; from <= text.length; from = to + 1) {
      to = text.indexOf('\n', from);
      if (to < 0) to = text.length;
      const own = offsets && offsets.slice(from, to + 1);
      if (to > from) put(open(state, place(from)), text.slice(from, to), [place(from), place(to)], node, own);
      if (to < text.length) finish();
    }
  };
  const begin: State = { block: root, cell: null, heading: false, literal: false, aside: false, opaque: false };
  const stack: { node: HtmlNode; state: State; isLeft: boolean }[] = [{ node: root, state: begin, isLeft: false }];
  const descend = (node: HtmlNode, state: State): void => {
    for (const child of 'childNodes' in node ? node.childNodes.toReversed() : [])
      stack.push({ node: child, state, isLeft: false });
  };
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, state, isLeft } = top;
    if (node.nodeName === '#text' && 'value' in node) {
      const at = node.sourceCodeLocation;
      if (state.opaque || !at) continue;
      const end = at.endOffset;
      // A browser drops the first line feed in <pre>.
      const first =
        state.literal && !node.value.startsWith('\n') ? /^\r?\n/.exec(source.slice(at.startOffset, end)) : null;
      const start = at.startOffset + (first?.[0].length ?? 0);
      if (source.startsWith(node.value, start) && node.value.length === end - start) {
        write(state, node, node.value, [start, end], null);
        continue;
      }
      const offsets = offsetsOf(node.value, source, start, end);
      if (offsets) write(state, node, node.value, [start, offsets.at(-1) ?? end], offsets);
      else put(open(state, end), OPAQUE, [start, end]);
      continue;
    }
    if (!isHtml(node)) {
      if (!('tagName' in node)) continue;
      put(open(state, 0), OPAQUE, [0, 0]);
      if (holders.has(node)) descend(node, { ...state, opaque: true });
      continue;
    }
    const { tagName } = node;
    const isBlock = BLOCKS.has(tagName);
    if (isLeft) {
      finish();
      if (HOLDERS.test(tagName) && !full.has(node)) {
        const { cell, aside } = stateIn(node, state);
        // A line of no-break spaces in a block counts as the block itself.
        while (entries.at(-1)?.kind === 'line' && entries.at(-1)?.block === node) entries.pop();
        entries.push({ kind: 'empty', block: node, cell, aside });
        fill(node);
      }
      continue;
    }
    const isUnread = UNREAD.has(tagName) || isHidden(node);
    const hasFields = holders.has(node);
    if (isUnread && !hasFields) continue;
    if (tagName === 'br') {
      const end = node.sourceCodeLocation?.endOffset ?? 0;
      if (!line) entries.push(empty(state, end));
      finish();
      line = null;
      continue;
    }
    const isAside = isUnread || isSearch(node);
    const isField = FIELDS.test(tagName);
    if (isField || regions.has(node) || (!hasFields && (isAside || OPAQUES.has(tagName)))) {
      if (isBlock) finish();
      const from = node.sourceCodeLocation?.startOffset ?? 0;
      const at = open(state, from);
      if (fields.has(node)) at.fields.set(at.text.length, node);
      put(at, OPAQUE, [from, node.sourceCodeLocation?.endOffset ?? from]);
      if (isBlock) finish();
      continue;
    }
    if (isSpot(node)) {
      const to = open(state, node.sourceCodeLocation?.startOffset ?? 0);
      to.spots.set(to.text.length, node);
      put(to, SPOT_SIGN, [0, 0]);
      to.end = node.sourceCodeLocation?.endOffset ?? to.end;
      continue;
    }
    if (isBlock) {
      finish();
      stack.push({ node, state, isLeft: true });
    }
    const inner = isBlock ? stateIn(node, state) : state;
    descend(node, {
      ...inner,
      literal: inner.literal || isLiteral(node),
      aside: inner.aside || isAside,
      opaque: false,
    });
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
