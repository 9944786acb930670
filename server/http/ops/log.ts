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
