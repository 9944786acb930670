import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Ended = (request: FastifyRequest, status: number, milliseconds: number) => void;

/** The status of a call whose connection was closed before its answer was sent, as in nginx. */
const CUT = 499;

/** Reports each call after its end. A stream ends when its reader leaves: that is no cut. */
export function onEnd(app: FastifyInstance, report: Ended): void {
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    report(request, statusCode, elapsedTime);
    done();
  });
  app.addHook('onRequest', (request, reply: FastifyReply, done) => {
    reply.raw.once('close', () => {
      const isStream = request.routeOptions.url?.startsWith('/events/') ?? false;
      if (!reply.raw.writableFinished && !isStream) report(request, CUT, reply.elapsedTime);
    });
    done();
  });
}

/**
 * Logs one line a request, without bodies, queries, cookies or addresses of people: method and path, status, time and
 * user.
 */
export function logRequests(app: FastifyInstance): void {
  onEnd(app, (request, status, milliseconds) => {
    const [path] = request.url.split('?');
    // A refused sign-in has a log entry of its own, with its address.
    const isUnsaid = status === 429 && path !== '/auth/login';
    const level = status >= 500 ? 'error' : isUnsaid ? 'warn' : 'info';
    const user = request.session?.actor.uuid;
    request.log[level]({ method: request.method, path, status, ms: Math.round(milliseconds), user }, 'request');
  });
}

/**
 * Warns once when an untrusted peer forwards visitors: then all of them count as one address, and the wrong passwords
 * of one keep the others waiting.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook('onRequest', ({ headers, ips = [], log, socket }, _reply, done) => {
    // A trusted peer is in the list together with the visitor whom it names.
    if (!isSaid && headers['x-forwarded-for'] !== undefined && ips.length < 2) {
      isSaid = true;
      log.warn(
        { peer: socket.remoteAddress },
        'X-Forwarded-For comes from an address that READY_TRUST_PROXY does not name: all of its visitors count as one. If it is your proxy, name it there',
      );
    }
    done();
  });
}
