import type { Writable } from 'node:stream';
import type { Settings } from '#server/settings.ts';
import { createRings, type NotedEvent } from './ring.ts';

/** A topic, and the id under which its reader requested it. */
export type NamedTopic = { topic: string; id: string };

/** A stream to open. */
type Subscription = {
  topics: readonly NamedTopic[];
  /**
   * True if each event names its topic, and each event id the last event of every topic (`events.multiplex` in
   * `capabilities`). Without it there is one topic, and its bytes are the same for every reader.
   */
  isMultiplexed?: boolean;
  /** Requested ids that may not be read: the reader gets an event for each. */
  refused?: readonly string[];
  /** Topics, read or not, whose next event ends the stream: they decide what may be read. */
  until?: readonly string[];
  /** True if a person reads it: only people get events about people. */
  isPersons?: true;
  /** The session's family, or the display's: its end closes the stream. */
  family: string;
  /** The user's uuid, or the display's. */
  user: string;
  /** The last event that the reader has, if it names one (Last-Event-ID). */
  after?: string | undefined;
  /** Destination of the bytes: an HTTP reply's own socket, so that an event is serialised once and never copied. */
  sink: Writable;
};

/** Streams of server-sent events in this process. */
export type Hub = ReturnType<typeof createHub>;

/** Milliseconds after which a browser opens a lost stream again (`s9.stream-reconnect`). */
const RETRY = 3_000;
const RETRY_SPREAD = 5_000;
const HEARTBEAT = 15_000;

/** A reader that leaves this many bytes waiting is dropped: it comes back and requests the events that it missed. */
const BACKLOG_MAX = 1_000_000;

/** Milliseconds in which the reader of an ended stream may hang up by itself. */
const PATIENCE = 500;

/**
 * A named event, not a comment: by it a reader can distinguish a quiet stream from a dead one (`events.heartbeat` in
 * `capabilities`).
 */
const heartbeat = Buffer.from('event: heartbeat\ndata: {}\n\n');

/** An open stream. `places`: by topic the id of its last event, for a multiplexed one. */
type Reader = Subscription & { places: Map<string, string> | null };

/** Each place in the order of the topics: the Last-Event-ID of a multiplexed stream's reader. */
const composed = (places: ReadonlyMap<string, string>): string => [...places.values()].join(',');

/**
 * The bytes of an event for this reader.
 * @param readers number of readers in this process that get it at once; undefined for a missed one
 */
function bytesFor(
  { places, topics }: Reader,
  topic: string,
  { cursor, event, data, bytes }: NotedEvent,
  readers?: number,
): Buffer {
  if (places === null) return bytes;
  places.set(topic, cursor);
  const id = topics.find((one) => one.topic === topic)?.id;
  return Buffer.from(`id: ${composed(places)}\nevent: ${event}\ndata: ${JSON.stringify({ id, ...data, readers })}\n\n`);
}

/**
 * @param limits how many streams may be open at once in this process
 * @param onLeft called when the last stream of a family has closed
 */
