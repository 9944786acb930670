import { FRAME_LIMITS } from './limits.ts';
import {
  type Box,
  boxFrom,
  boxOf,
  charactersOf,
  inputTypeOf,
  isDrawn,
  labelsOf,
  localNameOf,
  method,
  ownDocument,
  parentOf,
  scrolling,
  styleOf,
  windowHeight,
  windowWidth,
} from './own.ts';

/**
 * Sight of a user in a document: a text is rendered, of a size that can be read, and not cut away, or scrolling brings it there. Where that is in doubt,
 * as with a mask, it counts as unseen. Colours are not compared, and what another element covers is not found.
 */

const [select, rangeRect] = [
  method(Range.prototype, 'selectNodeContents'),
  method(Range.prototype, 'getBoundingClientRect'),
];
/** The place of a text in the window. */
function textBox(text: Text): Box {
  const range = ownDocument.createRange();
  select(range, text);
  return boxFrom(rangeRect(range));
}

/** The least height, in pixels, and the least part of a text that must be visible. */
const [LEAST_HEIGHT, LEAST_PART] = [4, 0.5];
/** Filters that can make a text unreadable. */
const HIDING_FILTER = /opacity|blur|brightness|contrast|url/;
const NO_COLOUR = /(?:^rgba\(.*,|\/) ?0(?:\.0\d*)?\)$/;

const cut = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);
const isLarge = ({ left, top, right, bottom }: Box): boolean => bottom - top >= LEAST_HEIGHT && right - left >= 1;

/** The axes in which scrolling can bring something in sight; in the others it is cut. */
type Axes = { readonly x: boolean; readonly y: boolean };

/** The part of a box that scrolling can bring in sight: it is moved as far into the view as the scrolling goes. */
function scrolledInto(box: Box, view: Box, at: Element, axes: Axes): Box {
  const style = styleOf(at);
  const isFromRight = style('direction') === 'rtl';
  const isFromBottom = /flex/.test(style('display')) && style('flex-direction') === 'column-reverse';
  const left = view.left - scrolling.left(at) - (isFromRight ? scrolling.width(at) - scrolling.shownWidth(at) : 0);
  const top = view.top - scrolling.top(at) - (isFromBottom ? scrolling.height(at) - scrolling.shownHeight(at) : 0);
  const reach = cut(box, { left, top, right: left + scrolling.width(at), bottom: top + scrolling.height(at) });
  const width = Math.min(reach.right - reach.left, view.right - view.left);
  const height = Math.min(reach.bottom - reach.top, view.bottom - view.top);
  const x = Math.min(Math.max(reach.left, view.left), view.right - width);
  const y = Math.min(Math.max(reach.top, view.top), view.bottom - height);
  const still = cut(box, view);
  return {
    left: axes.x ? x : still.left,
    right: axes.x ? x + width : still.right,
    top: axes.y ? y : still.top,
    bottom: axes.y ? y + height : still.bottom,
  };
}

const SCROLLS = /auto|scroll/;
/** Properties of which each value but none makes an element the place of its absolute and fixed parts. */
const PLACING = ['transform', 'translate', 'rotate', 'scale', 'filter', 'perspective'];

/** A direction in space as an element's transform turns it. */
function turned([x, y, z]: readonly number[], transform: string): readonly number[] {
  const m = transform.startsWith('matrix3d') ? transform.slice(9, -1).split(',').map(Number) : [];
  if (m.length !== 16) return [x ?? 0, y ?? 0, z ?? 0];
  return [0, 1, 2].map((at) => (m[at] ?? 0) * (x ?? 0) + (m[at + 4] ?? 0) * (y ?? 0) + (m[at + 8] ?? 0) * (z ?? 0));
}

const viewport = (): Box => ({ left: 0, top: 0, right: windowWidth(), bottom: windowHeight() });

