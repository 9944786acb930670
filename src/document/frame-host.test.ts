import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { SpareFrame } from './frame-element.ts';
import type { FrameEvents } from './frame-events.ts';
import { FrameHost } from './frame-host.ts';
import type { FrameClock } from './frame-host.ts';
import { FRAME_CAPS } from './protocol.ts';

/** A clock that a test turns by hand. */
class HandClock implements FrameClock {
  #now = 0;
  #next = 1;
  readonly #waiting = new Map<number, { at: number; handler: () => void }>();

  now(): number {
    return this.#now;
  }

  setTimeout(handler: () => void, ms: number): number {
    this.#waiting.set((this.#next += 1), { at: this.#now + ms, handler });
    return this.#next;
  }

  clearTimeout(id: number): void {
    this.#waiting.delete(id);
  }

  /** Lets time pass; what comes due is done in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#waiting].filter(([, { at }]) => at <= end).toSorted((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.#waiting.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].handler();
    }
    this.#now = end;
  }

  /** The machine sleeps: all that came due is done at once, late. */
  sleep(ms: number): void {
    this.#now += ms;
    this.pass(0);
  }
}

/** As much of a browser as a frame's host touches: an element that is never loaded, and a port that can be heard. */
class FakePort {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;
  postMessage(message: Record<string, unknown>): void {
    this.sent.push(message);
  }
  close(): void {
    this.isClosed = true;
  }
}

const channel = { ports: [] as FakePort[] };
let listeners: Map<string, (event: unknown) => void>;
let told: string[];
let clock: HandClock;

const nothing = (): void => undefined;

function fakeElement(): Record<string, unknown> {
  return {
    style: {},
    setAttribute: nothing,
    removeAttribute: nothing,
    addEventListener: (type: string, handler: (event: unknown) => void) => listeners.set(`frame ${type}`, handler),
    removeEventListener: (type: string) => listeners.delete(`frame ${type}`),
    remove: () => told.push('removed'),
    contentWindow: { postMessage: nothing },
  };
}

