import { BUILD_CHECK_INTERVAL, WALL_PAGE_TIMEOUT } from '#common/config/constants.ts';

/** The session storage's key for the build for which the page was loaded again, and the time. */
const LOADED_FOR = 'ready.loadedFor';
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/** Prevents a page from reloading endlessly without showing anything; but during a deploy a process of the earlier build may have answered. */
function isTriedLately({ sessionStorage }: Window, build: string): boolean {
  const [tried, at] = sessionStorage.getItem(LOADED_FOR)?.split(' ') ?? [];
  return tried === build && Math.abs(Date.now() - Number(at)) < BUILD_CHECK_INTERVAL;
}

/**
 * Checks if the host has another build than the running one, which can be loaded completely. It is recognized by the name of the first script,
 * which contains a hash, in the host's page: no host has to support it. A build is found at most once in a quarter of an hour.
 * @param page the window
 * @throws if the host is not reached
 */
export async function findNewBuild(page: Window): Promise<boolean> {
  const own = page.document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const ask = (address: string, accept: string): Promise<Response> =>
    page.fetch(address, {
      cache: 'no-store',
      headers: { Accept: accept },
      signal: AbortSignal.timeout(WALL_PAGE_TIMEOUT),
    });
  const reply = await ask(page.location.href, 'text/html');
  const [, entry] = ENTRY.exec(reply.ok ? await reply.text() : '') ?? [];
  if (!own || entry === undefined || entry === own || isTriedLately(page, entry)) return false;
  const script = await ask(entry, '*/*');
  const isThere = script.ok && /javascript/.test(script.headers.get('Content-Type') ?? '');
  if (isThere) page.sessionStorage.setItem(LOADED_FOR, `${entry} ${Date.now()}`);
  return isThere;
}
