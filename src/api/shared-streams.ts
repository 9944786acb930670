import * as v from 'valibot';
import { LEADER_ANSWER, STREAM_POLL } from '#config/constants.ts';
import type { StreamListener } from './event-stream.ts';
import { createStreamPool, type Signal, type StreamPool, type TopicState } from './stream-pool.ts';
import type { Tabs } from './tabs.ts';
import { createTopics, type Topics } from './topics.ts';

/** What the streams of a tab need. */
export type EventStreamsParts = {
  /** Origin of the API. */
  host: string;
  /** Null where tabs cannot agree: then this one has its own streams. */
  tabs: Tabs | null;
  /** Whether the host gives one stream for many ids (decision 2). */
  isMultiplexed: () => boolean;
};

/** The event streams of one tab. */
export type EventStreams = {
  /**
   * Listens to a WIP's or a template's submissions.
   * @returns stops listening; no call-back follows. Not needed after `onClosed`.
   */
  open(id: string, listener: StreamListener): () => void;
};

const signal = v.variant('kind', [
  v.object({ kind: v.picklist(['opened', 'interrupted', 'closed', 'polled']) }),
  v.object({ kind: v.literal('submission'), archive: v.string() }),
]);
const state = v.nullable(v.picklist(['connecting', 'open', 'interrupted', 'polled']));

/** What tabs tell each other. `wants`: all that a tab listens to; the leader answers with `states`. */
const message = v.variant('kind', [
  v.object({ kind: v.literal('leading'), from: v.string() }),
  v.object({ kind: v.literal('wants'), from: v.string(), ids: v.array(v.string()) }),
  v.object({
    kind: v.literal('states'),
    from: v.string(),
    to: v.string(),
    states: v.array(v.tuple([v.string(), state])),
  }),
  v.object({ kind: v.literal('told'), from: v.string(), id: v.string(), signal }),
]);
type Message = v.InferOutput<typeof message>;

/**
 * One stream of an id for the whole browser (quality.md, "six dashboards in one browser"). One tab leads: it has the streams and passes on what they say; when it
 * goes, is killed or is stopped by the browser, another takes its place, and every tab asks for the newest archive again.
 * @param parts the host and the browser
 */
export function createEventStreams(parts: EventStreamsParts): EventStreams {
  const topics = createTopics();
  const { tabs } = parts;
  const { wantsChanged } = tabs ? shareAmongTabs(topics, tabs, parts) : keepOwn(topics, parts);
  return {
    open(id, listener) {
      const { isNew, remove } = topics.add(id, listener);
      if (isNew) wantsChanged();
      return () => {
        if (remove().isLast) wantsChanged();
      };
    },
  };
}

type Sharing = { wantsChanged: () => void };

function keepOwn(topics: Topics, parts: EventStreamsParts): Sharing {
  const pool = createStreamPool({ ...parts, tell: (id, what) => topics.hear(id, what) });
  return { wantsChanged: () => pool.want(topics.ids()) };
}

/** What a leading tab knows of the others. */
type Lead = { pool: StreamPool; wants: Map<string, readonly string[]>; resign: () => void };

