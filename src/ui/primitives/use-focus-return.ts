import { useLayoutEffect, useRef, type RefObject } from 'react';

/** An element that may be missing when the focus has to move to it. */
export type FocusTarget = RefObject<HTMLElement | null>;

/** The element that had the focus before a dialog that has closed and leads elsewhere: what opens next gives the focus back to it. */
let left: Element | null = null;

/**
 * Returns the focus when a dialog closes: to the element that had it at opening, else to `fallback`, else to the page's title, else to `<main>`.
 * Radix returns it to its own Trigger only; ours are opened by state, and without this the focus would fall to `<body>`.
 * @returns the handler for Radix's `onCloseAutoFocus`; `isLeading`: what the dialog leads to takes the focus, so that nothing is typed where it was
 */
export function useFocusReturn(open: boolean, fallback?: FocusTarget): (event: Event, isLeading?: boolean) => void {
  const opener = useRef<Element | null>(null);

  useLayoutEffect(() => {
    // The content is in a portal, which mounts one commit later: here the opener still has the focus.
    if (!open) return;
    opener.current = document.activeElement === document.body ? left : document.activeElement;
    left = null;
  }, [open]);

  return (event, isLeading = false) => {
    event.preventDefault();
    left = isLeading ? opener.current : null;
    if (isLeading) return;
    const isSomewhere = (): boolean => document.activeElement !== null && document.activeElement !== document.body;
    // The dialog's action may have led to another screen, which has the focus already.
    if (isSomewhere()) return;
    const main = document.querySelector('main');
    const candidates = [opener.current, fallback?.current, main?.querySelector('h1[tabindex]'), main];
    for (const candidate of candidates) {
      if (!(candidate instanceof HTMLElement) || !candidate.isConnected || candidate === document.body) continue;
      candidate.focus();
      // `isSomewhere` and not the candidate itself: `<main>` passes the focus on to its title.
      if (isSomewhere()) return;
    }
  };
}
