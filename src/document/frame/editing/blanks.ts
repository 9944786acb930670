import { BLANK_ATTRIBUTE, type DrawnBlanks } from '#common/document/html/blanks.ts';
import {
  boxOf,
  childrenOf,
  closest,
  focus,
  localNameOf,
  ownDocument,
  pathOf,
  sheetOf,
  styleOf,
  typeOf,
} from '../own.ts';

/** State of a place: taken or free, and current. */
const STANDS = 'data-ready-stands';
const FIELDS = /^(?:INPUT|SELECT|TEXTAREA)$/;

/**
 * Places of a document that can become regions, in the workshop: taken ones get a frame, and a press on one returns its number. The document is
 * shown unchanged; nothing in it is filled in here.
 */
export class Blanks {
  #isOn = false;
  #current: number | null = null;

  /**
   * @param taken numbers of the places that become regions
   * @param current number of the selected one
   * @param report receives once the empty places that the document's style draws
   */
  show(
    taken: readonly number[],
    current: number | null,
    report: (drawn: { type: 'blanks-drawn' } & DrawnBlanks) => void,
  ): void {
    if (!this.#isOn) report({ type: 'blanks-drawn', ...drawnBlanks() });
    if (!this.#isOn) ownDocument.adoptedStyleSheets = Array.from(ownDocument.adoptedStyleSheets).concat(blankStyle());
    this.#isOn = true;
    const all = new Set(taken);
    let first: Element | null = null;
    for (const place of placesNow()) {
      const no = Number(place.getAttribute(BLANK_ATTRIBUTE));
      const stands = `${all.has(no) ? 'taken' : 'free'}${no === current ? ' current' : ''}`;
      if (place.getAttribute(STANDS) !== stands) place.setAttribute(STANDS, stands);
      if (no === current) first ??= place;
    }
    if (current !== this.#current) first?.scrollIntoView({ block: 'nearest' });
    this.#current = current;
  }

  /** The number of the place that the user has pressed, or null. */
  pressed(event: MouseEvent): number | null {
    if (!this.#isOn || !event.isTrusted) return null;
    const place = pathOf(event).find((one) => one instanceof Element && one.hasAttribute(BLANK_ATTRIBUTE));
    return place instanceof Element ? numberOf(place) : null;
  }

  /** Keeps a field from opening its list; the keyboard still moves into the document. */
  isHeld(event: MouseEvent): boolean {
    const [target] = pathOf(event);
    if (!this.#isOn || !(target instanceof HTMLElement) || !FIELDS.test(target.tagName)) return false;
    focus(ownDocument.documentElement);
    return true;
  }
}

const placesNow = (): NodeListOf<Element> => ownDocument.querySelectorAll(`[${BLANK_ATTRIBUTE}]`);

/** The number of a place; null for an attribute of the document's own. */
function numberOf(place: Element): number | null {
  const no = place.getAttribute(BLANK_ATTRIBUTE) ?? '';
  return /^\d{1,6}$/.test(no) ? Number(no) : null;
}

/** Style that gives an empty place a size that can be pressed, and changes nothing else of the document. */
const blankStyle = (): CSSStyleSheet =>
  sheetOf(`
[${STANDS}]{cursor:pointer!important}
[${STANDS}]:empty:is(p,div,li,dd,blockquote,section){min-height:1lh!important;min-width:3em!important}
[${STANDS}]:hover{outline:2px dashed #6d28d9!important;outline-offset:-1px!important}
[${STANDS}~=taken]{outline:2px solid #6d28d9!important;outline-offset:-1px!important;box-shadow:inset 0 0 0 99vmax rgb(139 92 246/.18)!important}
[${STANDS}~=current]{outline-width:4px!important}
@media (forced-colors:active){[${STANDS}~=taken]{outline-color:Highlight!important}}`);

const [TEXT, COMMENT] = [3, 8];

/** The innermost element in a place with nothing else in it; null if there is something. */
function emptyIn(place: Element): Element | null {
  let at: Element = place;
  for (let depth = 0; depth < 4; depth += 1) {
    let inner: Element | null = null;
    for (const child of childrenOf(at)) {
      if (typeOf(child) === COMMENT || (typeOf(child) === TEXT && (child.nodeValue ?? '').trim() === '')) continue;
      if (!(child instanceof Element) || inner !== null) return null;
      if (localNameOf(child) !== 'br') inner = child;
    }
    if (inner === null) return at;
    at = inner;
  }
  return null;
}

/** Sizes in CSS pixels: the largest box to tick, the shortest line to write on, and the height of a line of text. */
const SIZES = { least: 6, box: 34, line: 24, text: 10 } as const;

/** Edges of a box as bits: each side's, that of a line below, and those of a box. */
const SIDES = { top: 1, right: 2, bottom: 4, left: 8 } as const;
const [BELOW, ALL] = [4, 15];
const [CLEAR, THIN] = [String.raw`rgba\([^)]*, 0\)`, String.raw`[0-4](?:\.\d+)?px`];
const IS_CLEAR = new RegExp(`^${CLEAR}$`);
const SHADOWS = new RegExp(String.raw`(${CLEAR} )?(-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px (-?[\d.]+)px( inset)?`, 'g');
/** Backgrounds with a line at the foot, or with lines to write on: a thin picture, and gradients between clear and a colour. */
const RULES = new RegExp(
  String.raw`^100% (?:no-repeat|repeat-x) \S+ ${THIN} (?!none)|(?:\dpx linear-gradient\(|linear-gradient\((?:to top|0deg), )(?!${CLEAR}|to |-?\d).* ${THIN}, ${CLEAR} ${THIN}|(?: linear-gradient\(${CLEAR}.* (?:calc\(100% - ${THIN}\)|9[\d.]+%)|repeating-linear-gradient\(${CLEAR}.*px), (?!${CLEAR})`,
);

/** The edges that a style draws, by borders or in place of them. */
function edgesOf(style: ReturnType<typeof styleOf>): number {
  const isDrawn = (line: string): boolean =>
    !/^(?:none|hidden)$/.test(style(`${line}-style`)) &&
    !IS_CLEAR.test(style(`${line}-color`)) &&
    Number.parseFloat(style(`${line}-width`)) > 0;
  let edges = isDrawn('outline') ? ALL : 0;
  for (const [side, bit] of Object.entries(SIDES)) if (isDrawn(`border-${side}`)) edges |= bit;
  const shadows = Array.from(style('box-shadow').matchAll(SHADOWS));
  // A blurred one makes a card, and a wide one fills an area.
  const isCard = shadows.some(([, , , , blur]) => Number(blur) > 0);
  for (const [, clear, x, y, , size, inset] of isCard ? [] : shadows) {
    const side = inset ? -1 : 1;
    const [right, down, all] = [side * Number(x), side * Number(y), Number(size)] as const;
    const reach = [all - down, all + right, all + down, all - right];
    if (!clear && Math.max(...reach) <= 4) reach.forEach((one, at) => (edges |= one > 0 ? 1 << at : 0));
  }
  const background = ['position-y', 'repeat', 'size', 'image'].map((part) => style(`background-${part}`));
  return RULES.test(background.join(' ')) ? edges | BELOW : edges;
}

/** The edges of what a style adds before or behind an element's content: words, icons and lines further up have none. */
function addedEdges(style: ReturnType<typeof styleOf>): number {
  const content = style('content');
  if (!/^"[\s_.…]*"$/.test(content)) return 0;
  const isFilled = Number.parseFloat(style('height')) <= 3 && !IS_CLEAR.test(style('background-color'));
  const edges = isFilled || /[_.…]{3}/.test(content) ? BELOW : edgesOf(style);
  const isAtFoot = style('position') !== 'absolute' || Math.abs(Number.parseFloat(style('bottom'))) <= 4;
  return edges !== BELOW || isAtFoot ? edges : 0;
}

/** True if another cell of its row has no line below: then the line is the cell's own, and not the row's. `known`: answers by rows. */
function hasOwnLine(cell: Element, known: Map<Element, boolean>): boolean {
  const row = closest(cell, 'tr');
  if (row && !known.has(row)) {
    const cells = Array.from(row.querySelectorAll(':scope>:nth-child(-n+200)'));
    const isOwn = cells.some((one) => (edgesOf(styleOf(one)) & BELOW) === 0);
    known.set(row, isOwn);
  }
  return row !== null && known.get(row) === true;
}

/** How its style draws an empty place. A cell's own borders are those of its table. */
function drawnAs(place: Element, rows: Map<Element, boolean>): keyof DrawnBlanks | null {
  const element = emptyIn(place);
  if (!element || /^(?:input|textarea|select)$/.test(localNameOf(element))) return null;
  const isCell = /^t[dh]$/.test(localNameOf(element));
  const [own, box] = [styleOf(element), boxOf(element)];
  for (const part of ['', '::before', '::after']) {
    const style = part ? styleOf(element, part) : own;
    const edges = part ? addedEdges(style) : edgesOf(style);
    const width = (part && Number.parseFloat(style('width'))) || box.right - box.left;
    const height = (part && Number.parseFloat(style('height'))) || box.bottom - box.top;
    const isSquare = Math.abs(width - height) <= Math.max(width, height) / 3;
    if (edges === ALL && !isCell && isSquare && width >= SIZES.least && width <= SIZES.box) return 'boxes';
    if (width < SIZES.line) continue;
    if (edges === ALL && !isCell) return 'lines';
    // A line across the page between blocks is an ornament.
    const isPlace = isCell
      ? hasOwnLine(element, rows)
      : own('display').startsWith('inline') || box.bottom - box.top >= SIZES.text;
    if (edges === BELOW && isPlace) return 'lines';
  }
  return null;
}

function drawnBlanks(): DrawnBlanks {
  const drawn: Record<keyof DrawnBlanks, number[]> = { lines: [], boxes: [] };
  const rows = new Map<Element, boolean>();
  for (const place of placesNow()) {
    const no = numberOf(place);
    const how = no === null ? null : drawnAs(place, rows);
    if (how && no !== null) drawn[how].push(no);
  }
  return drawn;
}
