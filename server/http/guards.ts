import type { FastifyInstance, FastifyRequest } from 'fastify';
import { XSRF_HEADER } from '#config/constants.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Session, Sessions } from '#server/domain/sessions.ts';
import { isAntiForgeryToken } from '#server/domain/tokens.ts';
import type { Cookies } from './cookies.ts';
import { watchAddresses } from './health.ts';
import type { Origins } from './origins.ts';
import type { Rate } from './rate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a route that asks for one. */
    session: Session | null;
  }
}

/** What guards need. */
export type GuardParts = { sessions: Sessions; cookies: Cookies; secret: string; rate: Rate };

const MISDIRECTED = 421;

/**
 * Refuses a Host header that is not ours: a foreign name that points here must not read our pages (DNS rebinding).
 * @param frameUrl the second name under which documents run, and nothing else is answered; null when there is none
 */
export function guardHost(app: FastifyInstance, origins: Origins, frameUrl: string | null): void {
  const frameHost = frameUrl === null ? null : new URL(frameUrl).host;
  // Without a promise: every request goes through here.
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
 * Refuses calls that our own page would not make: navigations, other origins, bodies that are not plain JSON (quality.md, "Security").
 * A client that is no browser sends none of these headers and passes.
 */
export function guardCalls(api: FastifyInstance, origins: Origins): void {
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
  api.addHook('onRequest', (request, _reply, done) => done(judge(request)));
}

/** Hooks for the routes that need a session. */
export type Guards = {
  /** 401 without a session, never a redirect; 429 for more calls than one person may make. */
  session: (request: FastifyRequest) => Promise<void>;
  /** 403 without the header that only our own page can set (section 9, anti-forgery). Runs after `session`. */
  antiForgery: (request: FastifyRequest) => void;
};

/**
 * 403 unless the request carries the anti-forgery value of this session.
 * @param family the session's
 */
export function requireAntiForgery(request: FastifyRequest, secret: string, family: string): string {
  const token = request.headers[XSRF_HEADER.toLowerCase()];
  if (typeof token !== 'string' || !isAntiForgeryToken(secret, family, token)) {
    throw new Refusal(
      'forbidden',
      `The request lacks its anti-forgery header (${XSRF_HEADER}). Reload the page and try again.`,
    );
  }
  return token;
}

/** @param parts sessions, cookies and the installation's secret */
export function createGuards({ sessions, cookies, secret, rate }: GuardParts): Guards {
  return {
    async session(request) {
      const token = cookies.access(request);
      request.session = token === null ? null : await sessions.authenticate(token);
      if (!request.session) throw new Refusal('unauthenticated', 'You are not signed in, or your session has ended.');
      const wait = rate.take(request.session.actor.uuid);
      if (wait > 0) throw new Refusal('throttled', 'Too many requests. Please wait a moment.', wait);
    },
    antiForgery(request) {
      requireAntiForgery(request, secret, sessionOf(request).family);
    },
  };
}

/** The session of a request that passed the session guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('The route has no session guard.');
  return request.session;
}
