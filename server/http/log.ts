import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#server/settings.ts';

/** A request that was answered. */
export type Answered = {
  /** As other lines of the log about it name it. */
  id: string;
  method: string;
  /** The pattern that answered it; `none` when nothing did. */
  route: string;
  /** The address without its query. */
  path: string;
  status: number;
  milliseconds: number;
  /** The uuid of who asked. */
  user: string | undefined;
};

/** Told of each request that was answered. */
export type Note = (answered: Answered) => void;

/** Tells of what the framework answers. */
export function noteRequests(app: FastifyInstance, note: Note): void {
  app.addHook('onResponse', (request, reply, done) => {
    note({
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      path: request.url.split('?')[0] ?? '',
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      user: request.session?.actor.uuid,
    });
    done();
  });
}

/** pino's levels. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity } as const;

/**
 * One line a request, without bodies, queries, cookies or addresses of people: what was asked, how it ended, how long it took. It has the form of
 * the other lines, and is put together here: there may be many thousands a second.
 * @param log where it goes
 * @param least the level from which lines are written
 */
export function requestLines(log: LogStream, least: Settings['logLevel']): Note {
  const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;
  return ({ id, method, path, status, milliseconds, user }) => {
    const level = status >= 500 ? LEVELS.error : status === 429 ? LEVELS.warn : LEVELS.info;
    if (level < LEVELS[least]) return;
    const who = user === undefined ? '' : `,"user":"${user}"`;
    log.write(
      `{"level":${level},"time":${Date.now()},${origin},"reqId":"${id}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${Math.round(milliseconds)}${who},"msg":"request"}\n`,
    );
  };
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
