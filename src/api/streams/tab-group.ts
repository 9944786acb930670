import * as v from 'valibot';
import { type TabMessage, tabMessage } from './tab-messages.ts';
import type { Tabs } from './tabs.ts';

/** Messages of the other tabs, and events of the lock that one of them holds. */
type TabEvent = TabMessage | { type: 'lead.won' } | { type: 'lead.lost' } | { type: 'tab.gone'; tab: string };

/** A tab among the others. */
export type TabGroup = {
  /** Sends a message to all other tabs. */
  post(message: TabMessage): void;
  /** Takes the lock from the tab that has it. */
  seize(): void;
  /** Reports when another tab is gone, for any reason. */
  watch(tab: string): void;
  /** Releases the lock, and ends this tab's presence for the others. */
  leave: () => void;
};

/**
 * Names of a group's channel and lock; the number changes with the messages (`contract/tabs.ts`). Tabs of a build with other messages have a group,
 * and so a leader, of their own: they could not read each other's messages, and would take the lock from each other again and again.
 */
const GROUP = 'ready.events.5';

/**
 * Joins the tabs of a browser that share one host's event streams, and waits for the lock of the one that leads.
 * @param tabs null if tabs cannot communicate: then this one leads at once
 * @param host origin of the API
 * @param me this tab's name
 * @param onEvent callback for events; if the browser forbids locks this tab leads, too
 */
export function joinTabs(tabs: Tabs | null, host: string, me: string, onEvent: (event: TabEvent) => void): TabGroup {
  if (tabs === null) {
    onEvent({ type: 'lead.won' });
    return { post: () => undefined, seize: () => undefined, watch: () => undefined, leave: () => undefined };
  }
  const { locks } = tabs;
  const presence = (tab: string): string => `ready.events.tab ${tab}`;
  const channel = tabs.channel(`${GROUP} ${host}`);
  const watched = new Set<string>();
  let candidacy = new AbortController();
  let release = (): void => undefined;
  let leave = (): void => undefined;
  let isGone = false;

  const run = (how: 'queue' | 'steal'): void => {
    candidacy.abort();
    candidacy = new AbortController();
    const { signal } = candidacy;
    let hasLed = false;
    const lead = (): Promise<void> => {
      hasLed = !signal.aborted;
      if (!hasLed) return Promise.resolve();
      onEvent({ type: 'lead.won' });
      return new Promise((resolve) => (release = resolve));
    };
    locks.request(`${GROUP}.leader ${host}`, how === 'steal' ? { steal: true } : { signal }, lead).catch(() => {
      if (signal.aborted) return;
      onEvent({ type: hasLed ? 'lead.lost' : 'lead.won' });
      if (hasLed) run('queue');
    });
  };

  channel.onMessage((data) => {
    const read = v.safeParse(tabMessage, data);
    if (read.success) onEvent(read.output);
  });
  // Once the others know of this tab they wait for this lock, whose release shows that the tab is gone.
  let isPresent = false;
  const unsent: TabMessage[] = [];
  const stay = (): Promise<void> => {
    if (isGone) return Promise.resolve();
    isPresent = true;
    for (const message of unsent) channel.post(message);
    return new Promise((resolve) => (leave = resolve));
  };
  locks.request(presence(me), stay).catch(() => undefined);
  run('queue');

  return {
    post: (message) => {
      if (isPresent) channel.post(message);
      else unsent.push(message);
    },
    seize: () => run('steal'),
    watch: (tab) => {
      if (watched.has(tab)) return;
      watched.add(tab);
      const gone = (): void => {
        watched.delete(tab);
        onEvent({ type: 'tab.gone', tab });
      };
      locks.request(presence(tab), { mode: 'shared' }, gone).catch(() => undefined);
    },
    leave: () => {
      isGone = true;
      candidacy.abort();
      release();
      leave();
      channel.close();
    },
  };
}
