import type { Writable } from 'node:stream';

/** Who listens, and on what. */
type Subscription = {
  topic: string;
  /** The session's family: its end closes the stream. */
  family: string;
  /** Where the bytes go: an HTTP reply's own socket, so that an event is serialised once and copied nowhere. */
  sink: Writable;
};

/** Streams of server-sent events in this process. */
export type Hub = {
  /** Whether one more stream may be opened: there is a limit in all, and for a topic and session. */
  hasRoom(topic: string, family: string): boolean;
  /** Opens a stream; it ends by itself when its sink closes. */
  subscribe(subscription: Subscription): void;
  /** Sends one event to every stream of the topics. `data` is written as JSON. */
  publish(topics: readonly string[], event: string, data: object): void;
  /** The sessions that have a stream open. */
  families(): string[];
  endFamily(family: string): void;
  /** Ends every stream, and asks each to come back at its own time within some seconds. */
  close(): void;
};

/** Milliseconds after which a browser opens a lost stream again (section 9, event stream reconnect). */
const RETRY = 3_000;
const RETRY_SPREAD = 5_000;
const HEARTBEAT = 15_000;
const STREAMS_MAX = 2_000;
const STREAMS_A_TOPIC_AND_SESSION = 20;
/** A reader that leaves this many bytes waiting is dropped: it comes back and asks for what it missed. */
const BACKLOG_MAX = 1_000_000;

/** What an ended stream's reader gets to hang up by itself. */
const PATIENCE = 500;

const opening = Buffer.from(`retry: ${RETRY}\n\n`);
const heartbeat = Buffer.from(': still here\n\n');

/** One for a process. */
export function createHub(): Hub {
  const byTopic = new Map<string, Set<Subscription>>();
  const byFamily = new Map<string, Set<Subscription>>();
  let open = 0;
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
    if (sink.writableLength > BACKLOG_MAX) sink.destroy();
    else sink.write(bytes);
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
    hasRoom(topic, family) {
      const own = [...(byFamily.get(family) ?? [])].filter((other) => other.topic === topic);
      return open < STREAMS_MAX && own.length < STREAMS_A_TOPIC_AND_SESSION;
    },
    subscribe(subscription) {
      const { topic, family, sink } = subscription;
      if (isClosed || sink.destroyed) {
        sink.destroy();
        return;
      }
      open += 1;
      join(byTopic, topic, subscription);
      join(byFamily, family, subscription);
      const left = (): void => {
        if (!leave(byTopic, topic, subscription)) return;
        leave(byFamily, family, subscription);
        open -= 1;
      };
      sink.once('close', left);
      sink.once('error', left);
      sink.write(opening);
    },
    publish(topics, event, data) {
      const bytes = Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      for (const topic of topics) for (const member of byTopic.get(topic) ?? []) write(member, bytes);
    },
    families: () => [...byFamily.keys()],
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
