import type { FastifyInstance } from 'fastify';
import { XSRF_HEADER } from '#common/config/constants.ts';

/** Headers of every answer to a call: it is private, and of its declared type. */
export const callHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Methods and headers of the application's calls (`src/api/client.ts`). A browser sends Last-Event-ID when it opens a
 * lost stream again.
 */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': `Content-Type, ${XSRF_HEADER}, Last-Event-ID`,
  // Two hours: Chromium, which keeps it longest, keeps it no longer.
  'Access-Control-Max-Age': '7200',
};
/** Headers that the application reads besides those that CORS shows anyway. */
const EXPOSED = 'Retry-After, Date';

/**
 * Gives every answer to a call its headers, refusals included, and answers preflights without a session, since a
 * browser sends no cookie with them. Pages of the listed origins may read answers. Other pages get no CORS header at
 * all, and without a list no page does.
 * @param calls the server of the calls, before the guards are added, so that refusals have the headers too
 * @param appOrigins exact origins of the same site (`READY_APP_ORIGINS`)
 */
export function sendCallHeaders(calls: FastifyInstance, appOrigins: readonly string[]): void {
  const unlisted = appOrigins.length === 0 ? callHeaders : { ...callHeaders, Vary: 'Origin' };
  const readable = {
    ...unlisted,
    'Cross-Origin-Resource-Policy': 'same-site',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED,
  };
  calls.addHook('onRequest', ({ headers: { origin = '' } }, reply, done) => {
    const isListed = appOrigins.includes(origin);
    reply.headers(isListed ? { ...readable, 'Access-Control-Allow-Origin': origin } : unlisted);
    done();
  });
  if (appOrigins.length === 0) return;
  for (const url of ['/auth/*', '/v1/*', '/events/*']) {
    calls.options(url, ({ headers }, reply) => {
      const isPreflight =
        appOrigins.includes(headers.origin ?? '') && headers['access-control-request-method'] !== undefined;
      return isPreflight ? reply.headers(PREFLIGHT).code(204).send() : reply.callNotFound();
    });
  }
}
