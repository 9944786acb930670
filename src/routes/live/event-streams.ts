import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { createStreamPool } from '#api/streams/stream-pool.ts';
import { joinTabs } from '#api/streams/tab-group.ts';
import type { StreamNews } from '#api/streams/tab-messages.ts';
import type { Tabs } from '#api/streams/tabs.ts';
import { createTopics } from '#api/streams/topics.ts';
import { type StreamCommand, streamLeaderMachine, type TabCommand } from '#machines/live/stream-leader.machine.ts';
import { capabilities } from '#common/config/capabilities.ts';
import type { Inspect } from '#ui/shared/app-context.ts';
import { isAnnounced } from '../announced.ts';
import type { Services } from '../screen-route.ts';

/** Dependencies of a tab's streams. */
export type EventStreamsParts = {
  /** Origin of the API. */
  host: string;
  /** As in the stream pool. */
  many?: string | undefined;
  /** Null if tabs cannot communicate: then this one has its own streams. */
  tabs: Tabs | null;
  /** Follows the chart; see `App`. */
  inspect?: Inspect | undefined;
  /** True if the host offers one stream for many ids. */
  isMultiplexed: () => boolean;
};

// `randomUUID` is missing on a page served by plain HTTP from another machine.
const newTabId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * The event streams of one tab, which it shares with the browser's other tabs.
 * @param parts the host and the browser
 * @returns `open` subscribes to a WIP's or a template's stream, `renew` reopens it since it seems dead; `leader` is the chart that decides which
 * tab has the streams
 */
export function createEventStreams({ host, many, tabs, inspect, isMultiplexed }: EventStreamsParts) {
  const topics = createTopics((ids) => leader.send({ type: 'topics.changed', ids }));
  const machine = streamLeaderMachine.provide({
    actors: {
      otherTabs: fromCallback<TabCommand, { me: string }>(({ input, receive, sendBack }) => {
        const group = joinTabs(tabs, host, input.me, sendBack);
        receive((command) => {
          if (command.type === 'message.posted') group.post(command.message);
          else if (command.type === 'tab.watched') group.watch(command.tab);
          else group.seize();
        });
        return group.leave;
      }),
      visibility: fromCallback<AnyEventObject, undefined>(({ sendBack }) =>
        tabs?.watchVisibility((isVisible) => sendBack({ type: isVisible ? 'tab.shown' : 'tab.hidden' })),
      ),
      streams: fromCallback<StreamCommand, { ids: string[] }>(({ input: { ids }, receive, sendBack }) => {
        const report = (news: StreamNews[]): void => sendBack({ type: 'news.reported', news });
        const pool = createStreamPool({ host, many, isMultiplexed, report });
        pool.want(ids);
        report(pool.look(ids));
        receive((command) => {
          if (command.type === 'streams.wanted') pool.want(command.ids);
          else if (command.type === 'streams.silent') pool.renew(command.ids);
          else report(pool.look(command.ids));
        });
        return () => pool.want([]);
      }),
    },
  });
  const leader = createActor(machine, { input: { me: newTabId() }, ...(inspect && { inspect }) });
  leader.on('news.received', ({ news }) => topics.publish(news));
  leader.start();
  return {
    open: (...asked: Parameters<typeof topics.open>) => topics.open(...asked),
    renew: (id: string) => leader.send({ type: 'stream.silent', ids: [id] }),
    leader,
  };
}

/** The streams of a tab, as live views and documents use them. */
export type EventStreams = ReturnType<typeof createEventStreams>;

const made = new WeakMap<Services, EventStreams>();

/** The streams of a user, which all screens of the page share. */
export function streamsOf(services: Services): EventStreams {
  const { env, tabs, inspect } = services;
  const streams =
    made.get(services) ??
    createEventStreams({
      host: env.apiHost,
      tabs,
      inspect,
      isMultiplexed: () => isAnnounced(services, capabilities.multiplex),
    });
  made.set(services, streams);
  return streams;
}
