import { FRAME_LIMITS } from './limits.ts';
import {
  type Box,
  boxOf,
  charactersOf,
  isDrawn,
  ownDocument,
  parentOf,
  scrolling,
  styleOf,
  textBox,
  windowHeight,
  windowWidth,
} from './own.ts';

/**
 * Sight of a user in a document: a text is rendered, of a size that can be read, and not cut away, or scrolling brings it there. Where that is in doubt,
 * as with a mask, it counts as unseen. Colours are not compared, and what another element covers is not found.
 */

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
const isHigh = ({ top, bottom }: Box): boolean => bottom - top >= LEAST_HEIGHT;

/** The part of a box that scrolling can bring in sight: it is moved as far into the view as the scrolling goes. */
function scrolledInto(box: Box, view: Box, at: Element, isFromRight: boolean): Box {
  const left = view.left - scrolling.left(at) - (isFromRight ? scrolling.width(at) - scrolling.shownWidth(at) : 0);
  const top = view.top - scrolling.top(at);
  const reach = cut(box, { left, top, right: left + scrolling.width(at), bottom: top + scrolling.height(at) });
  const width = Math.min(reach.right - reach.left, view.right - view.left);
  const height = Math.min(reach.bottom - reach.top, view.bottom - view.top);
  const x = Math.min(Math.max(reach.left, view.left), view.right - width);
  const y = Math.min(Math.max(reach.top, view.top), view.bottom - height);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

const viewport = (): Box => ({ left: 0, top: 0, right: windowWidth(), bottom: windowHeight() });

/** The part of a box that the elements around it leave visible; null if one of them hides it in a way that is no cut. */
function leftOf(box: Box, element: Element): Box | null {
  let left = box;
  let opacity = 1;
  let isFixed = false;
  // An absolute element is not cut by those between it and the one that it is placed in.
  let isFree = false;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const style = styleOf(at);
    const [position, overflow] = [style('position'), `${style('overflow-x')} ${style('overflow-y')}`];
    opacity *= Number(style('opacity'));
    const mask = style('mask-image') || style('-webkit-mask-image');
    if (
      opacity < 0.1 ||
      style('clip-path') !== 'none' ||
      HIDING_FILTER.test(style('filter')) ||
      !/^(none)?$/.test(mask)
    )
      return null;
    if (/^(absolute|fixed)$/.test(position) && style('clip') !== 'auto') return null;
    const isPlaced = position !== 'static' || style('transform') !== 'none';
    if (!isFixed && (isPlaced || !isFree) && at !== ownDocument.documentElement && at !== ownDocument.body) {
      const isCut = /paint|strict|content/.test(style('contain')) || overflow !== 'visible visible';
      if (/auto|scroll/.test(overflow)) left = scrolledInto(left, boxOf(at), at, style('direction') === 'rtl');
      else if (isCut) left = cut(left, boxOf(at));
    }
    isFree = isPlaced ? position === 'absolute' : isFree;
    isFixed ||= position === 'fixed';
  }
  const root = ownDocument.scrollingElement ?? ownDocument.documentElement;
  const isStill =
    isFixed ||
    [ownDocument.documentElement, ownDocument.body].some(
      (one) => one !== null && /hidden|clip/.test(styleOf(one)('overflow')),
    );
  const isFromRight = styleOf(root)('direction') === 'rtl';
  return isStill ? cut(left, viewport()) : scrolledInto(left, viewport(), root, isFromRight);
}

function isBoxInSight(box: Box, element: Element): boolean {
  if (!isHigh(box) || !isDrawn(element)) return false;
  const left = leftOf(box, element);
  return left !== null && isHigh(left) && areaOf(left) >= Math.min(areaOf(box), areaOf(viewport())) * LEAST_PART;
}

/** True if a text is in sight. */
export function isTextInSight(text: Text): boolean {
  const element = parentOf(text);
  if (!element) return false;
  const style = styleOf(element);
  if (NO_COLOUR.test(style('-webkit-text-fill-color') || style('color'))) return false;
  return isBoxInSight(textBox(text), element);
}

/** The texts in an element that are not blank. */
export function textsIn(element: Element, most: number = FRAME_LIMITS.lines): Text[] {
  const walker = ownDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (texts.length < most && walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (charactersOf(text).trim() !== '') texts.push(text);
  }
  return texts;
}

/** True if a region's element is in sight, with all of its text. A control may be drawn by its label. */
export function isInSight(element: HTMLElement): boolean {
  if (!/^(input|select|textarea)$/.test(element.localName)) {
    const texts = textsIn(element);
    return texts.length > 0 && texts.every(isTextInSight);
  }
  const isOwn = isBoxInSight(boxOf(element), element) && !NO_COLOUR.test(styleOf(element)('color'));
  const labels = /^(checkbox|radio)$/.test((element as HTMLInputElement).type)
    ? (element as HTMLInputElement).labels
    : null;
  return isOwn || [...(labels ?? [])].some((label) => isBoxInSight(boxOf(label), label));
}
