import type { FastifyInstance } from 'fastify';

/** One line a request, without bodies, queries, cookies or addresses of people: what was asked, how it ended, how long it took. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : reply.statusCode === 429 ? 'warn' : 'info';
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.session?.actor.uuid,
      },
      'request',
    );
  });
}
