import type { Said } from '../oracles/page.ts';
import type { Seen } from '../oracles/see.ts';

/** Functions that the driver adds to each page. */
export type Watched = Window & {
  watched?: {
    /** Lets the page's queues run empty and reads it. */
    see(): Promise<Watch & { seen: Seen }>;
    /** State of the event stream of an id, as `EventSource` counts; null if there is none. */
    streamState(id: string): number | null;
    /** Opens an open stream once more: the browser restored it before it could report the interruption. */
    openStreamAgain(id: string): void;
    /** Gives the event stream of an id up for good, as the browser does after a refused attempt to restore it. */
    giveStreamUp(id: string): void;
  };
};
/** Counts of requests under way and of messages of the event streams so far. `streams`: those that the page has not given up. */
export type Watch = { calls: number; messages: number; streams: string[] };

/**
 * Runs before the page's own scripts and uses nothing from outside. It counts the page's calls and the messages of its streams, so that nothing is
 * overlooked on its way through the browser.
 * @param see `seeDocument`
 */
export function watchPage(see: () => Seen): void {
  if (window.top !== window) return;
  let calls = 0;
  let messages = 0;
  const sources: EventSource[] = [];
  const pathOf = ({ url }: EventSource): string => new URL(url, window.location.href).pathname;
  const open = (): EventSource[] => sources.filter(({ readyState }) => readyState !== EventSource.CLOSED);
  const sourceOf = (id: string): EventSource | undefined => open().find((source) => pathOf(source).endsWith(`/${id}`));
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
  const countMessage = (): void => {
    messages += 1;
  };
  window.EventSource = new Proxy(EventSource, {
    construct: (Source, [url, init]: [string, EventSourceInit]) => {
      const stream = new Source(url, init);
      sources.push(stream);
      for (const type of ['open', 'error', 'submission', 'heartbeat']) stream.addEventListener(type, countMessage);
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
      return { seen: see(), calls, messages, streams: open().map((source) => `GET ${pathOf(source)}`) };
    },
    streamState: (id) => sourceOf(id)?.readyState ?? null,
    openStreamAgain: (id) => void sourceOf(id)?.dispatchEvent(new Event('open')),
    giveStreamUp: (id) => {
      const source = sourceOf(id);
      source?.close();
      source?.dispatchEvent(new Event('error'));
    },
  };
}

/** Functions that the driver adds to each document frame. */
export type HeldFrame = Window & {
  heldFrame?: {
    /** Text of the document; null before there is one. */
    text(): string | null;
    /** Messages that wait, in order. */
    held(): Said[];
    /** Sends the newest held message of a type, changed or with another one in its place, and drops the others of this type. */
    release(type: string, change: Readonly<Record<string, unknown>>): void;
    /** Sends a message in the document's place. */
    say(message: Said): void;
    /** Reports once more that the page is there, as a page does that replaced the document. */
    restart(): void;
  };
  realTime?: Pick<
    Window & typeof globalThis,
    'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'requestAnimationFrame' | 'performance'
  >;
};

/** Runs in a document frame before the page's clock is replaced, because a document has a clock of its own. */
export function keepTime(): void {
  if (window.top === window) return;
  (window as HeldFrame).realTime = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    setInterval: window.setInterval.bind(window),
    clearInterval: window.clearInterval.bind(window),
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    performance: window.performance,
  };
}

/**
 * Runs in a document frame before the bridge.
 * @param isHeld true if its `ready` and `snapshot` wait until the walk sends them
 */
export function holdFrame(isHeld: boolean): void {
  if (window.top === window) return;
  const frame = window as HeldFrame;
  Object.assign(window, frame.realTime);
  let held: Said[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with a port
  const { postMessage } = MessagePort.prototype;
  let port: MessagePort | null = null;
  const send = (message: unknown): void => {
    if (port) postMessage.call(port, message);
  };
  MessagePort.prototype.postMessage = function post(message: Said) {
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment -- the bridge's own port
    port = this;
    if (isHeld && (message.type === 'ready' || message.type === 'snapshot')) held.push(message);
    else send(message);
  };
  frame.heldFrame = {
    text: () => {
      if (!document.documentElement.hasAttribute('data-ready-mode')) return null;
      const regions = [...document.querySelectorAll('.editable[id]')];
      const html = regions.length > 0 ? regions.map(({ innerHTML }) => innerHTML).join(' ') : document.body.innerHTML;
      const words = document.createElement('template');
      words.innerHTML = html.replace(/<[^>]*>/g, ' ');
      return (words.content.textContent ?? '').replace(/\s+/g, ' ').trim();
    },
    held: () => held,
    release: (type, change) => {
      const message = held.findLast((one) => one.type === type);
      held = held.filter((one) => one.type !== type);
      if (message) send('type' in change ? change : { ...message, ...change });
    },
    say: send,
    restart: () => window.parent.postMessage({ type: 'ready:frame-loaded', v: 1 }, '*'),
  };
}
