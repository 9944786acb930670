/**
 * The failure of a call, as plain data: statecharts keep it, `messages.ts` turns it into a text.
 * - `http`: the host answered with an error status (`message` is the reply's own `message` field, when it had one; `retryAfter` in seconds)
 * - `timeout`: no complete reply within 10 s
 * - `network`: the host was not reached
 * - `malformed`: a reply that is not of the contract (`d6.malformed`). `standIn`: the status of a page of HTML, which is never the host's: a
 *   sign-in portal or a proxy has answered in its place, and the host's answer is unknown
 */
export type ApiFailure =
  | { kind: 'http'; status: number; message: string | null; retryAfter: number | null }
  | { kind: 'timeout' }
  | { kind: 'network' }
  | { kind: 'malformed'; standIn?: number };

/** The one error that the API layer throws. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** The host's answer, if it can be read. */
  readonly reply: unknown;

  /** @param failure kind of the failure; @param reply the host's answer */
  constructor(failure: ApiFailure, reply?: unknown) {
    super(failure.kind === 'http' ? `HTTP ${failure.status}` : failure.kind);
    this.name = 'ApiError';
    this.failure = failure;
    this.reply = reply;
  }
}

/**
 * The failure in an actor's error. Anything that is not an `ApiError` is a defect of ours or a reply that was not understood: it is shown with the
 * screen's default text.
 * @param error reason of a rejected promise
 */
export function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiError ? error.failure : { kind: 'malformed' };
}

/** The code by which the host distinguishes a refusal from others of its status, if there is one. */
export const codeOf = (error: unknown): unknown =>
  error instanceof ApiError ? (error.reply as { code?: unknown } | null | undefined)?.code : undefined;

/** True if no answer arrived, or only that of a gateway without one: the call may have arrived, or not. */
export const isUnreached = (failure: ApiFailure): boolean =>
  failure.kind === 'network' ||
  failure.kind === 'timeout' ||
  (failure.kind === 'malformed' && (failure.standIn ?? 0) >= 500);

/**
 * @param failure kind of the failure
 * @returns the HTTP status, or null when there was no reply
 */
export function statusOf(failure: ApiFailure): number | null {
  return failure.kind === 'http' ? failure.status : null;
}

/** True if the host does not have the requested object, or has it no longer. */
export const isGone = (failure: ApiFailure): boolean => [404, 410].includes(statusOf(failure) ?? 0);
