import type { FastifyInstance } from 'fastify';
import { Refusal, type RefusalKind } from '#server/domain/refusal.ts';

const statusOf: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  tooLarge: 413,
  throttled: 429,
  busy: 503,
};

/** What the framework itself turns down, in our words. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request must be JSON (Content-Type: application/json).',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request was cut short.',
  FST_ERR_HANDLER_TIMEOUT: 'The server took too long. Please try again.',
};

/**
 * Every error leaves as `{ message }` in words for people (section 8); what they cannot help is logged.
 * @param app the server
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) {
      if (error.retryAfter !== null) reply.header('Retry-After', error.retryAfter);
      return reply.code(statusOf[error.kind]).send({ message: error.message });
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    const message = frameworkMessages[code];
    if (message) return reply.code(status).send({ message });
    if (status < 500) return reply.code(status).send({ message: 'The request could not be understood.' });
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ message: 'Something went wrong on the server. Please try again.' });
  });
}
