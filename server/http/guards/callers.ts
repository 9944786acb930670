import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/domain/refusal.ts';
import type { Origins } from '../origins.ts';

const MISDIRECTED = 421;

/**
 * Addresses for monitors. They are answered under any Host name, and report only whether the server works, and the
 * trouble with its disk.
 */
const watchAddresses: readonly string[] = ['/health', '/ready'];

/** The scheme and the authority of an address in absolute form (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][\w+.-]*:\/\/([^/?#]*)/i;

/**
 * The address of a request without the scheme and authority that a client may put before it, so that a route, a file
 * and a page are found either way. `guardHost` checks the removed part.
 * @param url as it was sent, such as `http://127.0.0.1:4000/login`
 */
export function withoutAuthority(url: string): string {
  const own = url.startsWith('/') ? url : url.replace(ABSOLUTE, '');
  // An absolute address may be without a path.
  return own === '' || own.startsWith('?') ? `/${own}` : own;
}

/**
 * Refuses a Host header of another host: a foreign name that points here must not read these pages (DNS rebinding).
 * Refuses a request that names two hosts, since a proxy in front may have checked the other one: two Host headers, or
 * an absolute address of another host.
 * @param frameUrl the second name of this server, under which the document frame is the only page; null when there is
 * none
 */
export function guardHost(app: FastifyInstance, origins: Origins, frameUrl: string | null): void {
  const frameHost = frameUrl === null ? null : new URL(frameUrl).host;
  const isForOurHost = ({ originalUrl, headers: { host } }: FastifyRequest): boolean => {
    const authority = ABSOLUTE.exec(originalUrl)?.[1];
    if (authority === undefined) return true;
    const isOurs = origins.ofHost(authority) !== null || authority.toLowerCase() === frameHost;
    return isOurs && authority.toLowerCase() === host?.toLowerCase();
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    if ((request.raw.headersDistinct.host?.length ?? 0) > 1) {
      return done(new Refusal('invalid', 'The request has more than one Host header. Send one.'));
    }
    if (!isForOurHost(request)) {
      return done(
        new Refusal('invalid', 'The address of the request names another host than its Host header, or none of ours.'),
      );
    }
    if (origins.ofHost(host) !== null || watchAddresses.includes(request.routeOptions.url ?? '')) return done();
    if (request.url.split('?')[0] === '/frame.html' && host?.toLowerCase() === frameHost) return done();
    return reply.code(MISDIRECTED).send({
      message: 'This server is not reached under this name. Use the address that it printed, or set READY_PUBLIC_URL.',
    });
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in `Serving`. */
    navigatedBy?: string;
  }
}

/** True for an address that a browser may go to, with the secret by which the handler knows who made it. */
const isNavigable = ({ routeOptions: { config }, query }: FastifyRequest): boolean =>
  config.navigatedBy !== undefined && Object.hasOwn(query as object, config.navigatedBy);

/**
 * Refuses calls that the application's own page would not make: navigations, other origins, packed bodies. A client
 * that is no browser sends none of these headers and passes.
 */
export function guardCalls(calls: FastifyInstance, origins: Origins): void {
  const judge = (request: FastifyRequest): Error | undefined => {
    const { headers } = request;
    if (isNavigable(request)) return undefined;
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
