import { parseLinks } from '#common/document/text/link-notation.ts';

/** Marks of a level of a nested list, and of a sign that is no word of the text, while white space is collapsed; no text contains them. */
const [LEVEL, SIGN] = ['\uFDD1', '\uFDD2'];
const BULLET = '•';
const TICKED = /^\s*[☐☑☒]/;
const LIST = 'ol,ul,menu';

/** HTML that has more about lists than its plain text. */
export const HAS_LIST = /<li\b|checkbox|type\s*=\s*["']?radio|aria-checked|mso-list/i;

/** Elements that are ticked or not. */
const BOX = '[role=checkbox],[aria-checked]';

/** The whole number of an attribute; null without one. */
function numberOf(element: Element, name: string): number | null {
  const number = Number.parseInt(element.getAttribute(name) ?? '', 10);
  return Number.isNaN(number) ? null : number;
}

const tickOf = (box: Element): string =>
  box.getAttribute('aria-checked') === 'true' || box.hasAttribute('checked') ? '☑' : '☐';

/** The first text in an element that is more than white space. */
function firstText(element: Element): Text | null {
  for (const node of element.childNodes) {
    if (node instanceof Text && /\S/.test(node.data)) return node;
    const text = node instanceof Element && !/^(style|script)$/.test(node.localName) ? firstText(node) : null;
    if (text) return text;
  }
  return null;
}

/** Writes something on the line of an element's first text, but not into the words of a link. */
function begin(element: Element, text: Text | null, sign: string): void {
  const link = text?.parentElement?.closest('a');
  if (!text) element.prepend(sign);
  else if (link && element.contains(link)) link.before(sign);
  else text.before(sign);
}

function lettersOf(number: number): string {
  const last = String.fromCodePoint(97 + ((number - 1) % 26));
  return number > 26 ? lettersOf(Math.floor((number - 1) / 26)) + last : last;
}

const ROMAN = { m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 };

function romanOf(number: number): string {
  const [sign, worth] = Object.entries(ROMAN).find(([, one]) => one <= number) ?? ['', number];
  return number === 0 ? '' : sign + romanOf(number - worth);
}

/** The number of an item as its list draws it. */
function written(number: number, style: string): string {
  const isUpper = /^(A|I|upper-.*)$/.test(style);
  let text = String(number);
  if (number > 0 && /^(a|(lower|upper)-(alpha|latin))$/i.test(style)) text = lettersOf(number);
  else if (number > 0 && number < 4000 && /^(i|(lower|upper)-roman)$/i.test(style)) text = romanOf(number);
  else if (style === 'decimal-leading-zero') text = text.padStart(2, '0');
  return `${isUpper ? text.toUpperCase() : text}.`;
}

/** The style in which an element draws items; of the short form only that. */
function styleOf(element: Element): string {
  const [, style = ''] =
    /(?:^|;)\s*list-style(?:-type)?\s*:\s*([^;]+)/i.exec(element.getAttribute('style') ?? '') ?? [];
  const own = style.split(/\s+/).find((word) => !/^(|inside|outside|url\(.*|inherit|initial|!.*)$/i.test(word));
  return own ?? element.getAttribute('type') ?? '';
}

/** The sign of an item, as its list draws it: '' where it draws none. */
function signOf(item: Element, list: Element | null, number: number): string {
  const style = styleOf(item) || (list ? styleOf(list) : '');
  if (/\bnone\b/.test(style)) return '';
  const isNumbered = /^(1|a|i|decimal.*|(lower|upper)-.*)$/i.test(style);
  const hasBullet = /^(disc|circle|square)$/i.test(style) || list?.localName !== 'ol';
  return hasBullet && !isNumbered ? BULLET : written(number, style);
}

/** Writes ticks for boxes that are none in a text. */
function writeTicks(body: Element): void {
  // An item or a box around it that is ticked itself has the tick; one around the item has another.
  for (const box of body.querySelectorAll('input:is([type=checkbox i],[type=radio i])'))
    if (!box.parentElement?.closest(`li,${BOX}`)?.matches(BOX)) box.replaceWith(`${tickOf(box)} `);
  for (const box of body.querySelectorAll(`:is(${BOX}):not(li)`)) begin(box, firstText(box), `${tickOf(box)} `);
}

/** An item of a list: its beginning is written before its first text. */
type Item = { element: Element; text: Text | null; level: number; sign: string };

function itemsIn(body: Element): Item[] {
  const numbers = new Map<Element, number>();
  const items: Item[] = [];
  for (const element of body.querySelectorAll('li')) {
    const list = element.parentElement?.closest(LIST) ?? null;
    const isReversed = list?.hasAttribute('reversed') === true;
    const count = (): number =>
      [...(list?.querySelectorAll('li') ?? [])].filter((one) => one.parentElement?.closest(LIST) === list).length;
    const due = list && (numbers.get(list) ?? numberOf(list, 'start') ?? (isReversed ? count() : 1));
    const number = numberOf(element, 'value') ?? due ?? 1;
    if (list) numbers.set(list, isReversed ? number - 1 : number + 1);
    const text = firstText(element);
    // A list at the beginning of an item has the signs.
    if (text && text.parentElement?.closest('li') !== element) continue;
    let level = numberOf(element, 'aria-level') ?? numberOf(element, 'data-aria-level') ?? 1;
    let around = 0;
    for (let at = list; at; at = at.parentElement?.closest(LIST) ?? null) around += 1;
    level = Math.max(level, around);
    let sign = signOf(element, list, number);
    const isBox = element.matches(BOX);
    if (sign === BULLET && (isBox || TICKED.test(text?.data ?? ''))) sign = '';
    items.push({ element, text, level, sign: [sign, isBox ? tickOf(element) : ''].filter(Boolean).join(' ') });
  }
  return items;
}

/** Boxes and ticks of the font Wingdings, which the clipboard has as letters. */
const SYMBOLS = new Map(Object.entries({ o: '☐', q: '☐', '¨': '☐', þ: '☑', ý: '☒', ü: '✓', û: '✗' }));

/** The items of Word, whose lists are paragraphs with their signs in them, in fonts of signs. */
function wordItemsIn(body: Element): Item[] {
  return [...body.querySelectorAll('[style*="mso-list:"]')].flatMap((mark) => {
    if (!/mso-list:\s*ignore/i.test(mark.getAttribute('style') ?? '')) return [];
    const element = mark.parentElement?.closest('[style*="mso-list:"]');
    const own = mark.textContent.trim();
    const fonts = mark.closest('[style*="font-family:" i]')?.getAttribute('style') ?? '';
    const [, font = ''] = /(?:^|;)\s*font-family:\s*["']?([^;,"']*[^;,"'\s])/i.exec(fonts) ?? [];
    mark.remove();
    if (!element) return [];
    const level = Number(/mso-list:[^;]*level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1] ?? 1);
    const symbol = /^wingdings$/i.test(font) ? SYMBOLS.get(own) : undefined;
    // The fonts of signs have bullets as letters, and Courier New has one as the letter o.
    const isKept = !/^(wing|web)dings|^symbol$/i.test(font) && /[\p{N}.)、．）☐☑☒✓✔✗✘]|^(?!o$)\p{L}/u.test(own);
    return { element, text: firstText(element), level, sign: symbol ?? (isKept ? own : BULLET) };
  });
}

