const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
/** What browsers wait before they mend a stream by themselves, in milliseconds; a host's `retry:` changes it. */
const DEFAULT_RETRY = 3_000;

/**
 * An EventSource for jsdom, which has none: the states, the reading and the mending that the HTML standard asks for, over a `fetch`. A reply that is not
 * 200 with the type of a stream closes it for good; a stream that ends or breaks is mended after `retry`.
 * @param fetchStream the page's fetch, with its cookies
 */
export function eventSourceOver(fetchStream: typeof fetch): typeof EventSource {
  class StreamSource extends EventTarget {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSED = CLOSED;
    readonly CONNECTING = CONNECTING;
    readonly OPEN = OPEN;
    readonly CLOSED = CLOSED;
    readonly url: string;
    readonly withCredentials: boolean;
    #state: 0 | 1 | 2 = CONNECTING;
    #abort = new AbortController();
    #retry = DEFAULT_RETRY;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #lastId = '';

    constructor(url: string | URL, init: EventSourceInit = {}) {
      super();
      this.url = String(url);
      this.withCredentials = init.withCredentials ?? false;
      void this.#connect();
    }

    get readyState(): 0 | 1 | 2 {
      return this.#state;
    }

    close(): void {
      this.#state = CLOSED;
      clearTimeout(this.#timer);
      this.#abort.abort();
    }

    async #connect(): Promise<void> {
      this.#abort = new AbortController();
      const { signal } = this.#abort;
      try {
        const response = await fetchStream(this.url, {
          credentials: this.withCredentials ? 'include' : 'same-origin',
          headers: { Accept: 'text/event-stream', ...(this.#lastId && { 'Last-Event-ID': this.#lastId }) },
          cache: 'no-store',
          signal,
        });
        if (signal.aborted) return;
        const type = response.headers.get('content-type') ?? '';
        if (response.status !== 200 || !type.startsWith('text/event-stream') || !response.body) {
          await response.body?.cancel();
          this.#state = CLOSED;
          this.#tell('error');
          return;
        }
        this.#state = OPEN;
        this.#tell('open');
        await this.#read(response.body, signal);
      } catch {
        // A broken connection is mended like one that ended.
      }
      if (signal.aborted) return;
      this.#state = CONNECTING;
      this.#tell('error');
      if (!signal.aborted) this.#timer = setTimeout(() => void this.#connect(), this.#retry);
    }

    async #read(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
      const decoder = new TextDecoder();
      const reader = body.getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done || signal.aborted) return;
        const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    }

    #take(block: string): void {
      let type = 'message';
      const data: string[] = [];
      for (const line of block.split(/\r?\n/)) {
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'event') type = value;
        if (field === 'data') data.push(value);
        if (field === 'id') this.#lastId = value;
        if (field === 'retry' && /^\d+$/.test(value)) this.#retry = Number(value);
      }
      if (data.length === 0 || this.#state === CLOSED) return;
      this.dispatchEvent(new MessageEvent(type, { data: data.join('\n'), lastEventId: this.#lastId }));
    }

    #tell(type: 'open' | 'error'): void {
      this.dispatchEvent(new Event(type));
    }
  }
  // The three `on…` attributes are left out: the application listens by addEventListener.
  return StreamSource as unknown as typeof EventSource;
}
