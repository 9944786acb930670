import type { FastifyInstance, FastifyRequest } from 'fastify';
import { XSRF_HEADER } from '#config/constants.ts';
import { callHeaders } from './route.ts';

/** What stands on every answer to a call, whatever the answer. */
export type CallHeaders = (request: FastifyRequest) => Readonly<Record<string, string>>;

/** What the application's calls are made of: `src/api/client.ts`; a browser that takes a stream up again sends the last. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': `Content-Type, ${XSRF_HEADER}, Last-Event-ID`,
  // No browser keeps it for longer than Chromium, which does for two hours.
  'Access-Control-Max-Age': '7200',
};
/** What the application reads besides what CORS shows anyway. */
const EXPOSED = 'Retry-After';

/**
 * Lets pages of the listed origins read answers; other pages get no CORS header at all, and without a list nobody does.
 * @param appOrigins exact origins of the same site (`READY_APP_ORIGINS`)
 */
export function createCallHeaders(appOrigins: readonly string[]): CallHeaders {
  if (appOrigins.length === 0) return () => callHeaders;
  const unlisted = { ...callHeaders, Vary: 'Origin' };
  const listed = new Map(
    appOrigins.map((origin) => [
      origin,
      {
        ...unlisted,
        'Cross-Origin-Resource-Policy': 'same-site',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': EXPOSED,
      },
    ]),
  );
  return ({ headers }) => listed.get(headers.origin ?? '') ?? unlisted;
}

/**
 * Answers preflights of listed origins before anybody is asked who they are: a browser sends no cookie with them. Unlisted ones are refused before by `guardCalls`.
 * @param api where calls are answered, with their headers and guards
 */
export function answerPreflights(api: FastifyInstance, appOrigins: readonly string[]): void {
  if (appOrigins.length === 0) return;
  for (const url of ['/auth/*', '/v1/*', '/events/*']) {
    api.options(url, ({ headers }, reply) => {
      const isPreflight =
        appOrigins.includes(headers.origin ?? '') && headers['access-control-request-method'] !== undefined;
      return isPreflight ? reply.headers(PREFLIGHT).code(204).send() : reply.callNotFound();
    });
  }
}