function shareAmongTabs(topics: Topics, tabs: Tabs, parts: EventStreamsParts): Sharing {
  const { host } = parts;
  const me = crypto.randomUUID();
  const channel = tabs.channel(`ready.events.1 ${host}`);
  const leaderLock = `ready.events.leader ${host}`;
  const presence = (tab: string): string => `ready.events.tab ${tab}`;
  let lead: Lead | null = null;
  let leader: string | null = null;
  /** Takes back the wish to lead. */
  let candidacy: AbortController | null = null;
  let isPresent = false;
  let pings: ReturnType<typeof setInterval> | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;

  const post = (what: Message): void => channel.post(what);
  const sendWants = (): void => {
    if (isPresent && lead === null) post({ kind: 'wants', from: me, ids: topics.ids() });
  };

  const serve = ({ pool, wants }: Lead): void => pool.want([...wants.values()].flat());
  const startLeading = (resign: () => void): void => {
    leader = me;
    const wants = new Map([[me, topics.ids()]]);
    const tell = (id: string, what: Signal): void => {
      if (what.kind === 'closed') {
        for (const [tab, ids] of wants)
          wants.set(
            tab,
            ids.filter((other) => other !== id),
          );
      }
      post({ kind: 'told', from: me, id, signal: what });
      topics.hear(id, what);
    };
    lead = { pool: createStreamPool({ ...parts, tell }), wants, resign };
    post({ kind: 'leading', from: me });
    stopTrusting();
    serve(lead);
  };
  const stopLeading = (): void => {
    lead?.pool.want([]);
    lead = null;
  };
  /** What another leader's streams said is not known to hold. */
  const stopTrusting = (): void => {
    for (const id of topics.ids()) if (topics.stateOf(id) !== 'connecting') topics.hear(id, { kind: 'interrupted' });
  };

  const runForLeader = (how: 'queue' | 'steal'): void => {
    candidacy?.abort();
    const own = new AbortController();
    candidacy = own;
    let hasLed = false;
    const office = (): Promise<void> =>
      new Promise((resign) => {
        if (own.signal.aborted) return resign();
        hasLed = true;
        startLeading(resign);
      });
    tabs.locks.request(leaderLock, how === 'steal' ? { steal: true } : { signal: own.signal }, office).catch(() => {
      if (own.signal.aborted) return;
      if (hasLed) {
        // Another tab found this one stopped, and leads now.
        stopLeading();
        runForLeader('queue');
        sendWants();
      } else startLeading(() => undefined);
    });
  };

  /** A tab that is gone releases its lock, however it went. */
  const forgetWhenGone = (tab: string): void => {
    const forget = (): void => {
      if (lead?.wants.delete(tab)) serve(lead);
    };
    tabs.locks.request(presence(tab), { mode: 'shared' }, forget).catch(() => undefined);
  };

  const take = (what: Message): void => {
    switch (what.kind) {
      case 'leading':
        leader = what.from;
        stopTrusting();
        sendWants();
        return;
      case 'wants': {
        if (lead === null) return;
        const { from, ids } = what;
        if (!lead.wants.has(from)) forgetWhenGone(from);
        lead.wants.set(from, ids);
        serve(lead);
        const states = ids.map((id): [string, TopicState | null] => [id, lead?.pool.stateOf(id) ?? null]);
        post({ kind: 'states', from: me, to: from, states });
        return;
      }
      case 'states':
        if (what.to !== me || lead !== null) return;
        leader = what.from;
        clearTimeout(answer);
        answer = undefined;
        for (const [id, now] of what.states) catchUp(id, now);
        return;
      case 'told':
        leader ??= what.from;
        if (what.from === leader) topics.hear(what.id, what.signal);
        return;
    }
  };
  const catchUp = (id: string, now: TopicState | null): void => {
    const before = topics.stateOf(id);
    if (before === null || before === now) return;
    if (now === 'open') topics.hear(id, { kind: 'opened' });
    else if (now === 'polled') topics.hear(id, { kind: 'polled' });
    else if (before !== 'connecting') topics.hear(id, { kind: 'interrupted' });
  };
  channel.onMessage((data) => {
    const read = v.safeParse(message, data);
    if (read.success) take(read.output);
  });

  /** A leader that does not answer while somebody looks at this tab was stopped by the browser. */
  const ping = (): void => {
    if (!isPresent || lead !== null || topics.ids().length === 0 || !tabs.isVisible()) return;
    sendWants();
    answer ??= setTimeout(() => {
      answer = undefined;
      if (lead === null && topics.ids().length > 0) runForLeader('steal');
    }, LEADER_ANSWER);
  };
  tabs.onVisible(ping);

  const begin = (): void => {
    runForLeader('queue');
    pings = setInterval(ping, STREAM_POLL);
    if (isPresent) return;
    const stay = (): Promise<void> => {
      isPresent = true;
      sendWants();
      return new Promise(() => undefined);
    };
    tabs.locks.request(presence(me), stay).catch(() => undefined);
  };
  const end = (): void => {
    clearInterval(pings);
    clearTimeout(answer);
    [pings, answer] = [undefined, undefined];
    candidacy?.abort();
    candidacy = null;
    const former = lead;
    stopLeading();
    former?.resign();
    sendWants();
  };

  return {
    wantsChanged: () => {
      const ids = topics.ids();
      if (ids.length === 0) return end();
      if (candidacy === null) begin();
      if (lead) {
        const { pool, wants } = lead;
        wants.set(me, ids);
        serve(lead);
        // The pool may have had a stream for another tab already: it told of its opening then, and does not again. Who listens here has not returned yet.
        queueMicrotask(() => ids.forEach((id) => catchUp(id, pool.stateOf(id))));
      } else sendWants();
      return undefined;
    },
  };
}
