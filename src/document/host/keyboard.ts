let isWatching = false;
let isBlurred = false;

/** Begins to notice that the keyboard leaves the page for a frame or another window, and returns. */
export function watchKeyboard(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('blur', () => (isBlurred = true));
  window.addEventListener('focus', () => (isBlurred = false));
}

/**
 * The frame that has the keyboard. If an element of the page had it before, WebKit still reports that element as active, and shows only that some
 * frame has the keyboard now: 'unknown'.
 */
export function frameWithKeyboard(): Element | 'unknown' | null {
  const { activeElement } = document;
  if (activeElement?.localName === 'iframe') return activeElement;
  return isBlurred && document.hasFocus() ? 'unknown' : null;
}

/** True if a frame has the keyboard, or may have it in a browser that does not report which one has. */
export function hasKeyboard(iframe: HTMLIFrameElement): boolean {
  const frame = frameWithKeyboard();
  return frame === iframe || frame === 'unknown';
}

/** Takes the keyboard from any document: keys pressed there do not reach the page. */
export function takeKeyboard(): void {
  const frame = frameWithKeyboard();
  if (frame instanceof HTMLElement) frame.blur();
  else if (frame !== null) window.focus();
}
