import type { StreamNews } from './tab-messages.ts';

/** True if the news does not describe the state of a stream. */
const isPassing = ({ type }: StreamNews): boolean =>
  ['submission.received', 'stream.beat', 'topic.changed', 'presence.received'].includes(type);

/** True if the news matters to a listener that has received this type already. */
const isFresh = (news: StreamNews): boolean => news.type === 'stream.opened' && news.again === true;

/**
 * Delivers each piece of news to each listener once, so that a later listener can receive the state of its stream without repeating it to the
 * others.
 * @param changed called with all subscribed ids, soon after a listener was added or removed
 */
export function createTopics(changed: (ids: string[]) => void) {
  const listeners = new Set<{ id: string; last: string; onNews: (news: StreamNews) => void }>();
  let isAwaited = false;
  /** Two panes of one page subscribe one after the other. */
  const changedSoon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    queueMicrotask(() => {
      isAwaited = false;
      changed([...new Set([...listeners].map(({ id }) => id))]);
    });
  };
  return {
    /**
     * Subscribes to the news of an id.
     * @param onNews called at each change, and at each submission
     * @returns a function that ends the subscription
     */
    open(id: string, onNews: (news: StreamNews) => void): () => void {
      const listener = { id, last: '', onNews };
      listeners.add(listener);
      changedSoon();
      return () => {
        if (listeners.delete(listener)) changedSoon();
      };
    },
    /** Distributes news to the listeners. */
    publish(all: readonly StreamNews[]): void {
      for (const news of all) {
        for (const listener of [...listeners].filter(({ id }) => id === news.id)) {
          if (!listeners.has(listener) || (listener.last === news.type && !isFresh(news))) continue;
          if (!isPassing(news)) listener.last = news.type;
          if (news.type === 'stream.closed' && listeners.delete(listener)) changedSoon();
          listener.onNews(news);
        }
      }
    },
  };
}
