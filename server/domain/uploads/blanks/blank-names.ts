import { type BlankChange, LABEL_MAX } from '#common/document/html/blanks.ts';
import { attribute, descendants, isHtml, startTag, type HtmlElement } from '#common/document/html/html-tree.ts';
import { once } from '#common/document/regions/region-namer.ts';
import { escapeAttribute } from '#common/document/text/splice.ts';
import { textOf } from '../outside.ts';
import { around, type Entry, isBlank, type Line, OPAQUE } from './blank-flow.ts';
import type { Token } from './blank-tokens.ts';

/** Text in one line, without what is no text. */
export const clean = (text: string): string =>
  text
    .replaceAll(OPAQUE, ' ')
    .replace(/[\s\u00a0\u3000\u200b]+/g, ' ')
    .trim();

/**
 * Makes a name from the words beside a blank: without the signs at their end, and only the last of several sentences.
 */
export function nameFrom(words: string, isBefore = true): string {
  const near = isBefore ? words.slice(-400) : words.slice(0, 400);
  let text = clean(near).replace(/[_＿]{2,}|\.{4,}|…+/g, ' ');
  text = text.replace(/[\s:：.,;–—=*_(（[［〔「『【～~-]+$/u, '').trim();
  const parts = text.split(/[.?!;:。：]\s+|[：。\u2003\t]|\s[☑☒]\s/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  text = (isBefore ? parts.at(-1) : parts[0]) ?? '';
  text = text.replace(/^[\s,;:.)）\]］〕」』】～~–—-]+/u, '').replace(/^\(?\d{1,3}[.)]\s+(?=\p{L})/u, '');
  if (!/\p{L}/u.test(text)) return '';
  const list = text.split(' ');
  if (list.length > 7) text = (isBefore ? list.slice(-5) : list.slice(0, 6)).join(' ');
  return text.slice(0, LABEL_MAX).trim();
}

/** True if a text ends with a colon. */
export const endsAsLabel = (text: string): boolean => /[:：][\s\u00a0\u3000\u200b]*$/.test(text.slice(-400));
/** The place of the first character of a text that is not blank. */
export const firstOf = (text: string): number => text.search(/[^\s\u00a0\u3000\u200b]/);
/** True for a few words that are no sentence. */
export const isShort = (text: string): boolean =>
  text.length <= 200 && clean(text).length <= 60 && !/[.!?。]\s*$/.test(clean(text));
const hasNumber = (text: string): boolean => /^\s*[(（]?\p{N}{1,3}[.)）．、][\s\p{L}]/u.test(text);
const isQuestion = (text: string): boolean =>
  text.length <= 300 && /(?:[?？؟\u037e]|(?<=\p{Script=Greek})[;·])\s*$/u.test(text);
/** True for a question, and for a short numbered point: a line alone below it is for the answer. */
export const asks = (text: string): boolean => isQuestion(text) || (isShort(text) && hasNumber(text));
/** True if a line alone is the rule between a numbered heading and its text. */
export const isRule = (above: Entry | undefined, below: Entry | undefined): boolean =>
  above?.kind === 'line' &&
  asks(above.text) &&
  !isQuestion(above.text) &&
  !endsAsLabel(above.text) &&
  below?.kind === 'line' &&
  !hasNumber(below.text) &&
  !isQuestion(below.text) &&
  clean(below.text.slice(0, 400)).length > 60;
/** A number or signs that name a cell. */
const WITHOUT_WORDS = /^(?:\p{N}{1,4}(?=[.)]?$)|(?:[\p{Sc}☎✆✉№]\p{M}*)+$)/u;
/** The name that the cells around a cell give it. */
export const nameOf = (name: string): string =>
  name
    .split(', ')
    .map((part) => nameFrom(part.split('\n')[0] ?? '') || (WITHOUT_WORDS.exec(part)?.[0] ?? ''))
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, LABEL_MAX);
const labelText = (text: string): string =>
  clean(text)
    .slice(0, 400)
    .replace(/[\s:*]+$/, '')
    .slice(0, LABEL_MAX);

/** True if a form is one of the site around the document: the search, the sign-in. */
export function isOfSite(form: HtmlElement): boolean {
  for (const node of descendants(form)) {
    if (isHtml(node, 'input') && /^(?:password|search)$/i.test(attribute(node, 'type') ?? '')) return true;
  }
  return false;
}

