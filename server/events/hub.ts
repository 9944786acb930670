import type { Writable } from 'node:stream';
import { createRings } from './ring.ts';

/** Who listens, and on what. */
type Subscription = {
  topic: string;
  /** The session's family: its end closes the stream. */
  family: string;
  /** Whose session it is. */
  user: string;
  /** The last event that the reader has, where it says so (Last-Event-ID). */
  after?: string | undefined;
  /** Where the bytes go: an HTTP reply's own socket, so that an event is serialised once and copied nowhere. */
  sink: Writable;
};

/** Streams of server-sent events in this process. */
export type Hub = {
  /** Whether one more stream may be opened: there is a limit in all, for a user, and for a topic and session. */
  hasRoom(wanted: Pick<Subscription, 'topic' | 'family' | 'user'>): boolean;
  /** Opens a stream; it ends by itself when its sink closes. */
  subscribe(subscription: Subscription): void;
  /** Sends one event to every stream of the topics, under each topic's own id. `data` is written as JSON. */
  publish(topics: readonly string[], event: string, data: object): void;
  /** The sessions that have a stream open. */
  families(): string[];
  endFamily(family: string): void;
  /** Streams open now; events sent and slow readers dropped since the start. */
  figures(): { open: number; sent: number; dropped: number };
  /** Ends every stream, and asks each to come back at its own time within some seconds. */
  close(): void;
};

/** Milliseconds after which a browser opens a lost stream again (section 9, event stream reconnect). */
const RETRY = 3_000;
const RETRY_SPREAD = 5_000;
const HEARTBEAT = 15_000;
const STREAMS_MAX = 2_000;
const STREAMS_A_USER = 200;
const STREAMS_A_TOPIC_AND_SESSION = 20;
/** A reader that leaves this many bytes waiting is dropped: it comes back and asks for what it missed. */
const BACKLOG_MAX = 1_000_000;

/** What an ended stream's reader gets to hang up by itself. */
const PATIENCE = 500;

/** A named event, not a comment: a reader can tell a quiet stream from a dead one (`events.heartbeat` in `capabilities`). */
const heartbeat = Buffer.from('event: heartbeat\ndata: {}\n\n');

/** One for a process. */
export function createHub(): Hub {
  const byTopic = new Map<string, Set<Subscription>>();
  const byFamily = new Map<string, Set<Subscription>>();
  const byUser = new Map<string, Set<Subscription>>();
  const rings = createRings();
  let open = 0;
  let sent = 0;
  let dropped = 0;
  let isClosed = false;

  const join = (index: Map<string, Set<Subscription>>, key: string, subscription: Subscription): void => {
    const members = index.get(key);
    if (members) members.add(subscription);
    else index.set(key, new Set([subscription]));
  };
  const leave = (index: Map<string, Set<Subscription>>, key: string, subscription: Subscription): boolean => {
    const members = index.get(key);
    const wasThere = members?.delete(subscription) ?? false;
    if (members?.size === 0) index.delete(key);
    return wasThere;
  };

  const write = (subscription: Subscription, bytes: Buffer): void => {
    const { sink } = subscription;
    if (sink.writableEnded) return;
    if (sink.writableLength > BACKLOG_MAX) {
      dropped += 1;
      sink.destroy();
    } else sink.write(bytes);
  };
  const finish = ({ sink }: Subscription, last: string): void => {
    sink.end(last);
    setTimeout(() => sink.destroy(), PATIENCE).unref();
  };
  const everyone = (bytes: Buffer): void => {
    for (const members of byTopic.values()) for (const member of members) write(member, bytes);
  };

  const timer = setInterval(() => everyone(heartbeat), HEARTBEAT);
  timer.unref();

  return {
    hasRoom({ topic, family, user }) {
      const own = [...(byFamily.get(family) ?? [])].filter((other) => other.topic === topic);
      const ofUser = byUser.get(user)?.size ?? 0;
      return open < STREAMS_MAX && ofUser < STREAMS_A_USER && own.length < STREAMS_A_TOPIC_AND_SESSION;
    },
    subscribe(subscription) {
      const { topic, family, user, sink, after } = subscription;
      if (isClosed || sink.destroyed) {
        sink.destroy();
        return;
      }
      open += 1;
      join(byTopic, topic, subscription);
      join(byFamily, family, subscription);
      join(byUser, user, subscription);
      const left = (): void => {
        if (!leave(byTopic, topic, subscription)) return;
        leave(byFamily, family, subscription);
        leave(byUser, user, subscription);
        open -= 1;
      };
      sink.once('close', left);
      sink.once('error', left);
      const missed = after === undefined ? [] : rings.since(topic, after);
      // Without an event yet the reader gets the id from which it could go on.
      const id = missed.length === 0 ? `id: ${rings.lastId(topic)}\n` : '';
      sink.write(`retry: ${RETRY}\n${id}\n`);
      for (const bytes of missed) sink.write(bytes);
    },
    publish(topics, event, data) {
      const text = JSON.stringify(data);
      for (const topic of topics) {
        const bytes = rings.add(topic, event, text);
        const members = byTopic.get(topic) ?? [];
        for (const member of members) {
          sent += 1;
          write(member, bytes);
        }
      }
    },
    families: () => [...byFamily.keys()],
    figures: () => ({ open, sent, dropped }),
    endFamily(family) {
      for (const subscription of byFamily.get(family) ?? []) finish(subscription, '');
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const members of byTopic.values()) {
        for (const member of members) {
          finish(member, `retry: ${RETRY + Math.floor(Math.random() * RETRY_SPREAD)}\n\n`);
        }
      }
    },
  };
}
