import { LARGE_DOCUMENT, LARGEST_DOCUMENT, LIVE_SPREAD } from '#common/config/constants.ts';

/** Number of views that count as a crowd. */
const CROWD = 50;

/**
 * Returns the longest time that a live view waits before it reads a submission that many views receive at once: none with a small document, more with a
 * larger one. The next document is assumed to be about as large.
 * @param shown the document that is shown, if there is one
 * @param readers number of views that receive it, if the host reports it; a single one does not wait
 * @returns milliseconds
 */
export function mostSpread(shown: { content: string } | null, readers = CROWD): number {
  const share = ((shown?.content.length ?? 0) - LARGE_DOCUMENT) / (LARGEST_DOCUMENT - LARGE_DOCUMENT);
  return LIVE_SPREAD * Math.min(1, Math.max(0, share)) * Math.min(1, (readers - 1) / (CROWD - 1));
}
