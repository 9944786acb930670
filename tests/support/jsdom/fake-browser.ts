import type { Answer, Seen } from '../hosts/fake-answers.ts';
import type { HostStream, PlainHost } from '../hosts/plain-host.ts';
import type { FakeHost } from '../hosts/fake-host.ts';

/** The cookies of one user, as a browser stores them for one host. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; isReadable: boolean }>();

  /** Stores the cookie of a `Set-Cookie` line. */
  keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, isReadable: !attributes.some((word) => /^httponly$/i.test(word)) });
  }

  /** Value of `document.cookie`. */
  readable(): string {
    return this.header(({ isReadable }) => isReadable);
  }

  /** The Cookie header. */
  header(isMeant: (cookie: { isReadable: boolean }) => boolean = () => true): string {
    return [...this.#cookies]
      .filter(([, cookie]) => isMeant(cookie))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }
}

function responseOf(answer: Answer): Response {
  if (answer.kind === 'reply') {
    const { status, headers, body } = answer;
    return new Response(body === '' ? null : body, { status, headers });
  }
  if (answer.kind === 'drop' && answer.when === 'mid body') {
    const body = new ReadableStream({ start: (part) => part.error(new TypeError('The connection broke.')) });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }
  throw new TypeError('fetch failed');
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The page's `fetch` without a network: each call goes to one host, with the cookies that a browser would send if the call includes them.
 * @param host receiver of the calls
 * @param origin the only origin that may be called
 * @param jar the browser's cookies
 */
export function fetchFrom(host: FakeHost, origin: string, jar = new CookieJar()): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, origin);
    if (url.origin !== origin) throw new TypeError(`A test called ${url.origin}.`);
    const { method = 'GET', body, signal } = init;
    const text = typeof body === 'string' ? body : '';
    const headers: Record<string, string> = Object.fromEntries(new Headers(init.headers));
    const includes = init.credentials === 'include';
    if (includes) headers['cookie'] = jar.header();
    const seen: Seen = { method, path: url.pathname, query: url.search, headers, text, body: jsonOf(text) };
    const givenUp = new Promise<never>((_, reject) => {
      const leave = (): void => reject(signal?.reason as Error);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave);
    });
    const answer = await Promise.race([host.take(seen, signal), givenUp]);
    const cookie = answer.kind === 'reply' ? answer.headers['set-cookie'] : undefined;
    if (includes && cookie !== undefined) jar.keep(cookie);
    return responseOf(answer);
  };
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
/** Time that browsers wait before they reconnect a stream by themselves, in milliseconds. */
const RETRY = 3_000;

/** An `EventSource` for jsdom, which has none, by the states of the HTML standard. */
class FakeSource extends EventTarget {
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  static readonly CLOSED = CLOSED;
  readonly url: string;
  readonly id: string;
  readyState: 0 | 1 | 2 = CONNECTING;
  readonly #connect: (source: FakeSource) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stream: { leave(): void } | null = null;

  constructor(url: string | URL, connect: (source: FakeSource) => void) {
    super();
    this.url = String(url);
    this.id = decodeURIComponent(this.url.replace(/^.*\//, ''));
    this.#connect = connect;
    connect(this);
  }

  /** The host let the stream through, or the browser reconnected it. @param stream notified when the page ends it */
  opens(stream: { leave(): void } | null = null): void {
    this.#stream = stream;
    this.#become(OPEN, 'open');
  }

  /** The connection was lost; the browser tries by itself to reconnect. */
  breaks(): void {
    this.#become(CONNECTING, 'error');
    if (this.readyState === CONNECTING) this.#timer = setTimeout(() => this.#connect(this), RETRY);
  }

  /** The browser closes the stream: a host refused it, at the start or while it was open. */
  gives(): void {
    this.#become(CLOSED, 'error');
  }

  receive(event: string, data: string): void {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }

  close(): void {
    this.readyState = CLOSED;
    clearTimeout(this.#timer);
    this.#stream?.leave();
  }

  #become(state: 0 | 1 | 2, event: 'open' | 'error'): void {
    if (this.readyState === CLOSED) return;
    this.readyState = state;
    this.dispatchEvent(new Event(event));
  }
}

/** The event streams of a page. */
export class FakeStreams {
  readonly #sources: FakeSource[] = [];
  /** Replacement for the page's `EventSource`. */
  readonly EventSource: typeof EventSource;

  /** @param connect initial behaviour of a new stream; none if the test opens it */
  constructor(connect: (source: FakeSource) => void = () => undefined) {
    const sources = this.#sources;
    this.EventSource = class extends FakeSource {
      constructor(url: string | URL) {
        super(url, connect);
        sources.push(this);
      }
    } as unknown as typeof EventSource;
  }

  /** The streams that the page has not closed, in the order of their opening. */
  lines(): string[] {
    return this.#open().map(({ id }) => `GET /events/wips/${id}`);
  }

  /** True if the page has a stream for an id, or tries to open one. */
  has(id: string): boolean {
    return this.#open().some((source) => source.id === id);
  }

  /** The one stream of an id. @throws when there is none, or more than one */
  of(id: string): FakeSource {
    const found = this.#open().filter((source) => source.id === id);
    const [source] = found;
    if (!source || found.length > 1) throw new Error(`There are ${found.length} event streams of '${id}'.`);
    return source;
  }

  #open(): FakeSource[] {
    return this.#sources.filter(({ readyState }) => readyState !== CLOSED);
  }
}

/** Streams that a plain host opens, refuses or breaks. @param jar the browser's cookies */
export function streamsFrom(host: PlainHost, jar: CookieJar): FakeStreams {
  const connect = async (source: FakeSource): Promise<void> => {
    const headers = { accept: 'text/event-stream', cookie: jar.header() };
    const { pathname: path, search: query } = new URL(source.url, host.origin);
    const answer = await host.take({ method: 'GET', path, query, headers, text: '', body: undefined });
    if (source.readyState === CLOSED) return;
    if (answer.kind === 'drop') source.breaks();
    else if (answer.kind !== 'stream') source.gives();
    else {
      const stream: HostStream = {
        id: source.id,
        push: (event, data) => source.receive(event, data),
        end: () => source.breaks(),
      };
      host.opened(stream);
      source.opens({ leave: () => host.ended(stream) });
    }
  };
  return new FakeStreams((source) => void connect(source));
}
