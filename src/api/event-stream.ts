import * as v from 'valibot';
import { submissionEvent } from './contract/archives.ts';

/** What a stream tells its owner. */
export type StreamListener = {
  onOpen(): void;
  /** The browser lost the connection and tries again by itself. */
  onInterrupted(): void;
  /** The stream ended for good: its owner opens another one. */
  onClosed(): void;
  onSubmission(archiveUuid: string): void;
};

/**
 * GET {host}/events/wips/{id} (section 7). `id` is a WIP's or a template's.
 * @param host origin of the API; empty means the page's own
 * @returns ends the stream; no call-back follows
 */
export function openEventStream(host: string, id: string, listener: StreamListener): () => void {
  const source = new EventSource(`${host}/events/wips/${encodeURIComponent(id)}`, { withCredentials: true });
  source.addEventListener('open', () => listener.onOpen());
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listener.onClosed();
    else listener.onInterrupted();
  });
  source.addEventListener('submission', (event: MessageEvent<unknown>) => {
    const archive = submittedArchive(event.data);
    if (archive !== null) listener.onSubmission(archive);
  });
  return () => source.close();
}

/** The archive of a completed submission; null for any other event (section 4, live dashboards). */
function submittedArchive(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return null;
  }
  const event = v.safeParse(submissionEvent, parsed);
  return event.success ? event.output.archive_uuid : null;
}
