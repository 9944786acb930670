import { STREAM_RENEWAL } from '#common/config/constants.ts';
import { MULTIPLEX_IDS_MAX, multiplexedSubmission, refusedTopic, submissionEvent } from '#common/calls/archives.ts';
import { multiplexedPresence, type PresenceEvent, presenceEvent } from '#common/calls/presence.ts';
import type { StreamNews } from './tab-messages.ts';
import * as v from 'valibot';
import { boardEvent } from '#common/calls/boards.ts';
import { displayEvent } from '#common/calls/displays.ts';

/** Dependencies of a pool. */
export type StreamPoolParts = {
  /** Origin of the API. */
  host: string;
  /** Address of the host's one stream for many ids, after its origin; by default that for users. */
  many?: string | undefined;
  /** True if the host offers one stream for many ids; called before each opening. A single id uses it, too: a display has no other address. */
  isMultiplexed: () => boolean;
  /** Receives the news of the streams. After the news that an id's stream is closed the receiver wants it again, or no longer. */
  report: (news: StreamNews[]) => void;
};

/** HTTP/1.1 has six connections a host: calls and documents need the rest. */
const OWN_STREAMS_MAX = 4;

/** `at`: time of its opening, by `performance.now()`. */
type Socket = { ids: Set<string>; isShared: boolean; isOpen: boolean; at: number; close: () => void };

/**
 * One stream for all ids if the host offers that, else one for each of the first four; the others have to be polled.
 * @param parts the host, and the receiver of news
 */
export function createStreamPool({ host, many = '/events/wips', isMultiplexed, report }: StreamPoolParts) {
  /** The newest last: while a stream for more ids is opening the one before continues. */
  let sockets: Socket[] = [];
  let wanted: readonly string[] = [];
  /**
   * Ids that the shared stream refused: alone they get an answer with a reason, and disturb no others. An id that is accepted alone may be shared
   * next time.
   */
  const alone = new Set<string>();

  const isCarried = (id: string): boolean => sockets.some(({ ids }) => ids.has(id));
  const look = (ids: readonly string[]): StreamNews[] =>
    ids.map((id) => {
      if (!isCarried(id)) return { type: 'stream.polled', id };
      const isOpen = sockets.some((socket) => socket.isOpen && socket.ids.has(id));
      return { type: isOpen ? 'stream.opened' : 'stream.interrupted', id };
    });
  const drop = (isDropped: (socket: Socket) => boolean): void => {
    for (const { close } of sockets.filter(isDropped)) close();
    sockets = sockets.filter((socket) => !isDropped(socket));
  };
  const closed = (ids: Iterable<string>): void =>
    report([...ids].filter((id) => !isCarried(id)).map((id) => ({ type: 'stream.closed', id })));

  const open = (ids: readonly string[], isShared: boolean): void => {
    const socket: Socket = {
      ids: new Set(ids),
      isShared,
      isOpen: false,
      at: performance.now(),
      close: () => undefined,
    };
    const stands = (isOpen: boolean): void => {
      socket.isOpen = isOpen;
      if (isOpen && !isShared) for (const id of ids) alone.delete(id);
      const before = sockets.slice(0, sockets.indexOf(socket));
      const replaced = before.filter((other) => isOpen && isShared && other.isShared);
      drop((other) => replaced.includes(other));
      // The one before may have been dead for a while, unnoticed so far.
      const isAgain = (id: string): boolean => replaced.some((other) => other.isOpen && other.ids.has(id));
      report(look([...socket.ids]).map((news) => (isAgain(news.id) ? { ...news, again: true } : news)));
    };
    const listener = {
      onOpen: () => stands(true),
      onInterrupted: () => stands(false),
      onClosed: () => {
        drop((other) => other === socket);
        closed(socket.ids);
      },
      onHeartbeat: () => report([...socket.ids].map((id) => ({ type: 'stream.beat', id }))),
    };
    const onSubmission = (id: string, archive: string, readers?: number): void =>
      report([{ type: 'submission.received', id, archive, ...(readers !== undefined && { readers }) }]);
    const onPresence = (id: string, presence: PresenceEvent): void =>
      report([{ type: 'presence.received', id, presence }]);
    sockets.push(socket);
    socket.close = isMultiplexed()
      ? openMultiplexedStream(`${host}${many}`, ids, {
          ...listener,
          onSubmission,
          onPresence,
          onChanged: (id) => report([{ type: 'topic.changed', id }]),
          onRefused: (id) => {
            // The browser reopens a lost stream unchanged, with ids that are no longer wanted.
            if (wanted.includes(id)) alone.add(id);
            for (const other of sockets) other.ids.delete(id);
            closed([id]);
          },
        })
      : openEventStream(host, ids[0] ?? '', {
          ...listener,
          onSubmission: (archive) => onSubmission(ids[0] ?? '', archive),
          onPresence: (presence) => onPresence(ids[0] ?? '', presence),
        });
  };

  const want = (): void => {
    const ids = wanted;
    drop(({ ids: carried, isShared }) => (isShared ? ids.length === 0 : ids.every((id) => !carried.has(id))));
    const hasOwn = (id: string): boolean => sockets.some((socket) => !socket.isShared && socket.ids.has(id));
    if (isMultiplexed()) {
      const together = ids.filter((id) => !alone.has(id) && !hasOwn(id)).slice(0, MULTIPLEX_IDS_MAX);
      const newest = sockets.filter(({ isShared }) => isShared).at(-1);
      if (!together.every((id) => newest?.ids.has(id))) open(together, true);
    }
    const rest = ids.filter((id) => !isCarried(id));
    const free = OWN_STREAMS_MAX - sockets.filter(({ isShared }) => !isShared).length;
    for (const id of rest.slice(0, Math.max(0, free))) open([id], false);
  };

  return {
    /** State of the stream of each id. */
    look,
    /** Sets the ids to receive from now on; none ends every stream. */
    want: (ids: readonly string[]): void => {
      wanted = ids;
      want();
    },
    /** Closes the streams of these ids, which seem dead, and opens them again. One opened a moment ago stays: another live view has requested it. */
    renew: (ids: readonly string[]): void => {
      const before = performance.now() - STREAM_RENEWAL;
      const isOnItsWay = (id: string): boolean =>
        sockets.some((socket) => socket.ids.has(id) && !socket.isOpen && socket.at > before);
      const dead = sockets.filter((socket) => ids.some((id) => socket.ids.has(id) && !isOnItsWay(id)));
      if (dead.length === 0) return;
      drop((socket) => dead.includes(socket));
      want();
      report(look([...new Set(dead.flatMap((socket) => [...socket.ids]))]));
    },
  };
}

/** Callbacks of a stream. */
type StreamListener = {
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
type MultiplexListener = Omit<StreamListener, 'onSubmission' | 'onPresence'> & {
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
function openEventStream(host: string, id: string, listener: StreamListener): () => void {
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
function openMultiplexedStream(address: string, ids: readonly string[], listener: MultiplexListener): () => void {
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
