import { pressedKey } from '#document/pressed-key.ts';
import { spareNumbers } from '#document/wheel.ts';

/** The name of a key that was pressed on the page, on any keyboard. */
export const keyOf = (event: KeyboardEvent): string =>
  pressedKey(event.key, event.code, event.getModifierState('AltGraph')).toLowerCase();

/** WebKit tells by this number only that an input method has taken a key. */
const COMPOSED = 229;

/**
 * Keeps keys that an input method takes from everybody else, so that Escape ends a composition and closes nothing; and the wheel scrolls, over a field with a number
 * as well. @param page the window, before anything listens on it
 */
export function guardInput(page: Window): void {
  const press = (event: Event): void => {
    // Chromium says so of a field that it has filled in: no key was pressed.
    if (!(event instanceof KeyboardEvent)) return event.stopImmediatePropagation();
    const isNamed = event.key.length > 1 && !event.ctrlKey && !event.metaKey;
    if (isNamed && (event.isComposing || event.keyCode === COMPOSED)) event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', press, true);
  page.addEventListener('wheel', ({ target }) => spareNumbers(target), { capture: true, passive: true });
}
