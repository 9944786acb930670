import type { FrameSnapshot } from './frame-events.ts';
import type { FrameHost } from './frame-host.ts';

/** Snapshots for the printer are numbered from here on, so that no save takes one for its own. */
export const FIRST_PRINT = 2 ** 40;

/** How long printing waits for a document's own rows, in milliseconds: its own function has 2 s (decision 8). */
const PRINT_PATIENCE = 3_000;

/** What the document holds now, or null when it does not answer in time. @param waiting hears the answer by its number */
export function snapshotOf(
  host: FrameHost,
  waiting: Map<number, (taken: FrameSnapshot) => void>,
): Promise<FrameSnapshot | null> {
  const no = FIRST_PRINT + waiting.size;
  const answer = new Promise<FrameSnapshot>((done) => {
    waiting.set(no, done);
    host.snapshot(no);
  });
  return Promise.race([answer, new Promise<null>((done) => setTimeout(done, PRINT_PATIENCE, null))]);
}

/** The HTML with the rows that the document's own script has made: a print frame starts the script anew. */
export async function withRows(html: string, taken: FrameSnapshot | null): Promise<string> {
  if (!taken || taken.error !== null) return html;
  const { embedNewAttributes } = await import('./new-attributes.ts');
  return embedNewAttributes(html, taken.newAttributes);
}
