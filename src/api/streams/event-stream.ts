import * as v from 'valibot';
import { boardEvent } from '#common/calls/boards.ts';
import { displayEvent } from '#common/calls/displays.ts';
import { multiplexedPresence, presenceEvent, type PresenceEvent } from '#common/calls/presence.ts';
import { multiplexedSubmission, refusedTopic, submissionEvent } from '#common/calls/archives.ts';

/** Callbacks of a stream. */
export type StreamListener = {
  onOpen(): void;
  /** The connection was lost; the browser tries again by itself. */
  onInterrupted(): void;
  /** The stream ended for good; a new one has to be opened. */
  onClosed(): void;
  /** The stream carried a sign of life, at a host that announces `events.heartbeat`. */
  onHeartbeat(): void;
  onSubmission(archiveUuid: string): void;
  onPresence(presence: PresenceEvent): void;
};

/** Callbacks of a stream for many ids. */
export type MultiplexListener = Omit<StreamListener, 'onSubmission' | 'onPresence'> & {
  onSubmission(id: string, archiveUuid: string, readers?: number): void;
  /** A user has opened this WIP, or has left it. */
  onPresence(id: string, presence: PresenceEvent): void;
  /** This id may not be read; the others continue. */
  onRefused(id: string): void;
  /** The board or the display of this id was changed, or removed. */
  onChanged(id: string): void;
};

/**
 * Opens the event stream of a WIP or a template (`s7.events`).
 * @param host origin of the API; empty means the page's own
 * @returns ends the stream; no callback follows
 */
export function openEventStream(host: string, id: string, listener: StreamListener): () => void {
  const source = sourceAt(`${host}/events/wips/${encodeURIComponent(id)}`, listener);
  source.addEventListener('submission', (event: MessageEvent<unknown>) => {
    const data = dataOf(event, submissionEvent);
    if (data !== null) listener.onSubmission(data.archive_uuid);
  });
  source.addEventListener('presence', (event: MessageEvent<unknown>) => {
    const data = dataOf(event, presenceEvent);
    if (data !== null) listener.onPresence(data);
  });
  return () => source.close();
}

/**
 * Opens one stream for many ids, at a host that announces `events.multiplex`.
 * @param address of such streams, origin and path
 * @returns ends the stream; no callback follows
 */
export function openMultiplexedStream(
  address: string,
  ids: readonly string[],
  listener: MultiplexListener,
): () => void {
  const source = sourceAt(`${address}?ids=${ids.map(encodeURIComponent).join(',')}`, listener);
  source.addEventListener('submission', (event: MessageEvent<unknown>) => {
    const data = dataOf(event, multiplexedSubmission);
    if (data !== null) listener.onSubmission(data.id, data.archive_uuid, data.readers);
  });
  source.addEventListener('presence', (event: MessageEvent<unknown>) => {
    const data = dataOf(event, multiplexedPresence);
    if (data !== null) listener.onPresence(data.id, data);
  });
  source.addEventListener('refused', (event: MessageEvent<unknown>) => {
    const data = dataOf(event, refusedTopic);
    if (data !== null) listener.onRefused(data.id);
  });
  const events = { board: boardEvent, display: displayEvent };
  for (const [name, schema] of Object.entries(events)) {
    source.addEventListener(name, (event: MessageEvent<unknown>) => {
      const data = dataOf(event, schema);
      if (data !== null) listener.onChanged(data.id);
    });
  }
  return () => source.close();
}

function sourceAt(address: string, listener: Omit<StreamListener, 'onSubmission' | 'onPresence'>) {
  const source = new EventSource(address, { withCredentials: true });
  source.addEventListener('open', () => listener.onOpen());
  source.addEventListener('heartbeat', () => listener.onHeartbeat());
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listener.onClosed();
    else listener.onInterrupted();
  });
  return source;
}

/** The event's data, or null for an event of another kind (`s4.live.other-type`, `s4.live.no-uuid`). */
function dataOf<const S extends v.GenericSchema>({ data }: MessageEvent<unknown>, schema: S): v.InferOutput<S> | null {
  if (typeof data !== 'string') return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return null;
  }
  const event = v.safeParse(schema, parsed);
  return event.success ? event.output : null;
}
