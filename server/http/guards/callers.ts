import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/domain/refusal.ts';
import { watchAddresses } from '../ops/health.ts';
import type { Origins } from '../origins.ts';

const MISDIRECTED = 421;

/**
 * Refuses a Host header that is not ours: a foreign name that points here must not read our pages (DNS rebinding).
 * @param frameUrl the second name of this server, under which the document frame is the only page; null when there is none
 */
export function guardHost(app: FastifyInstance, origins: Origins, frameUrl: string | null): void {
  const frameHost = frameUrl === null ? null : new URL(frameUrl).host;
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    if (origins.ofHost(host) !== null || watchAddresses.includes(request.routeOptions.url ?? '')) return done();
    if (request.url.split('?')[0] === '/frame.html' && host?.toLowerCase() === frameHost) return done();
    return reply.code(MISDIRECTED).send({
      message: 'This server is not reached under this name. Use the address that it printed, or set READY_PUBLIC_URL.',
    });
  });
}

/**
 * Refuses calls that our own page would not make: navigations, other origins, packed bodies. A client that is no browser
 * sends none of these headers and passes.
 */
export function guardCalls(calls: FastifyInstance, origins: Origins): void {
  const judge = ({ headers }: FastifyRequest): Error | undefined => {
    if (headers['sec-fetch-mode'] === 'navigate') {
      return new Refusal('forbidden', 'This address is for the application. Open the start page instead.');
    }
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    const isForeignSite = site === 'cross-site' || site === 'same-site';
    if (origin === undefined ? isForeignSite : !origins.accepts(origin, headers.host)) {
      return new Refusal('forbidden', 'Calls from other sites are not accepted.');
    }
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
      return Object.assign(new Error('encoded body'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 });
    }
    return undefined;
  };
  calls.addHook('onRequest', (request, _reply, done) => done(judge(request)));
}
