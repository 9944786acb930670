/** Errors of imports whose file was not there, as Vite reports them. */
const missing = new WeakSet<object>();

/** The session storage's key for the build that was reloaded already. */
const RELOADED = 'ready.reloaded';

/** Names the build: this file's name holds a hash. */
const build = import.meta.url;

/**
 * Notes which imports fail for a missing file (`vite:preloadError`). Call it once, before anything is rendered.
 * @returns stops listening
 */
export function watchMissingFiles(page: Window): () => void {
  const note = (event: Event): void => {
    if ('payload' in event && typeof event.payload === 'object' && event.payload !== null) missing.add(event.payload);
  };
  page.addEventListener('vite:preloadError', note);
  return () => page.removeEventListener('vite:preloadError', note);
}

/**
 * A deploy removes the files of the build before it. When a screen's code is missing, reloads the page, once for each build, and only when
 * the host can be reached: offline the user would be left with the browser's error page. No text is lost: the last screen was left, with its question.
 * @param error the screen's error
 * @returns whether the page is being reloaded
 */
export async function reloadForNewBuild(page: Window, error: unknown): Promise<boolean> {
  if (typeof error !== 'object' || error === null || !missing.has(error)) return false;
  try {
    // Without session storage the page could reload forever: then it throws, and the page stays.
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
