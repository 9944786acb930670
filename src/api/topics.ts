import { STREAM_POLL } from '#config/constants.ts';
import type { StreamListener } from './event-stream.ts';
import type { Signal, TopicState } from './stream-pool.ts';

type Topic = { listeners: Set<StreamListener>; state: TopicState; poll: ReturnType<typeof setInterval> | undefined };

/** What the live views of one tab listen to. */
export type Topics = {
  ids(): string[];
  stateOf(id: string): TopicState | null;
  /** @returns whether the id is new here, and how to stop listening, which tells whether anybody else still does */
  add(id: string, listener: StreamListener): { isNew: boolean; remove: () => { isLast: boolean } };
  /** Passes on what happened to the stream of an id. */
  hear(id: string, signal: Signal): void;
};

/**
 * A polled id is told as opened again and again: at each opening the live view asks which archive is the newest (decision 22).
 * @returns nothing listened to yet
 */
export function createTopics(): Topics {
  const topics = new Map<string, Topic>();
  const tell = (topic: Topic, what: (listener: StreamListener) => void): void => {
    for (const listener of topic.listeners) what(listener);
  };
  const opened = (topic: Topic): void => tell(topic, (listener) => listener.onOpen());

  return {
    ids: () => [...topics.keys()],
    stateOf: (id) => topics.get(id)?.state ?? null,
    add(id, listener) {
      const known = topics.get(id);
      const topic: Topic = known ?? { listeners: new Set(), state: 'connecting', poll: undefined };
      topics.set(id, topic);
      topic.listeners.add(listener);
      if (topic.state === 'open' || topic.state === 'polled') {
        // As from a stream of its own, the news comes later than the call returns.
        queueMicrotask(() => {
          if (topic.listeners.has(listener)) listener.onOpen();
        });
      }
      const remove = () => {
        topic.listeners.delete(listener);
        const isLast = topic.listeners.size === 0 && topics.get(id) === topic;
        if (isLast) {
          clearInterval(topic.poll);
          topics.delete(id);
        }
        return { isLast };
      };
      return { isNew: known === undefined, remove };
    },
    hear(id, signal) {
      const topic = topics.get(id);
      if (!topic) return;
      if (signal.kind === 'submission') {
        tell(topic, (listener) => listener.onSubmission(signal.archive));
        return;
      }
      if (signal.kind === 'polled' && topic.state === 'polled') return;
      clearInterval(topic.poll);
      topic.poll = undefined;
      switch (signal.kind) {
        case 'opened':
          topic.state = 'open';
          opened(topic);
          return;
        case 'interrupted':
          topic.state = 'interrupted';
          tell(topic, (listener) => listener.onInterrupted());
          return;
        case 'closed':
          topics.delete(id);
          tell(topic, (listener) => listener.onClosed());
          topic.listeners.clear();
          return;
        case 'polled':
          topic.state = 'polled';
          opened(topic);
          topic.poll = setInterval(() => opened(topic), STREAM_POLL);
          return;
      }
    },
  };
}
