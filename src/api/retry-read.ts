import { ApiError } from './failure.ts';

/** A read is sent again so often (quality.md, "GET retried at most twice with jitter"). */
const RETRIES = 2;
/** Seconds that a person is made to wait without a word; a host that asks for more is told of at once. */
const PATIENCE = 5;
/** Milliseconds over which those who were turned away at the same moment come back. */
const JITTER = 1_000;

const pause = (time: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('The screen was left.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, time);
    signal?.addEventListener('abort', leave, { once: true });
  });

/** Milliseconds until the host wants to be asked again; null when it did not say, or not soon. */
function waitFor(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.failure.kind !== 'http') return null;
  const { status, retryAfter } = error.failure;
  if ((status !== 429 && status !== 503) || retryAfter === null || retryAfter > PATIENCE) return null;
  return retryAfter * 1000 + Math.random() * JITTER;
}

/**
 * Asks again when a busy host says when (429 or 503 with a Retry-After that is near), twice at most. For reads only: a write is never repeated unasked.
 * @param read one attempt
 * @param signal ends the waiting
 * @throws what the last attempt did
 */
export async function retryRead<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one attempt after the other
      return await read();
    } catch (error) {
      const wait = waitFor(error);
      if (retry === RETRIES || wait === null) throw error;
      // oxlint-disable-next-line eslint/no-await-in-loop -- see above
      await pause(wait, signal);
    }
  }
}
