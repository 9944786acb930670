/**
 * The page that a redirect to /login came from: a late success of the first check goes back to it (`d10.back-to-page`), and after a sign-in the dashboard has
 * a link to it.
 */
export type RedirectedState = { from: string };

/**
 * @param state the router's state of this address
 * @returns the page that redirected the user here, or null if this address is not the result of a redirect
 */
export function redirectedFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return typeof state.from === 'string' ? state.from : null;
}
