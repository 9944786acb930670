const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

type Source = EventTarget & { readonly id: string; readyState: 0 | 1 | 2 };

/** The event streams of a page, each of which does what the walk says and nothing by itself. */
export class HeldStreams {
  #sources: Source[] = [];
  /** What stands in the place of the page's `EventSource`. */
  readonly EventSource: typeof EventSource;

  constructor() {
    const sources = this.#sources;
    class HeldSource extends EventTarget implements Source {
      static readonly CONNECTING = CONNECTING;
      static readonly OPEN = OPEN;
      static readonly CLOSED = CLOSED;
      readonly id: string;
      readonly url: string;
      readyState: 0 | 1 | 2 = CONNECTING;

      constructor(url: string | URL) {
        super();
        this.url = String(url);
        this.id = decodeURIComponent(this.url.replace(/^.*\//, ''));
        sources.push(this);
      }

      close(): void {
        this.readyState = CLOSED;
      }
    }
    this.EventSource = HeldSource as unknown as typeof EventSource;
  }

  /** The streams that the page has not given up, in the order of their opening. */
  lines(): string[] {
    return this.#sources.filter(({ readyState }) => readyState !== CLOSED).map(({ id }) => `GET /events/wips/${id}`);
  }

  /** Whether the page listens to an id, or tries to. */
  has(id: string): boolean {
    return this.#sources.some((source) => source.id === id && source.readyState !== CLOSED);
  }

  /** The stream of an id is let through, or was mended. */
  opens(id: string): void {
    const source = this.#of(id);
    source.readyState = OPEN;
    source.dispatchEvent(new Event('open'));
  }

  /** The network takes the stream away; the browser tries by itself to mend it. */
  breaks(id: string): void {
    const source = this.#of(id);
    source.readyState = CONNECTING;
    source.dispatchEvent(new Event('error'));
  }

  /** The browser gives the stream up: a host refused it, or said so while it was open. */
  closes(id: string): void {
    const source = this.#of(id);
    source.readyState = CLOSED;
    source.dispatchEvent(new Event('error'));
  }

  /** @param archive the uuid of what was submitted */
  submits(id: string, archive: string): void {
    const data = JSON.stringify({ type: 'submission_complete', archive_uuid: archive });
    this.#of(id).dispatchEvent(new MessageEvent('submission', { data }));
  }

  /** @throws when there is no stream of the id, or more than one */
  #of(id: string): Source {
    const found = this.#sources.filter((source) => source.id === id && source.readyState !== CLOSED);
    const [source] = found;
    if (!source || found.length > 1) throw new Error(`There are ${found.length} event streams of '${id}'.`);
    return source;
  }
}
