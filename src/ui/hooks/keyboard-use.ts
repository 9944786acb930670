/** Whether the person has no keyboard but one that covers the page when something is to be typed. */
export const hasTouchOnly = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** Whether nobody uses anything on the page yet: the focus is nowhere, or where a new page has put it. */
export function isUnused(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches('main, main h1');
}
