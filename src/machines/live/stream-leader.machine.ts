import { type AnyEventObject, assign, emit, fromCallback, sendTo, setup } from 'xstate';
import type { StreamNews, TabMessage } from '#api/streams/tab-messages.ts';
import { LEADER_ANSWER, STREAM_POLL } from '#common/config/constants.ts';
import { fromEvent } from '../shared/from-event.ts';

/** Commands to the other tabs of the browser. */
export type TabCommand =
  | { type: 'message.posted'; message: TabMessage }
  | { type: 'lead.seized' }
  | { type: 'tab.watched'; tab: string };

/** Requests of the leading tab to its streams: to listen to exactly these ids, to report their states, or to open their streams again. */
export type StreamCommand = { type: 'streams.wanted' | 'streams.asked' | 'streams.silent'; ids: string[] };

/**
 * Choice of the browser tab that has the event streams (`s4.live.stream`; ADR 16): there is one stream of an id for all tabs. The tab that holds the
 * browser's lock leads: it has the streams and forwards their events, for as long as any tab has a live view. The others follow, and wait for the lock: when
 * the leader closes or is killed, one of them gets it. A leader that the browser has suspended keeps the lock and sends nothing: a visible tab checks it from
 * time to time, and seizes the lock when no answer arrives. A tab with a new leader treats its streams as interrupted until the leader reports otherwise, so
 * that no event is missed. Any tab may notice that a stream has fallen silent: the leader opens it again, for all.
 */
