import type { Person } from './person.ts';

/** One event of a stream. */
type StreamEvent = { event: string; data: unknown };

/** An open event stream. */
export type OpenStream = {
  response: Response;
  /** The next event; null when the stream ended instead. */
  next(): Promise<StreamEvent | null>;
  /** Everything received, including comments and `retry:`. */
  raw(): string;
  close(): void;
};

/**
 * Opens GET /events/wips/{id} and reads it by the rules of server-sent events.
 * @param id a WIP's or a template's uuid
 * @param headers further ones, such as Last-Event-ID
 */
export async function openStream(
  person: Person,
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  return streamAt(person, `/events/wips/${id}`, headers);
}

/**
 * Opens one stream of many (`events.multiplex` in `capabilities`).
 * @param ids of WIPs and templates
 */
export async function openStreamOf(
  person: Person,
  ids: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  return streamAt(person, `/events/wips?ids=${ids.join(',')}`, headers);
}

/** Opens the stream of a display. @param ids ids of itself, its boards and their content */
export async function openStreamOfDisplay(display: Person, ids: readonly string[]): Promise<OpenStream> {
  return streamAt(display, `/events/displays/self?ids=${ids.join(',')}`, {});
}

async function streamAt(
  person: Person,
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await person.fetch('GET', address, undefined, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const events: StreamEvent[] = [];
  let raw = '';
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const known = events.shift();
      if (known) return known;
      const chunk = await reader?.read().catch(() => null);
      if (!chunk || chunk.done) return null;
      raw += chunk.value;
      const blocks = (rest + chunk.value).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.flatMap(eventOf));
    }
  };
  return { response, next: read, raw: () => raw, close: () => controller.abort() };
}

function eventOf(block: string): StreamEvent[] {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const data = field('data');
  // A heartbeat is no news.
  if (field('event') === 'heartbeat') return [];
  return data === undefined ? [] : [{ event: field('event') ?? 'message', data: JSON.parse(data) as unknown }];
}
