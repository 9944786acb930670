import type { FastifyInstance } from 'fastify';

/** One line a request, without bodies, queries, cookies or addresses of people: what was asked, how it ended, how long it took. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
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
    done();
  });
}

/** Lines of single requests wait for one another so long, in milliseconds, and until they are so many characters. */
const WAIT = 100;
const WAITING_MOST = 16_384;
/** How pino begins such a line; warnings and errors do not wait. */
const MAY_WAIT = '{"level":30,';

/** Where log lines go. */
export type LogStream = { write(line: string): void; end(): void };

/**
 * To the standard output, many lines with one call of the system: one each costs a tenth of a small request. A process that ends writes what waits; one
 * that is killed loses a tenth of a second.
 */
export function logStream(): LogStream {
  let waiting = '';
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') process.stdout.write(lines);
  };
  process.once('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (isEnded || waiting.length >= WAITING_MOST || !line.startsWith(MAY_WAIT)) flush();
      else timer ??= setTimeout(flush, WAIT).unref();
    },
    end() {
      isEnded = true;
      flush();
      process.off('exit', flush);
    },
  };
}
