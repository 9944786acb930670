import { LARGE_DOCUMENT, LARGEST_DOCUMENT, LIVE_SPREAD } from '#config/constants.ts';

/**
 * How long a live view may wait before it reads a submission of which many views hear at once: not at all with a small document, longer with a larger one.
 * The next one is taken to be about as large.
 * @param shown the document that is shown, if there is one
 * @returns milliseconds at the most
 */
export function mostSpread(shown: { content: string } | null): number {
  const share = ((shown?.content.length ?? 0) - LARGE_DOCUMENT) / (LARGEST_DOCUMENT - LARGE_DOCUMENT);
  return LIVE_SPREAD * Math.min(1, Math.max(0, share));
}
