/** True where the only keyboard covers the page when something is to be typed. */
export const hasTouchOnly = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** True while nobody uses anything on the page: the focus is nowhere, or where a new page has put it. */
export function isUnused(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches('main, main h1');
}
