let isWatching = false;
let isBlurred = false;

/** Begins to notice that the keyboard leaves the page for a frame or another window, and comes back. */
export function watchKeyboard(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('blur', () => (isBlurred = true));
  window.addEventListener('focus', () => (isBlurred = false));
}

/**
 * The frame that has the keyboard. Where an element of the page had it before, WebKit goes on to call that the active one, and tells only that some frame
 * has the keyboard now: 'unknown'.
 */
export function frameWithKeyboard(): Element | 'unknown' | null {
  const { activeElement } = document;
  if (activeElement?.localName === 'iframe') return activeElement;
  return isBlurred && document.hasFocus() ? 'unknown' : null;
}

/** Tells whether a frame has the keyboard, as far as the browser tells which one has. */
export function hasKeyboard(iframe: HTMLIFrameElement): boolean {
  const frame = frameWithKeyboard();
  return frame === iframe || frame === 'unknown';
}

/** Takes the keyboard from any document: what is pressed there does not come to the page. */
export function takeKeyboard(): void {
  const frame = frameWithKeyboard();
  if (frame instanceof HTMLElement) frame.blur();
  else if (frame !== null) window.focus();
}
