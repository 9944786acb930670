import type { FastifyInstance } from 'fastify';

/** One line a request, without bodies, queries, cookies or addresses of people: what was asked, how it ended, how long it took and by whom. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const [path] = request.url.split('?');
    // A sign-in that is refused has said so itself, with its address.
    const isUnsaid = status === 429 && path !== '/auth/login';
    const level = status >= 500 ? 'error' : isUnsaid ? 'warn' : 'info';
    const user = request.session?.actor.uuid;
    request.log[level]({ method: request.method, path, status, ms: Math.round(elapsedTime), user }, 'request');
    done();
  });
}

/**
 * Warns once when somebody passes on visitors without being trusted to: then all of them count as one address, and the wrong passwords of one
 * keep the others waiting.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook('onRequest', ({ headers, ips = [], log, socket }, _reply, done) => {
    // A peer that is believed stands in the list together with the visitor whom it names.
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
