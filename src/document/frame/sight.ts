import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';

/**
 * What a user can see of a document: rendered, of a size that can be read, and not cut away, or scrolling brings it there. Where that is in doubt,
 * as with a mask, it counts as unseen. Colours are not compared, and what another element covers is not found.
 */

type Box = { left: number; top: number; right: number; bottom: number };

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
  const left = view.left - at.scrollLeft - (isFromRight ? at.scrollWidth - at.clientWidth : 0);
  const top = view.top - at.scrollTop;
  const reach = cut(box, { left, top, right: left + at.scrollWidth, bottom: top + at.scrollHeight });
  const width = Math.min(reach.right - reach.left, view.right - view.left);
  const height = Math.min(reach.bottom - reach.top, view.bottom - view.top);
  const x = Math.min(Math.max(reach.left, view.left), view.right - width);
  const y = Math.min(Math.max(reach.top, view.top), view.bottom - height);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

const viewport = (): Box => ({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });

/** What of a box the elements around it leave visible; null if one of them hides it in a way that is no cut. */
function leftOf(box: Box, element: Element): Box | null {
  let left = box;
  let opacity = 1;
  let isFixed = false;
  // An absolute element is not cut by those between it and the one that it is placed in.
  let isFree = false;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    const { position, overflowX, overflowY, contain } = style;
    opacity *= Number(style.opacity);
    const mask = style.getPropertyValue('mask-image') || style.getPropertyValue('-webkit-mask-image');
    if (opacity < 0.1 || style.clipPath !== 'none' || HIDING_FILTER.test(style.filter) || !/^(none)?$/.test(mask))
      return null;
    if (/^(absolute|fixed)$/.test(position) && style.clip !== 'auto') return null;
    const isPlaced = position !== 'static' || style.transform !== 'none';
    if (!isFixed && (isPlaced || !isFree) && at !== ownDocument.documentElement && at !== ownDocument.body) {
      const isCut = /paint|strict|content/.test(contain) || overflowX !== 'visible' || overflowY !== 'visible';
      const isScrolled = /auto|scroll/.test(overflowX + overflowY);
      // An element does not cut itself: its text is cut by its own box.
      if (isScrolled) left = scrolledInto(left, at.getBoundingClientRect(), at, style.direction === 'rtl');
      else if (isCut) left = cut(left, at.getBoundingClientRect());
    }
    isFree = isPlaced ? position === 'absolute' : isFree;
    isFixed ||= position === 'fixed';
  }
  const root = ownDocument.scrollingElement ?? ownDocument.documentElement;
  const isStill =
    isFixed ||
    [ownDocument.documentElement, ownDocument.body].some(
      (one) => one !== null && /hidden|clip/.test(getComputedStyle(one).overflow),
    );
  const isFromRight = getComputedStyle(root).direction === 'rtl';
  return isStill ? cut(left, viewport()) : scrolledInto(left, viewport(), root, isFromRight);
}

function isDrawn(element: Element): boolean {
  const options = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true };
  const style = getComputedStyle(element);
  // Browsers older than this method are asked less.
  return element.checkVisibility?.(options) ?? (style.visibility === 'visible' && style.display !== 'none');
}

function isBoxInSight(box: Box, element: Element): boolean {
  if (!isHigh(box) || !isDrawn(element)) return false;
  const left = leftOf(box, element);
  return left !== null && isHigh(left) && areaOf(left) >= Math.min(areaOf(box), areaOf(viewport())) * LEAST_PART;
}

/** True if a text is in sight. */
export function isTextInSight(text: Text): boolean {
  const element = text.parentElement;
  if (!element) return false;
  const style = getComputedStyle(element);
  if (NO_COLOUR.test(style.getPropertyValue('-webkit-text-fill-color') || style.color)) return false;
  const range = ownDocument.createRange();
  range.selectNodeContents(text);
  return isBoxInSight(range.getBoundingClientRect(), element);
}

/** The texts in an element that are not blank. */
export function textsIn(element: Element, most: number = FRAME_LIMITS.lines): Text[] {
  const walker = ownDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (texts.length < most && walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '') texts.push(text);
  }
  return texts;
}

/** True if a region's element is in sight, with all of its text. A control may be drawn by its label. */
export function isInSight(element: HTMLElement): boolean {
  if (!/^(input|select|textarea)$/.test(element.localName)) {
    const texts = textsIn(element);
    return texts.length > 0 && texts.every(isTextInSight);
  }
  const isOwn =
    isBoxInSight(element.getBoundingClientRect(), element) && !NO_COLOUR.test(getComputedStyle(element).color);
  const labels = /^(checkbox|radio)$/.test((element as HTMLInputElement).type)
    ? (element as HTMLInputElement).labels
    : null;
  return isOwn || [...(labels ?? [])].some((label) => isBoxInSight(label.getBoundingClientRect(), label));
}