beforeEach(() => {
  listeners = new Map();
  told = [];
  clock = new HandClock();
  channel.ports = [];
  vi.stubGlobal('window', {
    addEventListener: (type: string, handler: (event: unknown) => void) => listeners.set(type, handler),
    removeEventListener: (type: string) => listeners.delete(type),
  });
  vi.stubGlobal('document', { createElement: fakeElement, activeElement: null });
  vi.stubGlobal(
    'MessageChannel',
    class {
      readonly port1 = new FakePort();
      readonly port2 = new FakePort();
      constructor() {
        channel.ports.push(this.port1);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function open(mode: 'edit' | 'view' = 'edit'): { host: FrameHost; port: FakePort; say: (message: unknown) => void } {
  const events: FrameEvents = Object.fromEntries(
    [
      'onReady',
      'onEdits',
      'onRegions',
      'onSnapshot',
      'onLost',
      'onFound',
      'onMisbehaved',
      'onOpenLink',
      'onHotkey',
    ].map((name) => [name, () => told.push(name)]),
  );
  const container = { append: nothing } as unknown as HTMLElement;
  const host = new FrameHost({ container, html: '<p>', mode, title: 'T', events, clock });
  listeners.get('message')?.({
    source: host.iframe.contentWindow,
    data: { type: 'ready:frame-loaded', v: 1 },
  });
  const port = channel.ports.at(-1);
  if (!port) throw new Error('The host made no channel.');
  return { host, port, say: (data) => port.onmessage?.({ data }) };
}

/** Answers every ping that has not been answered. */
function answer(port: FakePort, say: (message: unknown) => void): void {
  const last = port.sent.findLast(({ type }) => type === 'ping');
  if (last) say({ type: 'pong', no: last['no'] });
}

const greet = (say: (message: unknown) => void): void => {
  say({ type: 'hello', v: 1 });
  say({ type: 'ready', title: '', values: [['a', 'x']] });
};

describe('a frame that does not answer', () => {
  test('is lost when it does not get ready in time', () => {
    open();
    clock.pass(9_999);
    expect(told).toEqual([]);
    clock.pass(1);
    expect(told).toEqual(['onLost']);
  });

  test('is asked every 5 s, is lost 3 s after a question without an answer, and found when it answers', () => {
    const { port, say } = open();
    greet(say);
    for (let round = 0; round < 10; round += 1) {
      clock.pass(5_000);
      answer(port, say);
    }
    expect(port.sent.filter(({ type }) => type === 'ping')).toHaveLength(10);
    expect(told).toEqual(['onReady']);
    clock.pass(5_000 + 2_999);
    expect(told).toEqual(['onReady']);
    clock.pass(1);
    expect(told).toEqual(['onReady', 'onLost']);
    // An answer to an older question is none.
    say({ type: 'pong', no: 1 });
    expect(told).toEqual(['onReady', 'onLost']);
    answer(port, say);
    expect(told).toEqual(['onReady', 'onLost', 'onFound']);
  });

  test('is not lost because the machine slept', () => {
    const { port, say } = open();
    greet(say);
    clock.pass(5_000);
    clock.sleep(3_600_000);
    expect(told).toEqual(['onReady']);
    answer(port, say);
    clock.pass(5_000);
    expect(told).toEqual(['onReady']);
  });

  test('is lost when another page greets from it', () => {
    const { host, say } = open();
    greet(say);
    listeners.get('message')?.({ source: host.iframe.contentWindow, data: { type: 'ready:frame-loaded', v: 1 } });
    expect(told).toEqual(['onReady', 'onLost']);
  });
});

describe('a frame whose document is not wanted any more', () => {
  const unheard = (spare?: SpareFrame): FrameHost => {
    const container = { append: nothing } as unknown as HTMLElement;
    return new FrameHost({ container, html: '<p>', mode: 'view', title: 'T', clock, ...(spare && { spare }) });
  };

  test('is passed on while it loads, and its age with it, so that one that never loads is not', () => {
    const first = unheard();
    clock.pass(1_500);
    const spare = first.yieldFrame();
    expect(spare?.iframe).toBe(first.iframe);
    const second = unheard(spare ?? undefined);
    clock.pass(501);
    expect(told).toEqual([]);
    expect(second.yieldFrame()).toBeNull();
    expect(told).toEqual(['removed']);
  });

  test('is taken away once a document was sent to it', () => {
    expect(open('view').host.yieldFrame()).toBeNull();
    expect(told).toEqual(['removed']);
  });
});

describe('a frame that breaks the rules', () => {
  test('is removed at the 20th strike and is not heard any more', () => {
    const { host, port, say } = open();
    greet(say);
    for (let count = 0; count < FRAME_CAPS.strikes - 1; count += 1) say({ type: 'nonsense' });
    expect(told).toEqual(['onReady']);
    say({ type: 'open-link', href: 'javascript:alert(1)', where: 'top' });
    expect(told).toEqual(['onReady', 'removed', 'onMisbehaved']);
    expect(port.isClosed).toBe(true);
    expect(host.values()).toEqual([['a', 'x']]);
    say({ type: 'edits', seq: 1, changes: [['a', 'late']] });
    expect(host.values()).toEqual([['a', 'x']]);
    clock.pass(60_000);
    expect(told).toHaveLength(3);
  });

  test('is removed when it says more than 200 things a second; one that keeps below may speak for ever', () => {
    const { say } = open();
    greet(say);
    for (let count = 0; count < 2_000; count += 1) {
      say({ type: 'size', height: count });
      clock.pass(5);
      if (count % 500 === 0) say({ type: 'pong', no: 2 });
    }
    expect(told).not.toContain('onMisbehaved');
    for (let count = 0; count < FRAME_CAPS.rate + FRAME_CAPS.strikes; count += 1) say({ type: 'size', height: count });
    expect(told).toContain('onMisbehaved');
  });

  test('a view that speaks of edits is struck and changes nothing', () => {
    const { host, say } = open('view');
    greet(say);
    say({ type: 'edits', seq: 1, changes: [['a', 'forged']] });
    expect(told).toEqual(['onReady']);
    expect(host.values()).toEqual([['a', 'x']]);
  });

  test('messages from other windows are not its own', () => {
    const { say } = open();
    greet(say);
    for (let count = 0; count < 50; count += 1) listeners.get('message')?.({ source: {}, data: { type: 'x' } });
    expect(told).toEqual(['onReady']);
  });
});
