import { isLinkAddress } from '../link-notation.ts';

/** The link that was clicked, wherever in it. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const [origin] = event.composedPath();
  // The right button opens the browser's own menu.
  if (event.button === 2 || !(origin instanceof Element)) return null;
  return origin.closest<HTMLAnchorElement>('a[href],area[href]');
}

export function isModified(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.button === 1;
}

function target(fragment: string): Element | null {
  let name = fragment;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    // A stray per cent sign is part of the name.
  }
  if (name === '') return document.documentElement;
  return document.getElementById(name) ?? document.getElementsByName(name)[0] ?? null;
}

/** Follows a link within the document. @returns what to ask the host for, or null; an address that is not safe leads nowhere */
export function follow(link: HTMLAnchorElement, isNewTab: boolean): { href: string; where: 'top' | 'new-tab' } | null {
  const href = (link.getAttribute('href') ?? '').trim();
  if (href.startsWith('#')) target(href.slice(1))?.scrollIntoView();
  return isLinkAddress(href) ? { href, where: link.target === '_top' && !isNewTab ? 'top' : 'new-tab' } : null;
}
