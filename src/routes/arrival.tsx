import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DIALOG } from '#ui/shared/keys.ts';
import { matchPath, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { FORM } from '#common/config/paths.ts';
import { hasTouchOnly, isUnused } from '#ui/shared/keyboard-use.ts';
import { MAIN_ID } from '#ui/primitives/layout/app-frame.tsx';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';

const PRESSES = ['keydown', 'pointerdown'] as const;

/** The editor is one place at both of its addresses: a first save changes the address while the user is typing. */
function placeOf(pathname: string): string {
  const form = matchPath({ path: FORM, end: false }, pathname);
  return form ? form.pathnameBase : pathname;
}

/** Focuses the page's title. @returns true if there is one already; else `<main>` has the focus */
function focusTitle(): boolean {
  const main = document.getElementById(MAIN_ID);
  const title = main?.querySelector<HTMLElement>('h1[tabindex]');
  (title ?? main)?.focus({ preventScroll: true });
  return Boolean(title);
}

/**
 * Focuses the field marked for typing first, if nothing but the title has the focus (ADR 46). Not on a touch screen, where a keyboard would cover
 * the page. @returns true if there is such a field
 */
function focusField(): boolean {
  const field = document.getElementById(MAIN_ID)?.querySelector<HTMLElement>('[data-typed-first]');
  if (field && isUnused() && !hasTouchOnly()) field.focus({ preventScroll: true });
  return Boolean(field);
}

/**
 * Does what a browser does at a full page load, for a change of address inside the page: the new place starts at its top with the focus on the
 * field for typing first, else on its title, and its name is announced. It is never unmounted, so that its live region exists before it announces
 * something.
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
 * The page's title, from the first change of place on: a screen whose name loads with its data is announced again with it. The browser announces
 * the first page.
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
 * When a focused control disappears (a deleted card, 'Try Again'), moves the focus to the title, so that it is not lost.
 * @returns a function that moves the focus to the field for typing first, else to the title, now or as soon as there is one
 */
function useKeptFocus(): () => void {
  const awaited = useRef(false);
  /** True while the field may still load with the page's data: until the user has pressed anything there. */
  const isFieldAwaited = useRef(true);
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent): void => {
      const taker = target instanceof Element ? target : null;
      last = taker?.closest('main') ? taker : null;
      // A closing dialog has returned the focus to `<main>`: there may be a title by now.
      if (taker?.closest(DIALOG)) return;
      awaited.current &&= taker?.id === MAIN_ID && !focusTitle();
    };
    const settle = (): void => {
      isFieldAwaited.current = false;
    };
    // The focus is inside a document's frame.
    const forget = (): void => {
      last = null;
      settle();
    };
    const seek = (): void => {
      isFieldAwaited.current &&= !focusField();
    };
    const changes = new MutationObserver(() => {
      seek();
      const isLost = last !== null && !last.isConnected;
      if (isLost) last = null;
      const { activeElement } = document;
      const isNowhere = activeElement === document.body || activeElement === null;
      if ((isLost && isNowhere) || (awaited.current && activeElement?.id === MAIN_ID)) awaited.current = !focusTitle();
    });
    document.addEventListener('focusin', remember);
    window.addEventListener('blur', forget);
    for (const type of PRESSES) window.addEventListener(type, settle, true);
    changes.observe(document.body, { childList: true, subtree: true });
    seek();
    return () => {
      for (const type of PRESSES) window.removeEventListener(type, settle, true);
      document.removeEventListener('focusin', remember);
      window.removeEventListener('blur', forget);
      changes.disconnect();
    };
  }, []);
  return useCallback(() => {
    awaited.current = !focusTitle();
    isFieldAwaited.current = !focusField();
  }, []);
}
