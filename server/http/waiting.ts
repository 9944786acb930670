import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/domain/refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted, with a refusal as its reason, once the caller no longer waits for the answer. */
    waiting: AbortSignal | null;
  }
}

/** The longest time from a call's headers to its answer, in milliseconds: the application gives up at 10 s. `connections.ts` has the limits of connections. */
const ANSWER_WITHIN = 8_000;
/** Seconds after which a server that was too slow may be less busy. */
const RETRY = 5;
/**
 * One for all calls, most of which end without any work waiting: making an error costs as much as several of a call's
 * guards.
 */
const CLOSED = new Refusal('busy', 'The connection was closed before the answer.');

/**
 * Answers every call in time. Work of the call that has not begun by then, or when its connection closes, is not begun (`waitingOf`). The framework's own
 * `handlerTimeout` is not used, because it ends when a body was read (docs/adr/0040-one-person-cannot-stop-it.md).
 * @param app the server, before it has any route
 * @param within milliseconds
 */
export function limitTime(app: FastifyInstance, within: number = ANSWER_WITHIN): void {
  app.decorateRequest('waiting', null);
  app.addHook('onRequest', (request, reply, done) => {
    const end = new AbortController();
    request.waiting = end.signal;
    const timer = setTimeout(() => {
      // An answer that is being sent may take longer: a file on a slow line, or a stream.
      if (reply.sent || reply.raw.headersSent) return;
      const late = new Refusal('busy', 'The server took too long. Please try again.', RETRY);
      end.abort(late);
      // Work that waited has ended by now, and its call was answered with the same refusal.
      setImmediate(() => {
        if (!reply.sent && !reply.raw.headersSent) reply.send(late);
      });
    }, within);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      end.abort(CLOSED);
    });
    done();
  });
}

/** The signal that ends the wait of a call's work. */
export function waitingOf({ waiting }: FastifyRequest): AbortSignal {
  if (!waiting) throw new Error('The server does not limit the time of calls.');
  return waiting;
}
