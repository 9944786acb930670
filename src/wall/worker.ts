import { isWall } from '#common/config/paths.ts';

/**
 * The worker of a screen in wall mode, at its address alone (ADR 25). When the page has to be loaded and the host is unreachable, it returns a page
 * of our own, which waits and tries, in place of the browser's error page. It stores nothing else: no archive, no reply, no script.
 */

/** Written by the build: the page that waits, `__NONCE__` where its nonce goes, and the origin of the API, empty for the page's own. */
declare const WAITING_PAGE: string;
declare const API_HOST: string;

/** The parts of a worker's global scope that are used here; TypeScript's DOM library lacks them. */
type LifeEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = Event & { readonly request: Request; respondWith(reply: Promise<Response>): void };
type WorkerScope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};
const scope = globalThis as unknown as WorkerScope;

/** Time limit for the host, in milliseconds. */
const LIMIT = 30_000;
/** Statuses that a proxy answers in place of an unreachable host. */
const AWAY = new Set([502, 503, 504]);

function waitingPage(): Response {
  const nonce = crypto.randomUUID();
  return new Response(WAITING_PAGE.replaceAll('__NONCE__', nonce), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self' ${API_HOST}; base-uri 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
}

/** Checks that the host answers calls: a page from a host that answers none would show a sign-in. */
async function isAnswering(): Promise<boolean> {
  const reply = await fetch(`${API_HOST}/auth/verify`, {
    cache: 'no-store',
    credentials: 'include',
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT),
  });
  return !AWAY.has(reply.status);
}

async function answer(request: Request): Promise<Response> {
  try {
    const [reply, answers] = await Promise.all([fetch(request, { signal: AbortSignal.timeout(LIMIT) }), isAnswering()]);
    return answers && !AWAY.has(reply.status) ? reply : waitingPage();
  } catch {
    return waitingPage();
  }
}

// A new worker takes over at once: the old one has no state.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate' && isWall(new URL(url))) event.respondWith(answer(event.request));
});
