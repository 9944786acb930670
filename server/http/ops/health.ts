import type { FastifyInstance } from 'fastify';

const unkept = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Addresses for monitors. They are answered under any Host name, and say nothing but whether the server works. */
export const watchAddresses: readonly string[] = ['/health', '/ready'];

/**
 * GET /health: the process answers. GET /ready: it can also do its work, that is, the database answers and the server is not ending.
 * @param isReady asks the database; may reject
 */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/health', (_request, reply) => reply.headers(unkept).send({ status: 'ok' }));
  app.get('/ready', async (request, reply) => {
    const ready = await isReady().catch((error: unknown) => {
      request.log.error({ err: error }, 'the database does not answer');
      return false;
    });
    return reply
      .headers(unkept)
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}