export const streamLeaderMachine = setup({
  types: {
    /** `own`: the ids that this tab's live views listen to. `others`: those of the other tabs, by tab, as far as a leader knows them. */
    context: {} as { me: string; leader: string | null; own: string[]; others: Record<string, string[]> },
    input: {} as { me: string },
    events: {} as
      | TabMessage
      | { type: 'topics.changed'; ids: string[] }
      | { type: 'stream.silent'; ids: string[] }
      | { type: 'tab.shown' }
      | { type: 'tab.hidden' }
      | { type: 'tab.gone'; tab: string }
      | { type: 'lead.won' }
      | { type: 'lead.lost' }
      | { type: 'news.reported'; news: StreamNews[] },
    emitted: {} as { type: 'news.received'; news: StreamNews[] },
  },
  actors: {
    otherTabs: fromCallback<TabCommand, { me: string }>(() => undefined),
    visibility: fromCallback<AnyEventObject, undefined>(() => undefined),
    streams: fromCallback<StreamCommand, { ids: string[] }>(() => undefined),
  },
  actions: {
    keepOwn: assign({ own: (_, params: { ids: string[] }) => params.ids }),
    keepOther: assign({
      others: ({ context }, params: { from: string; ids: string[] }) => ({
        ...context.others,
        [params.from]: params.ids,
      }),
    }),
    dropOther: assign({
      others: ({ context }, params: { tab: string }) =>
        Object.fromEntries(Object.entries(context.others).filter(([tab]) => tab !== params.tab)),
    }),
    dropOthers: assign({ others: {} }),
    dropClosed: assign(({ context }, { news }: { news: StreamNews[] }) => {
      const closed = new Set(news.flatMap(({ type, id }) => (type === 'stream.closed' ? [id] : [])));
      const open = (ids: string[]): string[] => ids.filter((id) => !closed.has(id));
      return {
        own: open(context.own),
        others: Object.fromEntries(Object.entries(context.others).map(([tab, ids]) => [tab, open(ids)])),
      };
    }),
    forgetLeader: assign({ leader: null }),
    followLeader: assign({ leader: (_, params: { from: string }) => params.from }),
    distrust: emit(({ context }) => ({
      type: 'news.received',
      news: context.own.map((id): StreamNews => ({ type: 'stream.interrupted', id })),
    })),
    report: emit((_, params: { news: StreamNews[] }) => ({ type: 'news.received', news: params.news })),
    ask: sendTo('otherTabs', ({ context }) => ({
      type: 'message.posted',
      message: { type: 'tab.asked', from: context.me, ids: context.own },
    })),
    announce: sendTo('otherTabs', ({ context }) => ({
      type: 'message.posted',
      message: { type: 'leader.changed', from: context.me },
    })),
    passOn: sendTo('otherTabs', ({ context }, params: { news: StreamNews[] }) => ({
      type: 'message.posted',
      message: { type: 'news.sent', from: context.me, news: params.news },
    })),
    seize: sendTo('otherTabs', { type: 'lead.seized' }),
    watch: sendTo('otherTabs', (_, params: { from: string }) => ({ type: 'tab.watched', tab: params.from })),
    serve: sendTo('streams', ({ context }) => ({ type: 'streams.wanted', ids: wantedOf(context) })),
    renew: sendTo('streams', (_, params: { ids: string[] }) => ({ type: 'streams.silent', ids: params.ids })),
    askRenewal: sendTo('otherTabs', ({ context }, params: { ids: string[] }) => ({
      type: 'message.posted',
      message: { type: 'renewal.asked', from: context.me, ids: params.ids },
    })),
    look: sendTo('streams', (_, params: { ids: string[] }) => ({ type: 'streams.asked', ids: params.ids })),
  },
  guards: {
    listens: (_, params: { ids: string[] }) => params.ids.length > 0,
    isNeeded: ({ context }, params: { ids: string[] }) =>
      params.ids.length > 0 || Object.keys(context.others).length > 0,
    isLast: ({ context }, params: { tab: string }) =>
      context.own.length === 0 && Object.keys(context.others).every((tab) => tab === params.tab),
    isLeader: ({ context }, params: { from: string }) => context.leader === null || context.leader === params.from,
  },
  delays: { streamPoll: STREAM_POLL, leaderAnswer: LEADER_ANSWER },
}).createMachine({
  id: 'streamLeader',
  context: ({ input }) => ({ me: input.me, leader: null, own: [], others: {} }),
  initial: 'absent',
  states: {
    absent: {
      on: {
        'topics.changed': {
          guard: { type: 'listens', params: fromEvent },
          target: 'present',
          actions: { type: 'keepOwn', params: fromEvent },
        },
      },
    },
    present: {
      invoke: { id: 'otherTabs', src: 'otherTabs', input: ({ context }) => ({ me: context.me }) },
      initial: 'following',
      on: { 'topics.changed': { target: 'absent', actions: { type: 'keepOwn', params: fromEvent } } },
      states: {
        following: {
          entry: ['forgetLeader', 'ask'],
          invoke: { id: 'visibility', src: 'visibility' },
          initial: 'hidden',
          on: {
            'topics.changed': {
              guard: { type: 'listens', params: fromEvent },
              actions: [{ type: 'keepOwn', params: fromEvent }, 'ask'],
            },
            'leader.changed': {
              actions: [{ type: 'followLeader', params: fromEvent }, 'distrust', 'ask'],
            },
            'news.sent': {
              guard: { type: 'isLeader', params: fromEvent },
              actions: [
                { type: 'followLeader', params: fromEvent },
                { type: 'report', params: fromEvent },
              ],
            },
            'stream.silent': { actions: { type: 'askRenewal', params: fromEvent } },
            'lead.won': { target: 'leading' },
          },
          states: {
            hidden: { on: { 'tab.shown': { target: 'asking' } } },
            trusting: {
              on: { 'tab.hidden': { target: 'hidden' } },
              after: { streamPoll: { target: 'asking' } },
            },
            asking: {
              entry: 'ask',
              on: {
                'tab.hidden': { target: 'hidden' },
                'news.sent': {
                  target: 'trusting',
                  actions: [
                    { type: 'followLeader', params: fromEvent },
                    { type: 'report', params: fromEvent },
                  ],
                },
              },
              after: { leaderAnswer: { target: 'seizing' } },
            },
            seizing: { entry: 'seize' },
          },
        },
        leading: {
          entry: ['dropOthers', 'announce', 'distrust'],
          invoke: { id: 'streams', src: 'streams', input: ({ context }) => ({ ids: context.own }) },
          on: {
            'topics.changed': {
              guard: { type: 'isNeeded', params: fromEvent },
              actions: [{ type: 'keepOwn', params: fromEvent }, 'serve', { type: 'look', params: fromEvent }],
            },
            'tab.asked': {
              actions: [
                { type: 'watch', params: fromEvent },
                { type: 'keepOther', params: fromEvent },
                'serve',
                { type: 'look', params: fromEvent },
              ],
            },
            'stream.silent': { actions: { type: 'renew', params: fromEvent } },
            'renewal.asked': { actions: { type: 'renew', params: fromEvent } },
            'tab.gone': [
              { guard: { type: 'isLast', params: fromEvent }, target: '#streamLeader.absent' },
              { actions: [{ type: 'dropOther', params: fromEvent }, 'serve'] },
            ],
            'news.reported': {
              actions: [
                { type: 'dropClosed', params: fromEvent },
                { type: 'passOn', params: fromEvent },
                { type: 'report', params: fromEvent },
                'serve',
              ],
            },
            'lead.lost': [
              { guard: { type: 'listens', params: ({ context }) => ({ ids: context.own }) }, target: 'following' },
              { target: '#streamLeader.absent' },
            ],
          },
        },
      },
    },
  },
});

/** Returns every id that any tab listens to. */
function wantedOf({ own, others }: { own: string[]; others: Record<string, string[]> }): string[] {
  return [...new Set([...own, ...Object.values(others).flat()])];
}
