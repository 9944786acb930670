import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#server/domain/refusal.ts';

/** How often running calls are looked at, in milliseconds: so much later than its limit may a call be told. */
const LOOK = 250;

/**
 * Answers 503 in the place of a call that takes too long (quality.md, "Time-outs"). One timer looks at all of them: one a call, with a signal that
 * nobody hears, costs more than what most calls do.
 * @param limit milliseconds from the request to its answer
 */
export function limitCalls(app: FastifyInstance, limit: number): void {
  // The oldest stands first.
  const running = new Set<FastifyReply>();
  app.addHook('onRequest', (_request, reply, done) => {
    running.add(reply);
    done();
  });
  app.addHook('onResponse', (_request, reply, done) => {
    running.delete(reply);
    done();
  });
  const timer = setInterval(() => {
    for (const reply of running) {
      if (reply.elapsedTime < limit) break;
      running.delete(reply);
      // A stream is answered, and lasts.
      if (!reply.sent) reply.send(new Refusal('busy', 'The server took too long. Please try again.'));
    }
  }, LOOK).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