/** The part of a box that the elements around it leave visible; null if one of them hides it in a way that is no cut. */
function leftOf(box: Box, element: Element): Box | null {
  let left = box;
  let opacity = 1;
  let isFixed = false;
  // An absolute element is not cut by those between it and the one that it is placed in.
  let isFree = false;
  // The way that the front of a part faces whose back is not drawn: it is turned with all around it that share its space.
  let front: readonly number[] | null = null;
  // The window scrolls as the outermost element says, or else as the body does, which then cuts nothing itself.
  const isOfRoot = styleOf(ownDocument.documentElement)('overflow') !== 'visible';
  const viewed = isOfRoot ? null : ownDocument.body;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const style = styleOf(at);
    const [position, overflowX, overflowY] = [style('position'), style('overflow-x'), style('overflow-y')];
    opacity *= Number(style('opacity'));
    const mask = style('mask-image') || style('-webkit-mask-image');
    if (style('backface-visibility') === 'hidden') front ??= [0, 0, 1];
    if (front) {
      front = turned(front, style('transform'));
      const around = parentOf(at);
      const isShared = around !== null && styleOf(around)('transform-style') === 'preserve-3d';
      if ((!isShared && (front[2] ?? 0) < 0) || style('rotate').includes(' ')) return null;
      if (!isShared) front = null;
    }
    if (
      opacity < 0.1 ||
      style('content-visibility') === 'hidden' ||
      style('clip-path') !== 'none' ||
      HIDING_FILTER.test(style('filter')) ||
      !/^(none)?$/.test(mask)
    )
      return null;
    if (/^(absolute|fixed)$/.test(position) && style('clip') !== 'auto') return null;
    const isPlace = PLACING.some((name) => !/^(none)?$/.test(style(name)));
    const isPlaced = position !== 'static' || isPlace;
    if (isPlace) isFixed = false;
    if (!isFixed && (isPlaced || !isFree) && at !== ownDocument.documentElement && at !== viewed) {
      const isCut = /paint|strict|content/.test(style('contain')) || overflowX !== 'visible' || overflowY !== 'visible';
      const axes = { x: SCROLLS.test(overflowX), y: SCROLLS.test(overflowY) };
      if (axes.x || axes.y) left = scrolledInto(left, boxOf(at), at, axes);
      else if (isCut) left = cut(left, boxOf(at));
    }
    isFree = isPlaced ? position === 'absolute' : isFree;
    isFixed ||= position === 'fixed';
  }
  const root = ownDocument.scrollingElement ?? ownDocument.documentElement;
  if (isFixed) return cut(left, viewport());
  const style = styleOf(viewed ?? ownDocument.documentElement);
  const isStill = (name: string): boolean => /hidden|clip/.test(style(name));
  return scrolledInto(left, viewport(), root, { x: !isStill('overflow-x'), y: !isStill('overflow-y') });
}

/** The element that has a box: one of `display: contents` has none, and its text is drawn. */
function boxedAround(element: Element): Element {
  const around = styleOf(element)('display') === 'contents' ? parentOf(element) : null;
  return around ? boxedAround(around) : element;
}

function isBoxInSight(box: Box, element: Element): boolean {
  if (!isLarge(box) || !isDrawn(boxedAround(element))) return false;
  const left = leftOf(box, element);
  return left !== null && isLarge(left) && areaOf(left) >= Math.min(areaOf(box), areaOf(viewport())) * LEAST_PART;
}

/** True if a text is in sight. */
export function isTextInSight(text: Text): boolean {
  const element = parentOf(text);
  if (!element) return false;
  const style = styleOf(element);
  if (NO_COLOUR.test(style('-webkit-text-fill-color') || style('color'))) return false;
  if (!/^(none)?$/.test(style('-webkit-text-security'))) return false;
  return isBoxInSight(textBox(text), element);
}

/** Elements whose text is none of the document's. */
const NOT_READ = /^(script|style|noscript|template|option|optgroup|textarea|title)$/;

/** The texts in an element that are not blank. */
export function textsIn(element: Element, most: number = FRAME_LIMITS.lines): Text[] {
  const walker = ownDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (texts.length < most && walker.nextNode()) {
    const text = walker.currentNode as Text;
    const around = parentOf(text);
    if (around && NOT_READ.test(localNameOf(around))) continue;
    if (charactersOf(text).trim() !== '') texts.push(text);
  }
  return texts;
}

/** True if a region's element is in sight, with all of its text. A control may be drawn by its label. */
export function isInSight(element: HTMLElement): boolean {
  if (!/^(input|select|textarea)$/.test(localNameOf(element))) {
    const texts = textsIn(element);
    return texts.length > 0 && texts.every(isTextInSight);
  }
  const style = styleOf(element);
  const isReadable = !NO_COLOUR.test(style('color')) && parseFloat(style('font-size')) >= LEAST_HEIGHT;
  // A text that is indented by more than its field is wide, or to the left of it, is cut.
  const indent = Math.abs(parseFloat(style('text-indent')));
  const box = boxOf(element);
  const isOwn = isReadable && indent < box.right - box.left && isBoxInSight(box, element);
  const input = localNameOf(element) === 'input' ? (element as HTMLInputElement) : null;
  const labels = input && /^(checkbox|radio)$/.test(inputTypeOf(input)) ? labelsOf(input) : null;
  return isOwn || [...(labels ?? [])].some((label) => isBoxInSight(boxOf(label), label));
}
