import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHub, type Hub } from './hub.ts';

let hub: Hub;
beforeEach(() => {
  vi.useFakeTimers();
  hub = createHub({ inAll: 2_000, ofUser: 200, ofTopicAndSession: 20 });
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

describe('the hub', () => {
  it('keeps quiet streams open with a heartbeat every 15 seconds', () => {
    const sink = new PassThrough();
    hub.subscribe({ topics: [{ topic: 'a', id: 'a' }], family: 'f', user: 'u', sink });
    vi.advanceTimersByTime(30_000);
    const beat = 'event: heartbeat\ndata: {}\n\n';
    expect(String(sink.read()).replace(/^id: .*$/m, 'id: x')).toBe(`retry: 3000\nid: x\n\n${beat}${beat}`);
  });

  it('drops a reader that leaves more than a megabyte waiting, and it alone', () => {
    const slow = new Writable({ write: () => undefined });
    const quick = new Writable({ write: (_chunk, _encoding, done) => done() });
    hub.subscribe({ topics: [{ topic: 'a', id: 'a' }], family: 'f', user: 'u', sink: slow });
    hub.subscribe({ topics: [{ topic: 'a', id: 'a' }], family: 'g', user: 'u', sink: quick });
    for (let event = 0; event < 12; event += 1) hub.publish(['a'], 'submission', { filler: 'x'.repeat(100_000) });
    expect([slow.destroyed, quick.destroyed]).toEqual([true, false]);
  });

  it('cuts a reader that does not hang up after its stream has ended', () => {
    const stubborn = new Writable({ write: (_chunk, _encoding, done) => done(), autoDestroy: false });
    hub.subscribe({ topics: [{ topic: 'a', id: 'a' }], family: 'f', user: 'u', sink: stubborn });
    hub.endFamily('f');
    expect(stubborn.destroyed).toBe(false);
    vi.advanceTimersByTime(500);
    expect(stubborn.destroyed).toBe(true);
  });

  it('forgets a stream that closed', async () => {
    const sink = new PassThrough();
    hub.subscribe({ topics: [{ topic: 'a', id: 'a' }], family: 'f', user: 'u', sink });
    expect(hub.families()).toEqual(['f']);
    const closed = new Promise((done) => sink.once('close', done));
    sink.destroy();
    await closed;
    expect(hub.families()).toEqual([]);
  });

  it('gives a reader who was away what it missed on its topic, and nothing when that cannot be said', () => {
    const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);
    const open = (topic: string, after?: string): PassThrough => {
      const sink = new PassThrough();
      hub.subscribe({ topics: [{ topic, id: topic }], family: 'f', user: 'u', sink, after });
      return sink;
    };
    const [start = ''] = idsIn(String(open('a').read()));
    for (let event = 0; event < 25; event += 1) hub.publish(['a', 'b'], 'submission', { event });
    const whole = String(open('a', start).read());
    const numbers = (text: string) => [...text.matchAll(/"event":(\d+)/g)].map(([, number]) => Number(number));
    // More events have passed than are stored.
    expect(numbers(whole)).toEqual([]);
    const [now = ''] = idsIn(whole);
    hub.publish(['b'], 'submission', { event: 100 });
    hub.publish(['a'], 'submission', { event: 101 });
    hub.publish(['a'], 'submission', { event: 102 });
    expect(numbers(String(open('a', now).read()))).toEqual([101, 102]);
    expect(numbers(String(open('b', now).read()))).toEqual([]);
    for (const odd of ['', 'x', `${now}9`, `other.${now.split('.')[1]}`, '__proto__.1']) {
      expect(numbers(String(open('a', odd).read()))).toEqual([]);
    }
  });

  it('lets one person hold two hundred streams, whatever the sessions', () => {
    for (let stream = 0; stream < 200; stream += 1) {
      const wanted = { topics: [{ topic: `t${stream % 50}`, id: 't' }], family: `f${stream % 20}`, user: 'u' };
      expect(hub.hasRoom(wanted)).toBe(true);
      hub.subscribe({ ...wanted, sink: new PassThrough() });
    }
    expect(hub.hasRoom({ topics: [{ topic: 'new', id: 'new' }], family: 'new', user: 'u' })).toBe(false);
    expect(hub.hasRoom({ topics: [{ topic: 'new', id: 'new' }], family: 'new', user: 'other' })).toBe(true);
    expect(hub.figures().open).toBe(200);
  });

  it('holds as many streams as the operator says', () => {
    const small = createHub({ inAll: 3, ofUser: 2, ofTopicAndSession: 1 });
    const open = (user: string, topic: string): boolean => {
      const wanted = { topics: [{ topic, id: topic }], family: `of ${user}`, user };
      const hasRoom = small.hasRoom(wanted);
      if (hasRoom) small.subscribe({ ...wanted, sink: new PassThrough() });
      return hasRoom;
    };
    expect([open('a', 'x'), open('a', 'x'), open('a', 'y'), open('a', 'z')]).toEqual([true, false, true, false]);
    expect([open('b', 'x'), open('c', 'x')]).toEqual([true, false]);
    small.close();
  });
});
