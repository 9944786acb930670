import { useEffect, useEffectEvent } from 'react';
import { pressedKey } from '#document/pressed-key.ts';
import { spareNumbers } from '#document/wheel.ts';

/** The name of a key that was pressed on the page, on any keyboard. */
export const keyOf = (event: KeyboardEvent): string =>
  pressedKey(event.key, event.code, event.getModifierState('AltGraph')).toLowerCase();

/** True if keys pressed on an element are text, or choose a value. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Selector of a dialog: while there is one, it has the keyboard to itself. */
export const DIALOG = '[role=dialog], [role=alertdialog]';

/** True while a dialog has the keyboard to itself. */
export const hasDialog = (): boolean => document.querySelector(DIALOG) !== null;

/** Calls back for each key that is pressed on the page. */
export function useKeys(onPress: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Key code that is WebKit's only sign that an input method has taken a key. */
const COMPOSED = 229;

/**
 * Hides keys that an input method takes from all other listeners, so that Escape ends a composition and closes nothing; and lets the wheel scroll
 * over a field with a number as well. @param page the window, before any other listener is added
 */
export function guardInput(page: Window): void {
  const press = (event: Event): void => {
    // Chromium sends this for a field that it has filled in: no key was pressed.
    if (!(event instanceof KeyboardEvent)) return event.stopImmediatePropagation();
    const isNamed = event.key.length > 1 && !event.ctrlKey && !event.metaKey;
    if (isNamed && (event.isComposing || event.keyCode === COMPOSED)) event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', press, true);
  page.addEventListener('wheel', ({ target }) => spareNumbers(target), { capture: true, passive: true });
}
