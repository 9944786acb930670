import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { matchPath, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { routePatterns } from '#config/paths.ts';
import { MAIN_ID } from '#ui/primitives/app-frame.tsx';
import { VisuallyHidden } from '#ui/primitives/visually-hidden.tsx';

/** The editor is one place at both of its addresses: a first save changes the address under somebody who is typing. */
function placeOf(pathname: string): string {
  const form = matchPath({ path: routePatterns.form, end: false }, pathname);
  return form ? form.pathnameBase : pathname;
}

/** @returns whether there is a title already; else `<main>` has the focus */
function focusTitle(): boolean {
  const main = document.getElementById(MAIN_ID);
  const title = main?.querySelector<HTMLElement>('h1[tabindex]');
  (title ?? main)?.focus({ preventScroll: true });
  return Boolean(title);
}

/**
 * What a full page load does by itself and a change of address inside the page does not: a new place starts at its top with the focus on its title, and
 * its name is announced. Stands beside the routes and never goes, so that its live region is there before it has anything to say.
 */
export function Arrival() {
  const place = placeOf(useLocation().pathname);
  const isReturn = useNavigationType() === NavigationType.Pop;
  const before = useRef(place);
  const keepFocus = useKeptFocus();

  useLayoutEffect(() => {
    if (before.current === place) return;
    before.current = place;
    if (!isReturn) window.scrollTo(0, 0);
    keepFocus();
  }, [place, isReturn, keepFocus]);

  return <VisuallyHidden role="status">{useSpokenTitle(place)}</VisuallyHidden>;
}

/**
 * The page's title, from the first change of place on: a screen that learns its name only when its data is there is announced again with it.
 * The first page is announced by the browser.
 */
function useSpokenTitle(place: string): string {
  const [first] = useState(place);
  const [spoken, setSpoken] = useState('');
  const hasMoved = useRef(false);
  useEffect(() => {
    hasMoved.current ||= place !== first;
    if (!hasMoved.current) return undefined;
    const speak = (): void => setSpoken(document.title);
    speak();
    const titles = new MutationObserver(speak);
    titles.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => titles.disconnect();
  }, [place, first]);
  return spoken;
}

/**
 * A control that goes away with the focus on it (a deleted card, 'Try Again') leaves it on nothing: then it goes to the title.
 * @returns moves the focus to the title now, or as soon as there is one
 */
function useKeptFocus(): () => void {
  const awaited = useRef(false);
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent): void => {
      const taker = target instanceof Element ? target : null;
      last = taker?.closest('main') ? taker : null;
      // A dialog gives the focus back: the title may have come meanwhile.
      if (taker?.closest('[role=dialog], [role=alertdialog]')) return;
      awaited.current &&= taker?.id === MAIN_ID && !focusTitle();
    };
    // The focus went into a document's frame, which minds its own.
    const forget = (): void => {
      last = null;
    };
    const changes = new MutationObserver(() => {
      const isLost = last !== null && !last.isConnected;
      if (isLost) last = null;
      const { activeElement } = document;
      const isNowhere = activeElement === document.body || activeElement === null;
      if ((isLost && isNowhere) || (awaited.current && activeElement?.id === MAIN_ID)) awaited.current = !focusTitle();
    });
    document.addEventListener('focusin', remember);
    window.addEventListener('blur', forget);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      window.removeEventListener('blur', forget);
      changes.disconnect();
    };
  }, []);
  return useCallback(() => {
    awaited.current = !focusTitle();
  }, []);
}
