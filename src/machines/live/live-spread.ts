import { LARGE_DOCUMENT, LARGEST_DOCUMENT, LIVE_SPREAD } from '#config/constants.ts';

/** So many views at once are a crowd. */
const CROWD = 50;

/**
 * How long a live view may wait before it reads a submission of which many views hear at once: not at all with a small document, longer with a larger one.
 * The next one is taken to be about as large.
 * @param shown the document that is shown, if there is one
 * @param readers how many hear of it, where the host says so; a single one waits for nobody
 * @returns milliseconds at the most
 */
export function mostSpread(shown: { content: string } | null, readers = CROWD): number {
  const share = ((shown?.content.length ?? 0) - LARGE_DOCUMENT) / (LARGEST_DOCUMENT - LARGE_DOCUMENT);
  return LIVE_SPREAD * Math.min(1, Math.max(0, share)) * Math.min(1, (readers - 1) / (CROWD - 1));
}
