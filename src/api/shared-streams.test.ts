import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventStreams } from './shared-streams.ts';
import { type Channel, type Tabs, tabsOfBrowser } from './tabs.ts';

/** Node has the browser's locks and channels, so two tabs are two of these; what a tab that the browser stopped would do is to do nothing. */
type Tab = Tabs & { stop(): void; comeIntoSight(): void };

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
  let look: () => void = () => undefined;
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
      };
    },
    isVisible: () => true,
    onVisible: (listener) => void (look = listener),
    stop: () => void (isStopped = true),
    comeIntoSight: () => look(),
  };
}

const listener = () => ({
  onOpen: vi.fn<() => void>(),
  onInterrupted: vi.fn<() => void>(),
  onClosed: vi.fn<() => void>(),
  onSubmission: vi.fn<(archive: string) => void>(),
});

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
  createEventStreams({ host, tabs: second, isMultiplexed: () => false }).open('w', two);
  sources[0]?.say('open');
  await until(() => expect(two.onOpen).toHaveBeenCalledTimes(1));
  sources[0]?.say('submission', { type: 'submission_complete', archive_uuid: 'a-1' });
  await until(() => expect(two.onSubmission).toHaveBeenCalledWith('a-1'));

  // A leader that lives answers: nothing changes.
  second.comeIntoSight();
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => setImmediate(done));
  await until(() => expect(vi.getTimerCount()).toBe(2));
  vi.advanceTimersByTime(5_000);
  expect(sources).toHaveLength(1);

  first.stop();
  second.comeIntoSight();
  vi.advanceTimersByTime(5_000);
  await until(() => expect(sources).toHaveLength(2));
  expect(two.onInterrupted).toHaveBeenCalledTimes(1);
  sources[1]?.say('open');
  expect(two.onOpen).toHaveBeenCalledTimes(2);
  // The stopped one hears that its place is taken when it runs again.
  await until(() => expect(openSources()).toEqual([sources[1]]));
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
  expect(one.onOpen).toHaveBeenCalledTimes(1);
  sources[1]?.say('open');
  await until(() => expect(two.onOpen).toHaveBeenCalledTimes(1));
  // It went on without a gap.
  expect([one.onOpen.mock.calls.length, openSources()]).toEqual([1, [sources[1]]]);

  sources[1]?.close();
  sources[1]?.say('error');
  await until(() => expect(two.onClosed).toHaveBeenCalledTimes(1));
  expect(one.onClosed).toHaveBeenCalledTimes(1);
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
  await until(() => expect(two.onOpen).toHaveBeenCalledTimes(1));
  // As who goes from one live view to another one.
  leader.open('x', one);
  leave();
  await until(() => expect(one.onOpen).toHaveBeenCalledTimes(1));
  expect(sources).toHaveLength(2);
  sources[1]?.say('submission', { type: 'submission_complete', id: 'x', archive_uuid: 'a-1' });
  expect(one.onSubmission).toHaveBeenCalledWith('a-1');
});

it('stays alone where the browser has no locks', async () => {
  const one = listener();
  expect(tabsOfBrowser()).toBeNull();
  const streams = createEventStreams({ host, tabs: null, isMultiplexed: () => false });
  const ends = ['a', 'b', 'c', 'd', 'e'].map((id) => streams.open(id, one));
  expect(sources.map(({ url }) => url)).toEqual(['a', 'b', 'c', 'd'].map((id) => `${host}/events/wips/${id}`));
  expect(one.onOpen).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(one.onOpen).toHaveBeenCalledTimes(3);
  ends[0]?.();
  expect(sources.at(-1)?.url).toBe(`${host}/events/wips/e`);
  sources.at(-1)?.say('open');
  vi.advanceTimersByTime(60_000);
  expect(one.onOpen).toHaveBeenCalledTimes(4);
});
