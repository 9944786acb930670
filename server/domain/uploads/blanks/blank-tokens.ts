import { attribute, parentOf, type HtmlElement, type HtmlNode } from '#common/document/html/html-tree.ts';
import { around, DEPTH_MAX, isBlank, isWrittenOut, type Line } from './blank-flow.ts';

/** A part of a line that is a place to write in. `name`: the name in the placeholder itself. */
export type Token = { kind: 'line' | 'placeholder' | 'box'; from: number; to: number; name: string };

/** Maximum characters of a line that are read: longer texts are no form. */
const LINE_MAX = 20_000;
/** Maximum characters of a style that are read. */
const STYLE_MAX = 2_000;

const LINES =
  /(?:[_‗ˍ﹍﹎﹏]{3,}|＿{2,}|__(?=[ \u00a0]?[/.:\-年月日時时分년월일시분][ \u00a0]?_)|(?:_ ){3,}_?)(?:(?:[ \u00a0]?[/.:\-年月日時时分년월일시분][ \u00a0]?[_＿]{2,8}(?![_＿]))+(?:[ \u00a0]?[/.][ \u00a0]?\p{N}{2}[_＿]{2,8}(?![_＿]))?)?[年月日時时分년월일시분]?|(?<=(?<!\d)(?:19|20))__(?!_)|\.{3,}(?:\/\.{3,})+(?:\/\p{N}{2}\.{3,})?|\.{5,}|…{2,}[.…⋯‥]*|(?:\. ){5,}\.?|·{5,}|(?<![^\s:：])(?:[⋯‥]{3,}|[･・]{5,})|(?<=[:：][ \u00a0]{0,3})[-–—─━¯⎯]{4,}(?!\S)/gu;
