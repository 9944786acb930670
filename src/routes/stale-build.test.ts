// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadForNewBuild, watchMissingFiles } from './stale-build.ts';

const reload = vi.fn<() => void>();
const reachable = vi.fn<() => Promise<Response>>(async () => new Response('<!doctype html>'));
let stop: () => void;
/** jsdom's own `location` cannot be watched. */
const page = (sessionStorage: Storage | null = window.sessionStorage): Window =>
  ({
    sessionStorage,
    fetch: reachable,
    location: { href: 'http://host/', reload },
  }) as unknown as Window;

beforeEach(() => {
  window.sessionStorage.clear();
  reload.mockClear();
  stop = watchMissingFiles(window);
});
afterEach(() => stop());

/** A failed import, reported as by Vite. */
function missingFile(): Error {
  const error = new Error('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  return error;
}

it('loads the page anew once for a build whose files are gone, and then lets the error be shown', async () => {
  expect(await reloadForNewBuild(page(), missingFile())).toBe(true);
  expect(await reloadForNewBuild(page(), missingFile())).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not for another error, nor while the host cannot be reached: the page would be gone', async () => {
  expect(await reloadForNewBuild(page(), new Error('x'))).toBe(false);
  reachable.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await reloadForNewBuild(page(), missingFile())).toBe(false);
  reachable.mockResolvedValueOnce(new Response('', { status: 502 }));
  expect(await reloadForNewBuild(page(), missingFile())).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  // Once it is reachable again, the check is repeated.
  expect(await reloadForNewBuild(page(), missingFile())).toBe(true);
});

it('does not where nothing can be remembered: it could go on for ever', async () => {
  expect(await reloadForNewBuild(page(null), missingFile())).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