/** Removes an attribute with the blank before it; one blank stays if the next attribute follows directly. */
const withBlanks = (source: string, start: number, end: number): BlankChange => [
  /\s/.test(source.charAt(start - 1)) ? start - 1 : start,
  end,
  /[\s>]/.test(source.charAt(end)) ? '' : ' ',
  null,
];

/** True for an element that names the fields in it together. */
const isGroup = (element: HtmlElement): boolean =>
  element.tagName === 'fieldset' || /^(?:radio)?group$/i.test(attribute(element, 'role') ?? '');

/** The names that elements of a document give each other. */
export class ElementNames {
  readonly #labels: ReadonlyMap<string, HtmlElement>;
  readonly #byId: ReadonlyMap<string, HtmlElement>;
  /** Texts of elements that name several fields, and the names of groups. */
  readonly #texts = new Map<HtmlElement, string>();
  readonly #groups = new Map<HtmlElement, string>();
  /** Terms of lists by their descriptions, and the lists in which terms were searched. */
  readonly #terms = new Map<HtmlElement, HtmlElement>();
  readonly #lists = new Set<object>();

  /**
   * @param labels elements `label` by the ids of what they name
   * @param byId elements by their ids
   */
  constructor(labels: ReadonlyMap<string, HtmlElement>, byId: ReadonlyMap<string, HtmlElement>) {
    this.#labels = labels;
    this.#byId = byId;
  }

  #textOf(element: HtmlElement): string {
    return once(this.#texts, element, () => clean(textOf(element)));
  }

  /** The name of a field by its attributes and labels, or ''. */
  ofField(field: HtmlElement): string {
    const label = this.#labels.get(attribute(field, 'id') ?? '') ?? around(field, ({ tagName }) => tagName === 'label');
    return this.#spokenName(field) || (label ? labelText(this.#textOf(label)) : '');
  }

