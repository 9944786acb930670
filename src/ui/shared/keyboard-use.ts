/** True if the only keyboard covers the page during typing. */
export const hasTouchOnly = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** True while the user is using nothing on the page: no element has the focus, or it is where a new page has put it. */
export function isUnused(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches('main, main h1');
}
