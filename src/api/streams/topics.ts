import type { StreamNews } from '../contract/tabs.ts';

/** What the live views of one tab listen to. */
export type Topics = {
  /**
   * Listens to what is known of an id.
   * @param hear called at each change, and at each submission
   * @returns stops listening
   */
  open: (id: string, hear: (news: StreamNews) => void) => () => void;
  /** Passes on what became known. */
  hear(news: readonly StreamNews[]): void;
};

/** Whether news says nothing of how a stream stands. */
const isPassing = ({ type }: StreamNews): boolean =>
  ['submission.received', 'stream.heard', 'topic.changed', 'presence.told'].includes(type);

/** Whether it is news for whoever has heard this already. */
const isFresh = (news: StreamNews): boolean => news.type === 'stream.opened' && news.again === true;

/**
 * Gives each listener each piece of news once, so that a later listener can be told how its stream stands without troubling the others.
 * @param changed called with all ids that are listened to, soon after a listener came or went
 */
export function createTopics(changed: (ids: string[]) => void): Topics {
  const listeners = new Set<{ id: string; last: string; hear: (news: StreamNews) => void }>();
  let isAwaited = false;
  /** Two panes of one page begin one after the other. */
  const changedSoon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    queueMicrotask(() => {
      isAwaited = false;
      changed([...new Set([...listeners].map(({ id }) => id))]);
    });
  };
  return {
    open(id, hear) {
      const listener = { id, last: '', hear };
      listeners.add(listener);
      changedSoon();
      return () => {
        if (listeners.delete(listener)) changedSoon();
      };
    },
    hear(all) {
      for (const news of all) {
        for (const listener of [...listeners].filter(({ id }) => id === news.id)) {
          if (!listeners.has(listener) || (listener.last === news.type && !isFresh(news))) continue;
          if (!isPassing(news)) listener.last = news.type;
          if (news.type === 'stream.closed' && listeners.delete(listener)) changedSoon();
          listener.hear(news);
        }
      }
    },
  };
}
