import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StreamNews } from '#api/streams/tab-messages.ts';
import { type Channel, type Tabs, tabsOfBrowser } from '#api/streams/tabs.ts';
import { createEventStreams } from './event-streams.ts';

/** Node has the browser's locks and channels, so two tabs are two of these; a stopped tab does nothing. */
type Tab = Tabs & { stop(): void; comeIntoSight(): void; goOutOfSight(): void };

let sources: FakeSource[] = [];
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  say(type: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}
const openSources = (): FakeSource[] => sources.filter((source) => source.readyState !== FakeSource.CLOSED);

function tab(): Tab {
  let isStopped = false;
  let see: (isVisible: boolean) => void = () => undefined;
  return {
    locks: navigator.locks,
    channel: (name): Channel => {
      const port = new BroadcastChannel(name);
      channels.push(port);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
        post: (data) => void (isStopped || port.postMessage(data)),
        onMessage: (listener) =>
          port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
            if (!isStopped) listener(data);
          }),
        close: () => port.close(),
      };
    },
    watchVisibility: (listener) => {
      see = listener;
      see(true);
      return () => undefined;
    },
    stop: () => void (isStopped = true),
    goOutOfSight: () => see(false),
    comeIntoSight: () => {
      see(false);
      see(true);
    },
  };
}

const listener = () => vi.fn<(news: StreamNews) => void>();
type Listener = ReturnType<typeof listener>;
/** The news that a live view received, in order. */
const receivedNews = ({ mock }: Listener): string[] =>
  mock.calls.map(([news]) => (news.type === 'submission.received' ? news.archive : news.type.replace('stream.', '')));

