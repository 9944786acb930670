import type { FastifyInstance } from 'fastify';
import type { Condition } from '#server/storage/lifecycle/disk.ts';

const unkept = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** The parts of `healthRoutes`. */
export type HealthParts = {
  /** Queries the database; may reject. */
  isReady: () => Promise<boolean>;
  condition: Pick<Condition, 'trouble'>;
};

/**
 * GET /health: the process answers. GET /ready: it can also do its work, that is, the database answers, it can be written, and the server is not ending.
 * Trouble with its disk is named: `reason`.
 */
export function healthRoutes(app: FastifyInstance, { isReady, condition }: HealthParts): void {
  app.get('/health', (_request, reply) => reply.headers(unkept).send({ status: 'ok' }));
  app.get('/ready', async (request, reply) => {
    const trouble = condition.trouble();
    if (trouble) return reply.headers(unkept).code(503).send({ status: 'not ready', reason: trouble.reason });
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
