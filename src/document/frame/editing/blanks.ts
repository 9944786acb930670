import { BLANK_ATTRIBUTE, type DrawnBlanks } from '#common/document/html/blanks.ts';
import { boxOf, childrenOf, closest, focus, localNameOf, ownDocument, pathOf, styleOf, typeOf } from '../own.ts';

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
    const places = ownDocument.querySelectorAll(`[${BLANK_ATTRIBUTE}]`);
    let first: Element | null = null;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at];
      const no = Number(place?.getAttribute(BLANK_ATTRIBUTE));
      const stands = `${all.has(no) ? 'taken' : 'free'}${no === current ? ' current' : ''}`;
      if (place && place.getAttribute(STANDS) !== stands) place.setAttribute(STANDS, stands);
      if (no === current) first ??= place ?? null;
    }
    if (current !== this.#current) first?.scrollIntoView({ block: 'nearest' });
    this.#current = current;
  }

  /** The number of the place that the user has pressed, or null. */
  pressed(event: MouseEvent): number | null {
    if (!this.#isOn || !event.isTrusted) return null;
    const path = pathOf(event);
    for (let at = 0; at < path.length; at += 1) {
      const one = path[at];
      const no = one instanceof Element ? one.getAttribute(BLANK_ATTRIBUTE) : null;
      if (no !== null) return /^\d{1,6}$/.test(no) ? Number(no) : null;
    }
    return null;
  }

  /** Keeps a field from opening its list; the keyboard still moves into the document. */
  isHeld(event: MouseEvent): boolean {
    const [target] = pathOf(event);
    if (!this.#isOn || !(target instanceof HTMLElement) || !FIELDS.test(target.tagName)) return false;
    focus(ownDocument.documentElement);
    return true;
  }
}

/** Style that gives an empty place a size that can be pressed, and changes nothing else of the document. */
function blankStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
[${STANDS}]{cursor:pointer!important}
[${STANDS}]:empty:is(p,div,li,dd,blockquote,section){min-height:1lh!important;min-width:3em!important}
[${STANDS}]:hover{outline:2px dashed #6d28d9!important;outline-offset:-1px!important}
[${STANDS}~=taken]{outline:2px solid #6d28d9!important;outline-offset:-1px!important;box-shadow:inset 0 0 0 99vmax rgb(139 92 246/.18)!important}
[${STANDS}~=current]{outline-width:4px!important}
@media (forced-colors:active){[${STANDS}~=taken]{outline-color:Highlight!important}}`);
  return sheet;
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const [TEXT, COMMENT] = [3, 8];

/** The innermost element in a place with nothing else in it; null if there is something. */
function emptyIn(place: Element): Element | null {
  let at: Element = place;
  for (let depth = 0; depth < 4; depth += 1) {
    const children = childrenOf(at);
    let inner: Element | null = null;
    for (let one = 0; one < children.length; one += 1) {
      const child = children[one];
      if (!child) continue;
      if (typeOf(child) === COMMENT) continue;
      if (typeOf(child) === TEXT && (child.nodeValue ?? '').trim() === '') continue;
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

/** True if another cell of its row has no line below: then the line is the cell's own, and not the row's. `known`: answers by rows. */
function hasOwnLine(cell: Element, known: Map<Element, boolean>): boolean {
  const row = closest(cell, 'tr');
  if (row && !known.has(row)) {
    const cells = Array.from(row.querySelectorAll(':scope>:nth-child(-n+200)'));
    const isOwn = cells.some((one) => Number.parseFloat(styleOf(one)('border-bottom-width')) === 0);
    known.set(row, isOwn);
  }
  return row !== null && known.get(row) === true;
}

/** How its style draws an empty place. A cell's own borders are those of its table. */
function drawnAs(place: Element, rows: Map<Element, boolean>): keyof DrawnBlanks | null {
  const element = emptyIn(place);
  if (!element || /^(?:input|textarea|select)$/.test(localNameOf(element))) return null;
  const isCell = /^t[dh]$/.test(localNameOf(element));
  const style = styleOf(element);
  let edges = 0;
  for (const side of SIDES) {
    const isDrawn =
      !/^(?:none|hidden)$/.test(style(`border-${side}-style`)) &&
      !/^rgba\(.*, 0\)$/.test(style(`border-${side}-color`));
    if (isDrawn && Number.parseFloat(style(`border-${side}-width`)) > 0) edges += 1;
  }
  const box = boxOf(element);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const isSquare = Math.abs(width - height) <= Math.max(width, height) / 3;
  if (isCell && edges !== 1) return null;
  if (edges === SIDES.length && isSquare && width >= SIZES.least && width <= SIZES.box) return 'boxes';
  if (width < SIZES.line) return null;
  if (edges === SIDES.length) return 'lines';
  // A line across the page between blocks is an ornament.
  const isInLine = style('display').startsWith('inline');
  const isBelow =
    edges === 1 && Number.parseFloat(style('border-bottom-width')) > 0 && style('border-bottom-style') !== 'none';
  return isBelow && (isCell ? hasOwnLine(element, rows) : isInLine || height >= SIZES.text) ? 'lines' : null;
}

function drawnBlanks(): DrawnBlanks {
  const drawn: Record<keyof DrawnBlanks, number[]> = { lines: [], boxes: [] };
  const rows = new Map<Element, boolean>();
  const places = ownDocument.querySelectorAll(`[${BLANK_ATTRIBUTE}]`);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at];
    const no = place?.getAttribute(BLANK_ATTRIBUTE) ?? '';
    const how = place && /^\d{1,6}$/.test(no) ? drawnAs(place, rows) : null;
    if (how) drawn[how].push(Number(no));
  }
  return drawn;
}
