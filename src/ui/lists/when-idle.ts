/**
 * Calls back while the browser has nothing else to do. In Safari, which has no idle callbacks, that is never.
 * @param options by when at the latest, if it must be
 * @returns cancels what has not begun
 */
export function whenIdle(callback: () => void, options?: IdleRequestOptions): () => void {
  if (!('requestIdleCallback' in window)) return () => {};
  const request = window.requestIdleCallback(callback, options);
  return () => window.cancelIdleCallback(request);
}
