import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentHost } from '#tests/frame/document-host.ts';
import { FRAME_CAPS } from './protocol.ts';

/** The parts of a browser that a document's frames use: an element that is never loaded, and a port whose messages can be read. */
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

const nothing = (): void => undefined;
const LOADED = { type: 'ready:frame-loaded', v: 1 };

let ports: FakePort[];
let listeners: Set<(event: { source: unknown; data: unknown }) => void>;
let frames: { contentWindow: object }[];
let events: string[];

function fakeFrame(): object {
  const frame = {
    style: {},
    setAttribute: nothing,
    removeAttribute: nothing,
    addEventListener: nothing,
    removeEventListener: nothing,
    remove: () => events.push('taken away'),
    contentWindow: { postMessage: nothing },
  };
  frames.push(frame);
  return frame;
}

const greetFrom = (source: unknown): void => [...listeners].forEach((listener) => listener({ source, data: LOADED }));

beforeEach(() => {
  [ports, listeners, frames, events] = [[], new Set(), [], []];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: never) => type === 'message' && listeners.add(listener),
    removeEventListener: (_type: string, listener: never) => listeners.delete(listener),
    clearTimeout: nothing,
  });
  const document = { addEventListener: nothing, removeEventListener: nothing, activeElement: null };
  vi.stubGlobal('document', { ...document, createElement: fakeFrame });
  for (const element of ['HTMLTextAreaElement', 'HTMLInputElement', 'HTMLIFrameElement'])
    vi.stubGlobal(element, Object);
  vi.stubGlobal(
    'MutationObserver',
    class {
      readonly disconnect = nothing;
    },
  );
  vi.stubGlobal(
    'MessageChannel',
    class {
      readonly port1 = new FakePort();
      readonly port2 = new FakePort();
      constructor() {
        ports.push(this.port1);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Opened = { host: DocumentHost; port: FakePort; say: (message: unknown) => void };

function host(mode: 'edit' | 'view' = 'edit'): DocumentHost {
  const element = { style: {}, append: nothing } as unknown as HTMLElement;
  const eventNames = new Set([
    'document.ready',
    'document.edited',
    'late',
    'lost',
    'gone',
    'found',
    'removed',
    'document.linkFollowed',
  ]);
  return new DocumentHost({ element, mode, note: (name) => eventNames.has(name) && events.push(name) });
}

function open(mode: 'edit' | 'view' = 'edit', isReady = true): Opened {
  const own = host(mode);
  own.show('<p>');
  greetFrom(frames.at(-1)?.contentWindow);
  const port = ports.at(-1);
  if (!port) throw new Error('The host made no channel.');
  const say = (data: unknown): void => port.onmessage?.({ data });
  if (isReady) {
    say({ type: 'hello', v: 1 });
    say({ type: 'ready', title: '', values: [['a', 'x']] });
    events.splice(0);
  }
  return { host: own, port, say };
}

/** Answers the newest ping. */
function answer({ port, say }: Opened): void {
  say({ type: 'pong', no: port.sent.findLast(({ type }) => type === 'ping')?.['no'] });
}

describe('a document that does not answer', () => {
  test('is late when it is not ready in time, and there all the same when it is ready later', () => {
    const { say } = open('edit', false);
    say({ type: 'hello', v: 1 });
    vi.advanceTimersByTime(9_999);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['late']);
    say({ type: 'ready', title: '', values: [] });
    expect(events).toEqual(['late', 'document.ready', 'found']);
  });

  test('is asked every 5 s, is lost 3 s after a question without an answer, and found when it answers', () => {
    const opened = open();
    for (let round = 0; round < 10; round += 1) {
      vi.advanceTimersByTime(5_000);
      answer(opened);
    }
    expect(opened.port.sent.filter(({ type }) => type === 'ping')).toHaveLength(10);
    vi.advanceTimersByTime(5_000 + 2_999);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(['lost']);
    // An answer to an older question is none.
    opened.say({ type: 'pong', no: 1 });
    expect(events).toEqual(['lost']);
    answer(opened);
    expect(events).toEqual(['lost', 'found']);
  });

  test('is not lost because the machine slept: overdue timers run at once, and the answer needs a moment', () => {
    const opened = open();
    vi.advanceTimersByTime(5_000);
    // The time at which the question's timer runs when the machine wakes.
    vi.advanceTimersByTime(2_500);
    answer(opened);
    vi.advanceTimersByTime(5_000);
    expect(events).toEqual([]);
  });

  test('is gone when another page greets from it, and taken away', () => {
    open();
    greetFrom(frames.at(-1)?.contentWindow);
    expect(events).toEqual(['taken away', 'gone']);
  });

  test('that has waited too long for its greeting gets a fresh frame once', () => {
    open('edit', false);
    vi.advanceTimersByTime(2_000);
    expect(events).toEqual(['taken away']);
    expect(frames).toHaveLength(2);
    greetFrom(frames.at(-1)?.contentWindow);
    vi.advanceTimersByTime(2_000);
    expect(events).toEqual(['taken away', 'late']);
  });
});

describe('a frame whose document is not wanted any more', () => {
  test('is passed on while it loads, but not when it is so old that it may never be there', () => {
    const own = host('view');
    own.show('<p>one');
    const before = frames.length;
    vi.advanceTimersByTime(1_500);
    own.show('<p>two');
    expect(frames).toHaveLength(before);
    vi.advanceTimersByTime(501);
    own.show('<p>three');
    expect(frames).toHaveLength(before + 1);
    expect(events).toContain('taken away');
  });

  test('is taken away once a document was sent to it', () => {
    const { host: own } = open('view', false);
    own.show('<p>two');
    expect(events).toEqual(['taken away']);
  });
});

describe('a document that breaks the rules', () => {
  test('is removed at the 20th strike and is not heard any more', () => {
    const { host: own, port, say } = open();
    for (let count = 0; count < FRAME_CAPS.strikes - 1; count += 1) say({ type: 'nonsense' });
    expect(events).toEqual([]);
    say({ type: 'open-link', href: 'javascript:alert(1)', where: 'top' });
    expect(events).toEqual(['taken away', 'removed']);
    expect(port.isClosed).toBe(true);
    say({ type: 'edits', seq: 1, changes: [['a', 'late']] });
    expect(own.values()).toEqual([['a', 'x']]);
    vi.advanceTimersByTime(60_000);
    expect(events).toHaveLength(2);
  });

  test('is removed when it says more than 200 things a second; one that keeps below may speak for ever', () => {
    const opened = open();
    for (let count = 0; count < 2_000; count += 1) {
      opened.say({ type: 'size', height: count });
      vi.advanceTimersByTime(5);
      if (count % 500 === 0) answer(opened);
    }
    expect(events).not.toContain('removed');
    for (let count = 0; count < FRAME_CAPS.rate + FRAME_CAPS.strikes; count += 1)
      opened.say({ type: 'size', height: count });
    expect(events).toContain('removed');
  });

  test('a view that speaks of edits is struck and changes nothing', () => {
    const { host: own, say } = open('view');
    say({ type: 'edits', seq: 1, changes: [['a', 'forged']] });
    expect(events).toEqual([]);
    expect(own.values()).toEqual([['a', 'x']]);
  });

  test('messages from other windows are not its own', () => {
    open();
    for (let count = 0; count < 50; count += 1) greetFrom({});
    expect(events).toEqual([]);
  });
});
