import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CODE_DUE, FACTOR_DUE, PASSWORD_DUE } from '#common/config/constants.ts';
import { Refusal, type RefusalKind } from '#server/domain/refusal.ts';
import { StorageTrouble, StorageUnavailable } from '#server/storage/unavailable.ts';

const statusOf: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  passwordDue: 403,
  factorDue: 403,
  codeDue: 403,
  missing: 404,
  gone: 410,
  tooLarge: 413,
  throttled: 429,
  full: 507,
  busy: 503,
};

/** Codes of refusals that an application must distinguish from others of their status. */
const codeOf: Partial<Record<RefusalKind, string>> = {
  passwordDue: PASSWORD_DUE,
  factorDue: FACTOR_DUE,
  codeDue: CODE_DUE,
};

/** Refusals of the framework itself, in this application's words. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request must be JSON (Content-Type: application/json).',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request was cut short.',
};

/** Seconds after which a restarted database may be available again. */
const AWAY_RETRY = 5;
/** Seconds after which the operator may have made room. */
const TROUBLE_RETRY = 30;

/** Maximum of a body that is too large that is read and dropped, in bytes and milliseconds. */
const SWALLOWED = { bytes: 64 * 1024 * 1024, time: 5_000 } as const;

/**
 * Reads on: a client that is still sending does not read the answer, and would find the connection cut without a
 * reason.
 */
async function swallowBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const enough = AbortSignal.timeout(SWALLOWED.time);
  let seen = 0;
  await new Promise<void>((done) => {
    const end = (): void => done();
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > SWALLOWED.bytes) done();
    });
    request.once('end', end).once('close', end);
    enough.addEventListener('abort', end, { once: true });
    request.resume();
  });
}

/**
 * Sends every error as `{ message }` in words for users, and logs errors that users cannot avoid.
 * @param app the server
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Refusal) {
      if (error.retryAfter !== null) reply.header('Retry-After', error.retryAfter);
      const code = codeOf[error.kind];
      return reply.code(statusOf[error.kind]).send({ message: error.message, ...(code && { code }) });
    }
    if (error instanceof StorageTrouble) {
      // Trouble with the embedded database's disk is logged once, when it begins; that of PostgreSQL is logged only
      // here.
      request.log[error.file === null ? 'warn' : 'debug']({ reason: error.message }, 'request turned away');
      return reply.code(503).header('Retry-After', TROUBLE_RETRY).send({ message: error.userMessage });
    }
    if (error instanceof StorageUnavailable) {
      request.log.warn({ reason: error.message }, 'request turned away');
      reply.header('Retry-After', AWAY_RETRY);
      return reply.code(503).send({ message: 'The server cannot reach its database just now. Please try again.' });
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    const message = frameworkMessages[code];
    if (status === 413) await swallowBody(request.raw);
    if (message) return reply.code(status).send({ message });
    if (status < 500) return reply.code(status).send({ message: 'The request could not be understood.' });
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ message: 'Something went wrong on the server. Please try again.' });
  });
}