const channels: BroadcastChannel[] = [];
let no = 0;
let host = '';
beforeEach(() => {
  sources = [];
  host = `https://host-${(no += 1)}`;
  vi.stubGlobal('EventSource', FakeSource);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const until = <T>(look: () => T): Promise<T> => vi.waitFor(look);

it('takes over from a leader that the browser stopped, and asks anew', async () => {
  const [first, second] = [tab(), tab()];
  const [one, two] = [listener(), listener()];
  createEventStreams({ host, tabs: first, isMultiplexed: () => false }).open('w', one);
  await until(() => expect(sources).toHaveLength(1));
  const follower = createEventStreams({ host, tabs: second, isMultiplexed: () => false });
  const end = follower.open('w', two);
  const following = (state: string) =>
    until(() => expect(follower.leader.getSnapshot().value).toEqual({ present: { following: state } }));
  await following('trusting');
  sources[0]?.say('open');
  await until(() => expect(receivedNews(two)).toContain('opened'));
  sources[0]?.say('submission', { type: 'submission_complete', archive_uuid: 'a-1' });
  await until(() => expect(receivedNews(two)).toContain('a-1'));
  const before = receivedNews(two);

  // A leader that lives answers: nothing changes.
  second.comeIntoSight();
  await following('trusting');
  vi.advanceTimersByTime(5_000);
  expect(sources).toHaveLength(1);
  expect(receivedNews(two)).toEqual(before);

  first.stop();
  second.comeIntoSight();
  vi.advanceTimersByTime(4_999);
  expect(follower.leader.getSnapshot().value).toEqual({ present: { following: 'asking' } });
  vi.advanceTimersByTime(1);
  await until(() => expect(sources).toHaveLength(2));
  sources[1]?.say('open');
  expect(receivedNews(two)).toEqual([...before, 'interrupted', 'opened']);
  // The stopped one learns that its place is taken when it runs again.
  await until(() => expect(openSources()).toEqual([sources[1]]));
  // It waits for the lock like the other tabs.
  end();
  await until(() => expect(openSources()).toEqual([sources[2]]));
});

it('closes a stream for all tabs, and opens it when one of them wants it again', async () => {
  const [one, two] = [listener(), listener()];
  const leader = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  leader.open('w', one);
  await until(() => expect(sources.map(({ url }) => url)).toEqual([`${host}/events/wips?ids=w`]));
  const follower = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  follower.open('x', two);
  await until(() =>
    expect(sources.map(({ url }) => url)).toEqual([`${host}/events/wips?ids=w`, `${host}/events/wips?ids=w,x`]),
  );
  sources[0]?.say('open');
  expect(receivedNews(one)).toEqual(['interrupted', 'opened']);
  sources[1]?.say('open');
  await until(() => expect(receivedNews(two)).toContain('opened'));
  // It continues without a gap; news missing from the first one is requested.
  expect([receivedNews(one), openSources()]).toEqual([['interrupted', 'opened', 'opened'], [sources[1]]]);

  sources[1]?.close();
  sources[1]?.say('error');
  await until(() => expect(receivedNews(two)).toContain('closed'));
  expect(receivedNews(one)).toContain('closed');
  expect(openSources()).toEqual([]);
  follower.open('x', two);
  await until(() => expect(openSources().map(({ url }) => url)).toEqual([`${host}/events/wips?ids=x`]));
});

it('the leading tab itself is told of a stream that it had for another tab already', async () => {
  const [one, two] = [listener(), listener()];
  const leader = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  const leave = leader.open('w', listener());
  await until(() => expect(sources).toHaveLength(1));
  createEventStreams({ host, tabs: tab(), isMultiplexed: () => true }).open('x', two);
  await until(() => expect(sources).toHaveLength(2));
  sources[1]?.say('open');
  await until(() => expect(receivedNews(two)).toContain('opened'));
  // As for a user who moves from one live view to another.
  leader.open('x', one);
  leave();
  await until(() => expect(receivedNews(one)).toEqual(['opened']));
  expect(sources).toHaveLength(2);
  sources[1]?.say('submission', { type: 'submission_complete', id: 'x', archive_uuid: 'a-1' });
  expect(receivedNews(one)).toEqual(['opened', 'a-1']);
});

it('has who listens ask anew when a stream takes the place of one that may be dead, in every tab, once', async () => {
  const [one, two, three] = [listener(), listener(), listener()];
  const leader = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  leader.open('w', one);
  await until(() => expect(sources).toHaveLength(1));
  const follower = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  follower.open('w', two);
  sources[0]?.say('open');
  await until(() => expect(receivedNews(two)).toContain('opened'));
  const before = receivedNews(two);
  // From now on the first one is silent. Another view's document opens the second one.
  leader.open('x', three);
  await until(() => expect(sources).toHaveLength(2));
  sources[1]?.say('open');
  await until(() => expect(receivedNews(two)).toEqual([...before, 'opened']));
  expect([receivedNews(one), receivedNews(three)]).toEqual([
    ['interrupted', 'opened', 'opened'],
    ['interrupted', 'opened'],
  ]);
  sources[1]?.say('open');
  sources[1]?.say('heartbeat');
  await until(() => expect(receivedNews(two).at(-1)).toBe('beat'));
  expect(receivedNews(two)).toEqual([...before, 'opened', 'beat']);
});

it('asks alone for an id that a stream for many refuses, so that no other one is disturbed', async () => {
  const [one, two] = [listener(), listener()];
  const streams = createEventStreams({ host, tabs: null, isMultiplexed: () => true });
  streams.open('w', one);
  streams.open('x', two);
  await until(() => expect(sources.map(({ url }) => url)).toEqual([`${host}/events/wips?ids=w,x`]));
  sources[0]?.say('open');
  sources[0]?.say('refused', { type: 'refused', id: 'x', status: 403 });
  expect([receivedNews(one).at(-1), receivedNews(two).at(-1)]).toEqual(['opened', 'closed']);
  const alone = `${host}/events/wips?ids=x`;
  const again = (): void => void streams.open('x', two);
  again();
  await until(() => expect(openSources().map(({ url }) => url)).toEqual([sources[0]?.url, alone]));
  // While it is refused it stays alone.
  sources[1]?.close();
  sources[1]?.say('error');
  expect(receivedNews(two).at(-1)).toBe('closed');
  again();
  await until(() => expect(openSources().map(({ url }) => url)).toEqual([sources[0]?.url, alone]));
  sources[2]?.say('open');
  expect([receivedNews(one), receivedNews(two).at(-1)]).toEqual([['interrupted', 'opened'], 'opened']);
});

it('hears an id again that was refused while nobody wanted it, or that may be read again, with the others', async () => {
  const two = listener();
  const streams = createEventStreams({ host, many: '/events/self', tabs: null, isMultiplexed: () => true });
  const wanted = async (...urls: string[]) =>
    until(() => expect(openSources().map(({ url }) => url.replace(`${host}/events/`, ''))).toEqual(urls));
  streams.open('w', listener());
  let end = streams.open('x', two);
  await wanted('self?ids=w,x');
  sources[0]?.say('open');
  // A pane was removed from a display's board: the browser opens the stream again unchanged.
  end();
  await until(() => expect(streams.leader.getSnapshot().context.own).toEqual(['w']));
  sources[0]?.say('open');
  sources[0]?.say('refused', { type: 'refused', id: 'x' });
  end = streams.open('x', two);
  await wanted('self?ids=w,x', 'self?ids=w,x');
  sources[1]?.say('open');
  await wanted('self?ids=w,x');
  expect(receivedNews(two).at(-1)).toBe('opened');

  // The stream came back before the client knew that the pane was gone.
  sources[1]?.say('refused', { type: 'refused', id: 'x' });
  end = streams.open('x', two);
  await wanted('self?ids=w,x', 'self?ids=x');
  sources[2]?.say('open');
  sources[2]?.say('submission', { type: 'submission_complete', id: 'x', archive_uuid: 'a-1' });
  expect(receivedNews(two).slice(-2)).toEqual(['opened', 'a-1']);
  end();
  await wanted('self?ids=w,x');
  streams.open('x', two);
  await wanted('self?ids=w,x', 'self?ids=w,x');
});

it('tells of a board and of a display that were changed, to who listens to them, each time, and in every tab', async () => {
  const [one, two, other] = [listener(), listener(), listener()];
  const leader = createEventStreams({ host, many: '/events/self', tabs: tab(), isMultiplexed: () => true });
  leader.open('b', one);
  leader.open('x', other);
  await until(() => expect(sources.map(({ url }) => url)).toEqual([`${host}/events/self?ids=b,x`]));
  createEventStreams({ host, tabs: tab(), isMultiplexed: () => true }).open('b', two);
  sources[0]?.say('open');
  await until(() => expect(receivedNews(two)).toContain('opened'));
  sources[0]?.say('board', { type: 'board_changed', id: 'b' });
  sources[0]?.say('board', { type: 'board_changed' });
  sources[0]?.say('display', { type: 'display_changed', id: 'b' });
  await until(() => expect(receivedNews(two).slice(-2)).toEqual(['topic.changed', 'topic.changed']));
  expect(receivedNews(one)).toEqual(['interrupted', 'opened', 'topic.changed', 'topic.changed']);
  expect(receivedNews(other)).toEqual(['interrupted', 'opened']);
});

it('leads for the others when its own live views are gone, and forgets a tab that is gone', async () => {
  const two = listener();
  const leader = createEventStreams({ host, tabs: tab(), isMultiplexed: () => false });
  const leave = leader.open('w', listener());
  await until(() => expect(sources).toHaveLength(1));
  const follower = createEventStreams({ host, tabs: tab(), isMultiplexed: () => false });
  const end = follower.open('x', two);
  await until(() => expect(openSources()).toHaveLength(2));
  leave();
  await until(() => expect(openSources()).toEqual([sources[1]]));
  sources[1]?.say('open');
  await until(() => expect(receivedNews(two)).toEqual(['interrupted', 'opened']));
  end();
  await until(() => expect(openSources()).toEqual([]));
  expect([leader, follower].map((one) => one.leader.getSnapshot().value)).toEqual(['absent', 'absent']);
});

it('stays alone where the browser has no locks', async () => {
  expect(tabsOfBrowser()).toBeNull();
  const streams = createEventStreams({ host, tabs: null, isMultiplexed: () => false });
  const views = ['a', 'b', 'c', 'd', 'e'].map((id) => {
    const one = listener();
    return { one, end: streams.open(id, one) };
  });
  await until(() =>
    expect(sources.map(({ url }) => url)).toEqual(['a', 'b', 'c', 'd'].map((id) => `${host}/events/wips/${id}`)),
  );
  const fifth = views[4]?.one ?? listener();
  expect(receivedNews(fifth)).toContain('polled');
  views[0]?.end();
  await until(() => expect(sources.at(-1)?.url).toBe(`${host}/events/wips/e`));
  expect(sources[0]?.readyState).toBe(FakeSource.CLOSED);
  sources.at(-1)?.say('open');
  expect(receivedNews(fifth)).toEqual(['interrupted', 'polled', 'interrupted', 'opened']);
});

it('passes on each heartbeat, and opens a silent stream anew, once for all who ask', async () => {
  const [one, two, three] = [listener(), listener(), listener()];
  const leader = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  leader.open('w', one);
  await until(() => expect(sources).toHaveLength(1));
  sources[0]?.say('open');
  const follower = createEventStreams({ host, tabs: tab(), isMultiplexed: () => true });
  follower.open('w', two);
  leader.open('w', three);
  await until(() => expect([two, three].map((view) => receivedNews(view).at(-1))).toEqual(['opened', 'opened']));
  for (let beat = 0; beat < 2; beat += 1) sources[0]?.say('heartbeat');
  await until(() =>
    expect([one, two].map((view) => receivedNews(view).slice(-2))).toEqual([
      ['beat', 'beat'],
      ['beat', 'beat'],
    ]),
  );

  follower.renew('w');
  await until(() => expect(sources).toHaveLength(2));
  leader.renew('w');
  leader.renew('w');
  expect(sources).toHaveLength(2);
  expect(openSources()).toEqual([sources[1]]);
  expect(receivedNews(one).at(-1)).toBe('interrupted');
  sources[1]?.say('open');
  await until(() =>
    expect([one, two, three].map((view) => receivedNews(view).at(-1))).toEqual(['opened', 'opened', 'opened']),
  );
});
