/** Imports that failed because their file did not come, as Vite tells of them. */
const missing = new WeakSet<object>();

/** Where it is kept, over a reload, which build has been reloaded already. */
const RELOADED = 'ready.reloaded';

/** Each build has its own: the name of this file holds a hash. */
const build = import.meta.url;

/**
 * Notes which imports fail for a file that did not come (`vite:preloadError`). Called once, before anything is rendered.
 * @returns stops noting
 */
export function watchMissingFiles(page: Window): () => void {
  const note = (event: Event): void => {
    if ('payload' in event && typeof event.payload === 'object' && event.payload !== null) missing.add(event.payload);
  };
  page.addEventListener('vite:preloadError', note);
  return () => page.removeEventListener('vite:preloadError', note);
}

/**
 * A deploy takes away the files of the build before it. Once for each build the page is loaded anew when a screen's code is gone; only when the host can be
 * reached, or the person would be left with the browser's own error page. The screen before has been left by then, with its question about unsaved text.
 * @param error what a screen failed with
 * @returns whether the page is being loaded anew
 */
export async function reloadForNewBuild(page: Window, error: unknown): Promise<boolean> {
  if (typeof error !== 'object' || error === null || !missing.has(error)) return false;
  try {
    // Without a store the page could be loaded anew for ever.
    if (page.sessionStorage.getItem(RELOADED) === build) return false;
    const { ok } = await page.fetch(page.location.href, { cache: 'no-store', headers: { Accept: 'text/html' } });
    if (!ok) return false;
    page.sessionStorage.setItem(RELOADED, build);
  } catch {
    return false;
  }
  page.location.reload();
  return true;
}
