import { isLinkAddress } from '#common/document/text/link-notation.ts';
import { closest, type OwnClick, ownClick, ownDocument, pathOf } from '../own.ts';

/** The link that a click is on, or null. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const origin = pathOf(event)[0];
  return origin instanceof Element ? (closest(origin, 'a[*|href],area[href]') as HTMLAnchorElement | null) : null;
}

/**
 * True if a browser may answer a click by a window, a tab or a download of its own, which neither the sandbox nor a policy of ours stops: Shift,
 * Alt, Ctrl or the middle button, on a link that need not be visible from here (in a closed shadow root).
 */
export const isGesture = (event: MouseEvent): boolean => ownClick(event)?.isPlain === false;

/**
 * Recognizes the user's presses on links. A script can click a link, and it can move the focus to one just before Enter is pressed: a key counts
 * only on a link that the user has reached by Tab, by a press, or on the way into the frame.
 */
export class LinkPresses {
  #isOnTheWay = false;
  #reached: Element | null = null;

  /**
   * Notes a key or a press that moves the focus right after this, or the focus coming into the frame. @param time milliseconds in which that happens
   */
  setOut(event: Event, time = 0): void {
    if (!event.isTrusted) return;
    this.#isOnTheWay = true;
    // The browser moves the focus before any other task; on the way into the frame it may take longer.
    setTimeout(() => (this.#isOnTheWay = false), time);
  }

  /** Notes the element that has received the focus. */
  arrive(event: FocusEvent): void {
    const origin = pathOf(event)[0];
    this.#reached = this.#isOnTheWay && origin instanceof Element ? origin : null;
    this.#isOnTheWay = false;
  }

  /** The user's click on the link, or null if a script made it. */
  pressOn(link: Element, event: MouseEvent): OwnClick | null {
    const click = ownClick(event);
    if (!click || click.isRight) return null;
    return click.isByKey && this.#reached !== link ? null : click;
  }
}

function target(fragment: string): Element | null {
  let name = fragment;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    // A stray per cent sign is part of the name.
  }
  if (name === '') return ownDocument.documentElement;
  return ownDocument.getElementById(name) ?? ownDocument.getElementsByName(name)[0] ?? null;
}

/** Shows the link's target in the document, if it has one. */
export function goWithin(link: HTMLAnchorElement): void {
  const href = addressOf(link);
  if (href.startsWith('#')) target(href.slice(1))?.scrollIntoView();
}

const addressOf = (link: HTMLAnchorElement): string => (link.getAttribute('href') ?? '').trim();

/** @returns the request to the host to open a link's address, or null for one that is not safe */
export function linkRequest(
  link: HTMLAnchorElement,
  isNewTab: boolean,
): { href: string; where: 'top' | 'new-tab' } | null {
  const href = addressOf(link);
  return isLinkAddress(href) ? { href, where: link.target === '_top' && !isNewTab ? 'top' : 'new-tab' } : null;
}
