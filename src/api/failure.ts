/**
 * The failure of a call, as plain data: statecharts keep it, `messages.ts` turns it into a text.
 * - `http`: the host answered with an error status (`message` is the reply's own `message` field, when it had one; `retryAfter` in seconds)
 * - `timeout`: no complete reply within 10 s
 * - `network`: the host was not reached
 * - `malformed`: a reply that is not of the contract (`d6.malformed`). `standIn`: the status of a page of HTML, which is never the host's: a sign-in portal or a
 *   proxy has answered in its place, and nothing is known of what the host would say
 */
export type ApiFailure =
  | { kind: 'http'; status: number; message: string | null; retryAfter: number | null }
  | { kind: 'timeout' }
  | { kind: 'network' }
  | { kind: 'malformed'; standIn?: number };

/** The one error that the API layer throws. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** What the host answered, where that can be read. */
  readonly reply: unknown;

  /** @param failure what went wrong; @param reply what the host answered */
  constructor(failure: ApiFailure, reply?: unknown) {
    super(failure.kind === 'http' ? `HTTP ${failure.status}` : failure.kind);
    this.name = 'ApiError';
    this.failure = failure;
    this.reply = reply;
  }
}

/**
 * The failure in an actor's error. Anything that is not an `ApiError` is a defect of ours or a reply that was not understood: it is
 * shown with the screen's default text.
 * @param error what a promise rejected with
 */
export function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiError ? error.failure : { kind: 'malformed' };
}

/** The code by which the host tells a refusal from others of its status, where it gives one. */
export const codeOf = (error: unknown): unknown =>
  error instanceof ApiError ? (error.reply as { code?: unknown } | null | undefined)?.code : undefined;

/** No answer came, or that of a gateway which got none: the call may have arrived, or not. */
export const isUnreached = (failure: ApiFailure): boolean =>
  failure.kind === 'network' ||
  failure.kind === 'timeout' ||
  (failure.kind === 'malformed' && (failure.standIn ?? 0) >= 500);

/**
 * @param failure what went wrong
 * @returns the HTTP status, or null when there was no reply
 */
export function statusOf(failure: ApiFailure): number | null {
  return failure.kind === 'http' ? failure.status : null;
}

/** Whether the host does not have what was asked of it, or has it no longer. */
export const isGone = (failure: ApiFailure): boolean => [404, 410].includes(statusOf(failure) ?? 0);