/** Writes into lists the beginnings of their items: ticks, bullets, numbers and letters, and their levels. */
export function writeLists(body: Element): void {
  writeTicks(body);
  const items = [...itemsIn(body), ...wordItemsIn(body)];
  const outer = items.reduce((least, { level }) => Math.min(least, level), Infinity);
  for (const { element, text, level, sign } of items)
    begin(element, text, `${LEVEL.repeat(Math.min(level - outer, 9))}${sign === '' ? '' : `${SIGN}${sign} `}`);
}

/** Text with its levels as blanks, and its signs without their mark. */
export const indented = (text: string): string => text.replaceAll(LEVEL, '  ').replaceAll(SIGN, '');

/** A number or a bullet that was written at the beginning of a line. */
const WRITTEN = new RegExp(`^[\\s${LEVEL}]*${SIGN}([^\\s☐☑☒✓✔✗✘]+)`);
/** A number, a bullet or a box of a plain text's own at the beginning of a line. */
const NUMBER =
  /^\s*(\(?(?:\p{N}{1,3}\p{L}?|\p{L}{1,5})(?:\.\p{N}{1,3})*(?:[.)](?=\s)|[、．）])|(?:•|- \[[ xX]\])(?=\s))\s*(?=\S)/u;
const PLAIN_BOXES: Readonly<Record<string, string>> = { '- [ ]': '☐', '- [x]': '☑', '- [X]': '☑' };

/** The letters and numbers that a line shows. */
const wordsOf = (line: string): string =>
  parseLinks(line)
    .map((node) => (node.type === 'link' ? node.label : node.text))
    .join('')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A line with the number that it has in the plain text: a style that is not on the clipboard may have drawn another one. */
export function renumbered(line: string, plain: string): string {
  const [own, before] = WRITTEN.exec(line) ?? [''];
  const [drawn, number] = NUMBER.exec(plain) ?? [''];
  if (before === undefined || number === undefined) return line;
  // It may also be a word of the text.
  const isSame = wordsOf(line.slice(own.length)) === wordsOf(plain.slice(drawn.length));
  return isSame ? line.replace(before, () => PLAIN_BOXES[number] ?? number) : line;
}
