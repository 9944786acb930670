/**
 * Calls back while the browser is idle. In Safari, which has no idle callbacks, that is never. @param options latest time for the call, if required
 * @returns a function that cancels it before it begins
 */
export function whenIdle(callback: () => void, options?: IdleRequestOptions): () => void {
  if (!('requestIdleCallback' in window)) return () => {};
  const request = window.requestIdleCallback(callback, options);
  return () => window.cancelIdleCallback(request);
}