export function createHub(limits: Settings['streams'], onLeft?: (family: string) => void) {
  const readers = new Set<Reader>();
  const byTopic = new Map<string, Set<Reader>>();
  const byEnd = new Map<string, Set<Reader>>();
  const byFamily = new Map<string, Set<Reader>>();
  const byUser = new Map<string, Set<Reader>>();
  const rings = createRings();
  let sent = 0;
  let dropped = 0;
  let isClosed = false;

  const join = (index: Map<string, Set<Reader>>, key: string, reader: Reader): void => {
    const members = index.get(key);
    if (members) members.add(reader);
    else index.set(key, new Set([reader]));
  };
  const leave = (index: Map<string, Set<Reader>>, key: string, reader: Reader): void => {
    const members = index.get(key);
    members?.delete(reader);
    if (members?.size === 0) index.delete(key);
  };

  const write = ({ sink }: Reader, bytes: Buffer): void => {
    if (sink.writableEnded) return;
    if (sink.writableLength > BACKLOG_MAX) {
      dropped += 1;
      sink.destroy();
    } else sink.write(bytes);
  };
  const finish = ({ sink }: Reader, last: string): void => {
    sink.end(last);
    setTimeout(() => sink.destroy(), PATIENCE).unref();
  };
  /** The events that a reader missed. A reader of a topic without events gets the id from which it can continue. */
  const firstBytes = (reader: Reader): Buffer[] => {
    const { topics, places, after, refused = [] } = reader;
    const brought = places ? (after ?? '').split(',') : [after ?? ''];
    const missed = topics.flatMap(({ topic }, at) => {
      const since = brought.length === topics.length ? rings.since(topic, brought[at] ?? '') : [];
      // Each missed event that follows moves the reader's place.
      places?.set(topic, since.length === 0 ? rings.lastId(topic) : (brought[at] ?? ''));
      return since.map((noted) => ({ topic, noted }));
    });
    const start = places ? composed(places) : rings.lastId(topics[0]?.topic ?? '');
    return [
      Buffer.from(`retry: ${RETRY}\n${places || missed.length === 0 ? `id: ${start}\n` : ''}\n`),
      ...refused.map((id) => Buffer.from(`event: refused\ndata: ${JSON.stringify({ id })}\n\n`)),
      ...missed.map(({ topic, noted }) => bytesFor(reader, topic, noted)),
    ];
  };

  const timer = setInterval(() => {
    for (const reader of readers) write(reader, heartbeat);
  }, HEARTBEAT);
  timer.unref();

  return {
    /** True if one more stream may be opened: there is a limit in all, for a user, and for a topic and session. */
    hasRoom({ topics, family, user }: Pick<Subscription, 'topics' | 'family' | 'user'>): boolean {
      const own = [...(byFamily.get(family) ?? [])];
      const ofUser = byUser.get(user)?.size ?? 0;
      const hasRoomOn = (topic: string): boolean =>
        own.filter((other) => other.topics.some((one) => one.topic === topic)).length < limits.ofTopicAndSession;
      return readers.size < limits.inAll && ofUser < limits.ofUser && topics.every(({ topic }) => hasRoomOn(topic));
    },
    /** Opens a stream; it ends by itself when its sink closes. */
    subscribe(subscription: Subscription): void {
      const { topics, until = [], family, user, sink, isMultiplexed = false } = subscription;
      if (isClosed || sink.destroyed) {
        sink.destroy();
        return;
      }
      const reader: Reader = { ...subscription, places: isMultiplexed ? new Map() : null };
      readers.add(reader);
      for (const { topic } of topics) join(byTopic, topic, reader);
      for (const topic of until) join(byEnd, topic, reader);
      join(byFamily, family, reader);
      join(byUser, user, reader);
      const left = (): void => {
        if (!readers.delete(reader)) return;
        for (const { topic } of topics) leave(byTopic, topic, reader);
        for (const topic of until) leave(byEnd, topic, reader);
        leave(byFamily, family, reader);
        leave(byUser, user, reader);
        if (!byFamily.has(family)) onLeft?.(family);
      };
      sink.once('close', left);
      sink.once('error', left);
      for (const bytes of firstBytes(reader)) sink.write(bytes);
    },
    /**
     * Sends one event to every stream of the topics, under each topic's own id, and then ends the streams with one of
     * them in `until`. `data` is written as JSON.
     */
    publish(topics: readonly string[], event: string, data: object): void {
      for (const topic of topics) {
        const noted = rings.add(topic, event, data);
        for (const reader of byTopic.get(topic) ?? []) {
          sent += 1;
          // The archive that all of them load at once may be large.
          const size = event === 'submission' ? byTopic.get(topic)?.size : undefined;
          write(reader, bytesFor(reader, topic, noted, size));
        }
        for (const reader of byEnd.get(topic) ?? []) finish(reader, '');
      }
    },
    /**
     * Sends an event about people to the people who read a topic now. It has no event id and is not stored: a reader who
     * comes back later gets only the present state. `data` is written as JSON.
     */
    publishToPeople(topic: string, event: string, data: object): void {
      for (const reader of byTopic.get(topic) ?? []) {
        if (!reader.isPersons) continue;
        sent += 1;
        const id = reader.topics.find((one) => one.topic === topic)?.id;
        const json = JSON.stringify(reader.places === null ? data : { id, ...data });
        write(reader, Buffer.from(`event: ${event}\ndata: ${json}\n\n`));
      }
    },
    /** The sessions that have a stream open. */
    families: (): string[] => [...byFamily.keys()],
    /** Streams open now; events sent and slow readers dropped since the start. */
    figures: (): { open: number; sent: number; dropped: number } => ({ open: readers.size, sent, dropped }),
    endFamily(family: string): void {
      for (const reader of byFamily.get(family) ?? []) finish(reader, '');
    },
    /** Ends every stream, and makes each reader come back at its own time within some seconds. */
    close(): void {
      isClosed = true;
      clearInterval(timer);
      // Before their sockets have closed, which may take longer than the server.
      for (const family of byFamily.keys()) onLeft?.(family);
      for (const reader of readers) finish(reader, `retry: ${RETRY + Math.floor(Math.random() * RETRY_SPREAD)}\n\n`);
    },
  };
}
