import { ApiError } from './failure.ts';

const RETRIES = 2;
/** Seconds that a user waits without a message: if the host asks for a longer wait, the failure is shown at once. */
const PATIENCE = 5;
/** Milliseconds over which clients that were refused at the same moment spread their retries. */
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

/** Milliseconds until the retry that the host requested; null without a Retry-After, or with a late one. */
function waitFor(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.failure.kind !== 'http') return null;
  const { status, retryAfter } = error.failure;
  if ((status !== 429 && status !== 503) || retryAfter === null || retryAfter > PATIENCE) return null;
  return retryAfter * 1000 + Math.random() * JITTER;
}

/**
 * Sends a read again, twice at most, if a busy host names a time (429 or 503 with a short Retry-After). Never for a write.
 * @param read one attempt
 * @param signal ends the waiting
 * @throws the error of the last attempt
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
