import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHub, type Hub } from './hub.ts';

let hub: Hub;
beforeEach(() => {
  vi.useFakeTimers();
  hub = createHub();
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

describe('the hub', () => {
  it('keeps quiet streams open with a comment every 15 seconds', () => {
    const sink = new PassThrough();
    hub.subscribe({ topic: 'a', family: 'f', sink });
    vi.advanceTimersByTime(30_000);
    expect(String(sink.read())).toBe('retry: 3000\n\n: still here\n\n: still here\n\n');
  });

  it('drops a reader that leaves more than a megabyte waiting, and it alone', () => {
    const slow = new Writable({ write: () => undefined });
    const quick = new Writable({ write: (_chunk, _encoding, done) => done() });
    hub.subscribe({ topic: 'a', family: 'f', sink: slow });
    hub.subscribe({ topic: 'a', family: 'g', sink: quick });
    for (let event = 0; event < 12; event += 1) hub.publish(['a'], 'submission', { filler: 'x'.repeat(100_000) });
    expect([slow.destroyed, quick.destroyed]).toEqual([true, false]);
  });

  it('cuts a reader that does not hang up after its stream has ended', () => {
    const stubborn = new Writable({ write: (_chunk, _encoding, done) => done(), autoDestroy: false });
    hub.subscribe({ topic: 'a', family: 'f', sink: stubborn });
    hub.endFamily('f');
    expect(stubborn.destroyed).toBe(false);
    vi.advanceTimersByTime(500);
    expect(stubborn.destroyed).toBe(true);
  });

  it('forgets a stream that closed', async () => {
    const sink = new PassThrough();
    hub.subscribe({ topic: 'a', family: 'f', sink });
    expect(hub.families()).toEqual(['f']);
    const closed = new Promise((done) => sink.once('close', done));
    sink.destroy();
    await closed;
    expect(hub.families()).toEqual([]);
  });
});
