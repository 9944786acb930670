import type { Seen } from './see.ts';

/** What the driver keeps in each page. */
export type Watched = Window & {
  watched?: {
    /** Lets the page's queues run empty and reads it. */
    see(): Promise<Watch & { seen: Seen }>;
    /** Whether the newest event stream is being opened or mended. */
    isConnecting(): boolean;
    /** The browser gives the newest event stream up for good, as after a refused attempt to mend it. */
    giveStreamUp(): void;
  };
};
/** `calls`: requests under way. `heard`: what the event streams said so far. */
export type Watch = { calls: number; heard: number };

/**
 * Runs before the page's own scripts and uses nothing from outside. It keeps count of the page's calls and of what its streams say, so that nothing is
 * overlooked on its way through the browser.
 * @param see `seeDocument`
 */
export function watchPage(see: () => Seen): void {
  if (window.top !== window) return;
  let calls = 0;
  let heard = 0;
  let stream: EventSource | null = null;
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const change = /^\/(auth|v1)\//.test(pathname) ? 1 : 0;
    calls += change;
    try {
      return await send(input, init);
    } finally {
      calls -= change;
    }
  };
  const hear = (): void => {
    heard += 1;
  };
  window.EventSource = new Proxy(EventSource, {
    construct: (Source, [url, init]: [string, EventSourceInit]) => {
      stream = new Source(url, init);
      for (const type of ['open', 'error', 'submission']) stream.addEventListener(type, hear);
      return stream;
    },
  });
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  (window as Watched).watched = {
    see: async () => {
      for (let at = 0; at < 4; at += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
        await turn();
      }
      return { seen: see(), calls, heard };
    },
    isConnecting: () => stream?.readyState === EventSource.CONNECTING,
    giveStreamUp: () => {
      stream?.close();
      stream?.dispatchEvent(new Event('error'));
    },
  };
}

/** A message of the document frame: `FromFrame`, or what the protocol does not know. */
export type Said = { type: string } & Record<string, unknown>;
/** What the driver keeps in each document frame. */
export type HeldFrame = Window & {
  heldFrame?: {
    /** The messages that wait, in order. */
    held(): Said[];
    /** Lets the oldest held message of a type go. */
    release(type: string): void;
    /** Says something in the document's place. */
    say(message: Said): void;
    /** Says once more that the page is there, as one does that was put in the document's place. */
    restart(): void;
  };
  realTime?: Pick<Window, 'setTimeout' | 'clearTimeout' | 'requestAnimationFrame'>;
};

/** Runs in a document frame before anything touches its clock, which is not the page's: a document keeps its own time. */
export function keepTime(): void {
  if (window.top === window) return;
  (window as HeldFrame).realTime = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
  };
}

/** Runs in a document frame before the bridge: what it has to say for itself is held until the walk lets it go. */
export function holdFrame(): void {
  if (window.top === window) return;
  const frame = window as HeldFrame;
  Object.assign(window, frame.realTime);
  const held: Said[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with a port
  const { postMessage } = MessagePort.prototype;
  let port: MessagePort | null = null;
  const send = (message: unknown): void => {
    if (port) postMessage.call(port, message);
  };
  MessagePort.prototype.postMessage = function post(message: Said) {
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment -- the bridge's own port
    port = this;
    if (message.type === 'ready' || message.type === 'snapshot') held.push(message);
    else send(message);
  };
  frame.heldFrame = {
    held: () => held,
    release: (type) => {
      const at = held.findIndex((message) => message.type === type);
      if (at >= 0) send(held.splice(at, 1)[0]);
    },
    say: send,
    restart: () => window.parent.postMessage({ type: 'ready:frame-loaded', v: 1 }, '*'),
  };
}