  /** The name that an element has for assistive technology by its attributes. */
  #spokenName(element: HtmlElement): string {
    const ids = (attribute(element, 'aria-labelledby') ?? '').slice(0, 400).split(/\s+/);
    const named = ids.flatMap((id) => this.#byId.get(id) ?? []).slice(0, 4);
    return clean(attribute(element, 'aria-label') ?? '') || labelText(named.map((one) => this.#textOf(one)).join(' '));
  }

  /** The name of the group around a field, or ''. */
  ofGroup(field: HtmlElement): string {
    const group = around(field, isGroup);
    if (!group) return '';
    const legend = group.childNodes.find((child): child is HtmlElement => isHtml(child, 'legend'));
    return once(this.#groups, group, () => this.#spokenName(group) || (legend ? nameFrom(textOf(legend)) : ''));
  }

  /** The term before an entry of a list, or ''. */
  termOf(entry: HtmlElement): string {
    const list = entry.parentNode;
    if (list && !this.#lists.has(list)) {
      this.#lists.add(list);
      let last: HtmlElement | null = null;
      for (const child of list.childNodes) {
        if (!isHtml(child)) continue;
        if (last?.tagName === 'dt') this.#terms.set(child, last);
        last = child;
      }
    }
    const term = this.#terms.get(entry);
    return term ? this.#textOf(term) : '';
  }
}

/** The innermost element in an empty place that a style may draw: itself, or for a cell the one in it. */
export function drawnIn(element: HtmlElement): HtmlElement | null {
  let at = element;
  for (let depth = 0; depth < 4; depth += 1) {
    const inner = at.childNodes.filter((child): child is HtmlElement => isHtml(child) && child.tagName !== 'br');
    const [only] = inner;
    if (!only || inner.length > 1) break;
    at = only;
  }
  return /^t[dh]$/.test(at.tagName) ? null : at;
}

/** The changes that make a box to tick of an empty element, whose style stays; undefined if that cannot be. */
export function boxOf(element: HtmlElement | null, ownId: string | null): BlankChange[] | undefined {
  const tag = element && startTag(element);
  const end = element?.sourceCodeLocation?.endOffset;
  if (!element || !tag || end === undefined || ownId !== null || attribute(element, 'id') !== null) return undefined;
  const [behind, classes] = [tag.startOffset + 1 + element.tagName.length, attribute(element, 'class')];
  const classAt = tag.attrs?.['class'];
  const start: BlankChange = [
    tag.startOffset,
    behind,
    `<input type="checkbox"${classAt ? '' : ' class="editable"'}`,
    '',
  ];
  const named: BlankChange[] = classAt
    ? [[classAt.startOffset, classAt.endOffset, `class="${escapeAttribute(`${classes} editable`)}"`, null]]
    : [];
  return [start, ...named, [tag.endOffset, end, '', null]];
}

/** Removes blank texts and line breaks from an element; scripts, styles and formatting in it stay. */
function emptiedIn(element: HtmlElement, source: string): BlankChange[] {
  const changes: BlankChange[] = [];
  const behind = startTag(element)?.endOffset ?? 0;
  for (const node of descendants(element)) {
    const at = node.sourceCodeLocation;
    if (!at || at.startOffset < behind) continue;
    const own = source.slice(at.startOffset, at.endOffset);
    const isBlankText = node.nodeName === '#text' && 'value' in node && isBlank(node.value) && !own.includes('<');
    if (isBlankText || isHtml(node, 'br')) changes.push([at.startOffset, at.endOffset, '', null]);
  }
  return changes;
}

/** Content by which an empty element has the height of a line. */
const FILLER = /[^ \t\n\f\r]/;
/** An attribute of a region that has lost such content: the frame keeps its height, also where it cannot be edited. */
export const ROOM = ' data-ready-room';

/** Maximum number of lines that an empty place keeps. */
const LINES_MAX = 40;

/** The attribute for the content that an element loses: its value has a break and a zero width blank for each line but the first. */
function roomOf(parts: readonly string[]): string {
  const fillers = parts.filter((part) => FILLER.test(part));
  const breaks = fillers.filter((part) => part.startsWith('<')).length;
  const more = Math.min(LINES_MAX, breaks - (fillers.at(-1)?.startsWith('<') ? 1 : 0));
  if (fillers.length === 0) return '';
  return more > 0 ? `${ROOM}="${'&#10;&#8203;'.repeat(more)}"` : ROOM;
}

type Tag = NonNullable<ReturnType<typeof startTag>>;

/** The offset behind the name of an element's tag. */
export const behindName = ({ tagName }: HtmlElement, { startOffset }: Tag): number => startOffset + 1 + tagName.length;

/**
 * The changes that make a region of an element.
 * @param ownId its id, if that stays
 * @param keeps true if its content stays
 */
export function regionChanges(
  element: HtmlElement,
  tag: Tag,
  source: string,
  ownId: string | null,
  keeps: boolean,
): BlankChange[] {
  const behind = behindName(element, tag);
  const changes: BlankChange[] = [];
  const classes = attribute(element, 'class');
  const emptied = keeps ? [] : emptiedIn(element, source);
  const room = roomOf(emptied.map(([start, end]) => source.slice(start, end)));
  const { class: classAt, id: idAt, 'data-ready-label': labelAt } = tag.attrs ?? {};
  if (classAt) {
    changes.push([behind, behind, room, '']);
    const value = classes === null || classes.trim() === '' ? 'editable' : `${classes} editable`;
    changes.push([classAt.startOffset, classAt.endOffset, `class="${escapeAttribute(value)}"`, null]);
  } else changes.push([behind, behind, ` class="editable"${room}`, '']);
  if (idAt && ownId === null) changes.push(withBlanks(source, idAt.startOffset, idAt.endOffset));
  if (labelAt) changes.push(withBlanks(source, labelAt.startOffset, labelAt.endOffset));
  return [...changes, ...emptied];
}

/** A short line under a line to write on. */
export const isCaption = ({ heading, text }: Line): boolean => !heading && isShort(text) && !endsAsLabel(text);

/**
 * Names several places of a line by the words below them. False if these words are something else; otherwise the blanks between them are no places.
 * @param tokens the places of the lower line
 * @param places those of the line above
 */
export function areCaptions(line: Line, tokens: readonly Token[], above: Line, places: readonly Token[]): boolean {
  if (places.length < 2 || above.cell !== line.cell || !isCaption(line)) return false;
  const words = line.text.split(/\s*[\u00a0\u2003\u3000]\s+/).filter((part) => !isBlank(part));
  // As many places as words are places beside these words.
  if (words.length !== places.length || tokens.length >= places.length) return false;
  const parts = places.map(({ from }, at) => above.text.slice(places[at - 1]?.to ?? 0, from));
  const isOther = !isBlank(parts.join('') + above.text.slice(places.at(-1)?.to));
  if (isOther || places.some(({ kind }) => kind !== 'line')) return false;
  if (!tokens.every(({ from, to }) => isBlank(line.text.slice(from, to)))) return false;
  for (const [at, place] of places.entries()) place.name = nameFrom(words[at] ?? '', false);
  return true;
}