/** Blanks of which a person leaves several to write in, and those that a browser draws one by one. */
const [GAP, WIDE] = ['[ \\u00a0\\u2002\\u2003\\u2007\\u3000]', /[\u00a0\u2002\u2003\u2007\u3000]/g];
/** Years, months, days, and hours and minutes, of Chinese, Japanese and Korean forms, with blanks alone between. */
const DATES = new RegExp(
  '(?<=^|[\\s:：(（～~〜,、和成正治國国])(?:20)?G{0,40}(?:[年년]G{1,40}[月월](?:G{1,40}[日일])?|[月월]G{1,40}[日일]|[時时시]G{1,40}[分분])(?:G{1,40}[日日時时시]G{1,40}[分분])?(?:G{0,40}[（(]G{1,40}[）)])?'.replaceAll(
    'G',
    GAP,
  ),
  'gu',
);
/** A gap before a unit, which stays; before a seal or a title only without a name before it. */
const COUNTS = new RegExp(
  `(?<!${GAP})${GAP}{2,}(?=[年月日時时分秒歳岁才名人円元回台件号號番枚本個个室階层組组頁页点點度℃년월일시분세명원회대건호](?![\\p{L}\\p{N}]))|(?<=^|[:：])${GAP}{2,}(?=[㊞印様殿](?![\\p{L}\\p{N}]))`,
  'gu',
);
/** Dates and times with their signs alone: '   /   /   ', '20   .   .   .', '   :   '; postal codes and telephones. */
const SIGNED = new RegExp(
  '(?<![\\p{N}\\p{L}])(?:19|20)?G{0,40}/G{1,40}/(?:G{0,40}[\\p{N}]{2,4}(?![\\p{N}]))?(?:G{0,40}(?:هـ?|م)(?!\\p{L}))?|(?:(?<!\\p{N})20)?G{2,40}\\.G{2,40}\\.(?:G{2,40}\\.)?|(?<=[:：\\p{L}])G{2,40}[:：]G{2,40}(?![^\\s)）])|(?<=[〒:：(（])G{2,40}[－‐ー-]G{2,40}(?:[－‐ー-]G{2,40})?'.replaceAll(
    'G',
    GAP,
  ),
  'gu',
);
const ROOMS = /[\u00a0\u3000\u2003]{6,}/g;
/** Brackets around blanks. */
const PAIRS = new RegExp(`[（〔［([](${GAP}+)[）〕］)\\]]`, 'gu');
/** Circles before a few words, of which a person marks one. */
const CIRCLES = /(?<=^|[\s、,/・：:])[○◯](?=[ \u00a0\u3000]{0,2}\p{L}[^○◯。.]{0,30}(?:$|[○◯]))/gu;
const BOXES = /[☐□❏❐❑▢◻◽⬚⬜🔲🗆🗌🞎]\ufe0f?|\[[ \u00a0]{1,3}\]|\([ \u00a0]{1,3}\)/gu;
const PLACEHOLDERS =
  /\{\{\{?[ \t]{0,5}(?![#/!>^&]|else\b)([\p{L}_][\p{L}\p{N}_ .:|-]{0,80}?)[ \t]{0,5}\}?\}\}|\$\{([\p{L}_][\p{L}\p{N}_ .-]{0,80})\}|%([A-Z][A-Z0-9_]{1,40})%|<([\p{L}][\p{L}\p{N} _/-]{1,60})>|«([\p{L}][\p{L}\p{N}_]{1,60})»/gu;
const BRACKETS = /\[([\p{L}][^[\]\n]{0,100})\]/gu;
const PROMPTS =
  /(?:click|tap|klicken|tippen|cliquez|haga clic)\b[^.\n]{0,40}\b(?:enter|text|date|type|select|choose|eingeben|texte|texto)\b[^.\n]{0,20}\.?|choose an item\.?|wählen sie ein element[^.\n]{0,10}\.?|choisissez un élément\.?|(?:enter|type) (?:your |the )?[\p{L} ]{0,30}here\.?/giu;
const INSERTS = /^(?:please )?(?:insert|enter|type|add|write|your|the|fill in)\s+(?:your |the |an? )?/i;
/** Words with which a remark in brackets begins. */
const REMARKS =
  /^(?:sic|see|cf|i\.e|e\.g|the|a|an|and|or|not|now|in|of|to|if|note|emphasis|ibid|vgl|siehe|z\.b|etc|optional|founded|\p{L})\b(?!\S)/iu;

/** The name of a placeholder by itself: `first_name`, `Customer.Name`, `INSERT DATE`. */
export function calledIn(own: string): string {
  let words = own
    .replace(/\|.*/su, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(/ here$/i, '');
  words = words.replace(INSERTS, (cut) => (words.length > cut.length ? '' : cut));
  if (words === words.toUpperCase() && words.length > 3) words = words.toLowerCase();
  return words.replace(/[:,;] .*/su, '').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** True if a text in brackets is to be replaced, and is no remark. */
function isToReplace(own: string): boolean {
  if (own.length < 3 && own === own.toLowerCase()) return false;
  if (/^(?:insert|enter|type|your|name|date)\b/i.test(own)) return true;
  if (/^\p{Lu}/u.test(own)) return own.split(' ').length <= 14;
  return !REMARKS.test(own) && own.split(' ').length <= 5 && !/\d/.test(own);
}

/** Computes the answer for each element once: one that is around many texts is visited with each of them. */
function once(is: (element: HtmlElement) => boolean): (element: HtmlElement) => boolean {
  const known = new WeakMap<HtmlElement, boolean>();
  return (element) => {
    const answer = known.get(element) ?? is(element);
    known.set(element, answer);
    return answer;
  };
}

/** Wingdings and similar fonts: letters that are drawn as boxes. */
const drawsBoxes = once((element) =>
  /wingdings|webdings/i.test(`${attribute(element, 'style') ?? ''} ${attribute(element, 'face') ?? ''}`),
);
const isSymbolFont = (node: HtmlNode | null): boolean => around(node, drawsBoxes) !== null;

/** True if an element's class or attribute marks it as a prompt. */
const isPrompt = once(
  (element) =>
    /placeholder(?:text)?\b/i.test(attribute(element, 'class') ?? '') ||
    (/^w:sdt$/i.test(element.tagName) && attribute(element, 'showingplchdr') !== null),
);

/** True if an element underlines its text, as a line to write on. */
const isRuled = once(
  (element) =>
    element.tagName === 'u' ||
    /text-decoration[^;]*underline|border-bottom/i.test((attribute(element, 'style') ?? '').slice(0, STYLE_MAX)),
);

/** The parts of a line that are places to write in, in order; none is inside another one. */
export function tokensIn(line: Line): Token[] {
  const text = line.text.slice(0, LINE_MAX);
  const found: Token[] = [];
  const taken = new Uint8Array(text.length);
  const add = (kind: Token['kind'], from: number, to: number, name = ''): void => {
    if (to <= from || taken.subarray(from, to).includes(1)) return;
    taken.fill(1, from, to);
    found.push({ kind, from, to, name });
  };
  for (const [from, to] of promptsOf(line, text)) add('line', from, to);
  for (const match of text.matchAll(PROMPTS)) add('line', match.index, match.index + match[0].length);
  // In text that is written out braces and brackets are those of a program.
  const isProgram = isWrittenOut(line.block);
  for (const match of isProgram ? [] : text.matchAll(PLACEHOLDERS))
    add(
      'placeholder',
      match.index,
      match.index + match[0].length,
      calledIn(match.slice(1).find((own) => own !== undefined) ?? ''),
    );
  for (const match of isProgram ? [] : text.matchAll(BRACKETS)) {
    if (isToReplace(match[1] ?? ''))
      add('placeholder', match.index, match.index + match[0].length, calledIn(match[1] ?? ''));
  }
  if (line.block.tagName !== 'th') for (const [from, to] of gapsIn(line, text)) add('line', from, to);
  const pairs = [...text.matchAll(PAIRS)];
  // Square brackets before each of several answers are boxes, however wide.
  const startsWithPair = pairs.length > 1 && /^[\s\u00a0]*\[/.test(text);
  for (const match of pairs) {
    const [from, to] = [match.index, match.index + match[0].length];
    const isBehindWord = /[\p{L}\p{N}]/u.test(text.charAt(from - 1));
    const count = (match[1] ?? '').length;
    // Brackets of other scripts are those of BOXES.
    if (/^[([]/.test(match[0]) && count <= 3) continue;
    const isAnswer = match[0].startsWith('[') && startsWithPair && /^[\s\u00a0]?\p{L}/u.test(text.slice(to, to + 2));
    const isBox = count === 1 || isAnswer || (count <= 3 && !isBehindWord && /^[\s\u3000]?\p{L}/u.test(text.slice(to)));
    if (isBox) add('box', from, to);
    else add('line', from + 1, to - 1);
  }
  if (!/[△▲×✕◎]/u.test(text)) for (const match of text.matchAll(CIRCLES)) add('box', match.index, match.index + 1);
  for (const match of text.matchAll(BOXES)) add('box', match.index, match.index + match[0].length);
  for (const { from, to, node } of line.runs) {
    if (from >= text.length) break;
    const own = text.slice(from, to);
    const at = from + own.search(/[oq\u00a8]/);
    if (/^\s*[oq\u00a8]\s*$/.test(own.length > 40 ? '' : own) && isSymbolFont(node)) add('box', at, at + 1);
  }
  for (const match of text.matchAll(LINES)) {
    const to = match.index + match[0].trimEnd().length;
    // A dotted line of a table of contents, which ends with a number.
    if (/^[.…⋯‥·･・]/.test(match[0]) && /^[\s\u00a0]*\d{1,4}[\s\u00a0]*$/.test(text.slice(to))) continue;
    add('line', match.index, to);
  }
  // Blanks that are underlined, or long enough to write on; those beside a line to write on keep it from the next one.
  for (const [from, to] of runsOf(line, text, isRuled))
    if (to - from >= 3 && isBlank(text.slice(from, to))) add('line', from, to);
  for (const match of text.matchAll(line.literal ? /(?<=[:：] {0,20})[ \u00a0\u3000\u2003]{6,}/g : ROOMS)) {
    const to = match.index + match[0].length;
    const before = text.slice(0, match.index).trimEnd().length;
    const behind = text.charAt(to) === ' ' ? to + 1 : to;
    const isLabelled = /[:：]/.test(text.charAt(before - 1));
    if (before > 0 && !taken[before - 1] && (isLabelled || !taken[behind])) add('line', match.index, to);
  }
  return joined(
    found.toSorted((a, b) => a.from - b.from),
    text,
  );
}

/** Places that only the signs beside them show. */
function gapsIn(line: Line, text: string): [number, number][] {
  const isWide = (part: string): boolean => line.literal || (part.match(WIDE)?.length ?? 0) >= 2;
  const isAfterLabel = (from: number): boolean => /(?:^|[:：])\s*$/.test(text.slice(Math.max(0, from - 40), from));
  const found = [DATES, COUNTS, SIGNED].flatMap((signs) =>
    [...text.matchAll(signs)].filter(
      ({ 0: part, index }) => signs === DATES || isWide(part) || (part.includes('/') && isAfterLabel(index)),
    ),
  );
  return found.map(({ 0: part, index }) => [index, index + part.length]);
}

/** Whole texts of elements that contain a prompt. */
function promptsOf(line: Line, text: string): [number, number][] {
  return runsOf(line, text, isPrompt).filter(
    ([from, to]) => !isBlank(text.slice(from, to)) && !/^\s*[☐☑☒]\s*$/.test(text.slice(from, to)),
  );
}

/** The parts of a line that are in such an element. */
function runsOf(line: Line, text: string, is: (element: HtmlElement) => boolean): [number, number][] {
  const parts: { from: number; to: number; element: HtmlElement }[] = [];
  for (const { from, to, node } of line.runs) {
    if (from >= text.length) break;
    const element = node && within(node, line.block, is);
    const last = parts.at(-1);
    if (!element) continue;
    if (last && last.to === from && last.element === element) last.to = to;
    else parts.push({ from, to, element });
  }
  return parts.map(({ from, to }) => [from, to]);
}

function within(node: HtmlNode, block: HtmlElement, is: (element: HtmlElement) => boolean): HtmlElement | null {
  let found: HtmlElement | null = null;
  let at = parentOf(node);
  for (let depth = 0; at && at !== block && depth < DEPTH_MAX; depth += 1) {
    if ('tagName' in at && is(at)) found = at;
    at = parentOf(at);
  }
  return found;
}

/** Joins lines to write on that touch. */
function joined(tokens: readonly Token[], text: string): Token[] {
  const all: Token[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    if (
      last &&
      last.kind === 'line' &&
      token.kind === 'line' &&
      token.from - last.to <= 1 &&
      /^[\s_]*$/.test(text.slice(last.to, token.from)) &&
      !text.slice(last.to, token.from).includes('\u00a0')
    )
      last.to = token.to;
    else all.push({ ...token });
  }
  return all;
}
