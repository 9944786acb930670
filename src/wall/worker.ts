import { isWall } from '#config/paths.ts';

/**
 * The worker of a screen in wall mode, at its address alone (ADR 25). When the page has to be loaded and the host is away, it gives a page of our own, which
 * waits and tries, in place of the browser's error page. It holds nothing else: no archive, no reply, no script.
 */

/** Written by the build: the page that waits, `__NONCE__` where its nonce goes, and the origin of the API, empty for the page's own. */
declare const WAITING_PAGE: string;
declare const API_HOST: string;

/** As much of a worker's world as is used here; TypeScript's DOM library does not have it. */
type LifeEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = Event & { readonly request: Request; respondWith(reply: Promise<Response>): void };
type WorkerScope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', hear: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', hear: (event: FetchEvent) => void): void;
};
const scope = globalThis as unknown as WorkerScope;

/** How long the host may take, in milliseconds. */
const LIMIT = 30_000;
/** What a proxy answers in the place of a host that is away. */
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

/** A host that gives the page and answers no call would have the page ask for a sign-in. */
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

// A new one takes over at once: it keeps nothing that the old one has.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate' && isWall(new URL(url))) event.respondWith(answer(event.request));
});
