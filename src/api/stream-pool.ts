import { MULTIPLEX_IDS_MAX } from './contract/archives.ts';
import { openEventStream, openMultiplexedStream } from './event-stream.ts';

/** What happened to the stream of an id. `polled`: it has none, and is to be asked for from time to time. */
export type Signal = { kind: 'opened' | 'interrupted' | 'closed' | 'polled' } | { kind: 'submission'; archive: string };

/** How the stream of an id stands. */
export type TopicState = 'connecting' | 'open' | 'interrupted' | 'polled';

/** What a pool needs. */
export type StreamPoolParts = {
  /** Origin of the API. */
  host: string;
  /** Whether the host gives one stream for many ids; asked before each opening. */
  isMultiplexed: () => boolean;
  /** After `closed` the id counts as not wanted. */
  tell: (id: string, signal: Signal) => void;
};

/** The streams of one browser. */
export type StreamPool = {
  /** Which ids are to be heard from now on; none ends every stream. */
  want(ids: readonly string[]): void;
  stateOf(id: string): TopicState | null;
};

/** HTTP/1.1 has six connections a host: calls and documents need the rest (quality.md, "six dashboards in one browser"). */
const PLAIN_STREAMS_MAX = 4;

type Many = { ids: Set<string>; isOpen: boolean; close: () => void };

/**
 * One stream for all ids where the host offers that, else one for each of the first four; what is beyond is polled.
 * @param parts where, and who is told
 */
export function createStreamPool({ host, isMultiplexed, tell }: StreamPoolParts): StreamPool {
  let wanted: readonly string[] = [];
  const states = new Map<string, TopicState>();
  const plain = new Map<string, () => void>();
  /** The newest last: while a wider stream is being opened the one before goes on. */
  let many: Many[] = [];
  /** Ids that a stream of many did not get: alone they are answered with a reason, and disturb no others. */
  const alone = new Set<string>();
  /** Two streams that overlap tell the same submission. */
  const lastTold = new Map<string, string>();

  const change = (id: string, state: TopicState, signal: Signal): void => {
    states.set(id, state);
    tell(id, signal);
  };
  const lose = (id: string): void => {
    if (!states.delete(id)) return;
    wanted = wanted.filter((other) => other !== id);
    tell(id, { kind: 'closed' });
  };

  const openPlain = (id: string): void => {
    const close = openEventStream(host, id, {
      onOpen: () => change(id, 'open', { kind: 'opened' }),
      // While it is polled nothing is lost.
      onInterrupted: () => {
        if (states.get(id) !== 'polled') change(id, 'interrupted', { kind: 'interrupted' });
      },
      onClosed: () => {
        plain.delete(id);
        lose(id);
        servePlain();
      },
      onSubmission: (archive) => tell(id, { kind: 'submission', archive }),
    });
    plain.set(id, close);
  };

  const servePlain = (): void => {
    for (const id of wanted.filter((one) => !plain.has(one) && !isCarried(one))) {
      if (plain.size < PLAIN_STREAMS_MAX) {
        if (!states.has(id)) states.set(id, 'connecting');
        openPlain(id);
      } else if (!states.has(id)) change(id, 'polled', { kind: 'polled' });
    }
  };

  const isCarried = (id: string): boolean => many.some(({ ids }) => ids.has(id));
  const isHeard = (id: string): boolean => many.some(({ ids, isOpen }) => isOpen && ids.has(id));

  const openMany = (ids: readonly string[]): void => {
    const own: Many = { ids: new Set(ids), isOpen: false, close: () => undefined };
    own.close = openMultiplexedStream(host, ids, {
      onOpen: () => {
        own.isOpen = true;
        for (const older of many.slice(0, many.indexOf(own))) older.close();
        many = many.slice(many.indexOf(own));
        for (const id of own.ids) {
          if (states.has(id) && states.get(id) !== 'open') change(id, 'open', { kind: 'opened' });
        }
      },
      onInterrupted: () => {
        own.isOpen = false;
        for (const id of own.ids) {
          if (states.has(id) && !isHeard(id)) change(id, 'interrupted', { kind: 'interrupted' });
        }
      },
      onClosed: () => {
        own.isOpen = false;
        many = many.filter((other) => other !== own);
        for (const id of own.ids) if (!isCarried(id)) lose(id);
      },
      onSubmission: (id, archive) => {
        if (!states.has(id) || lastTold.get(id) === archive) return;
        lastTold.set(id, archive);
        tell(id, { kind: 'submission', archive });
      },
      onRefused: (id) => {
        alone.add(id);
        for (const { ids: carried } of many) carried.delete(id);
        lose(id);
      },
    });
    many.push(own);
  };

  const serveMany = (): void => {
    const ids = wanted.filter((id) => !alone.has(id) && !plain.has(id)).slice(0, MULTIPLEX_IDS_MAX);
    const newest = many.at(-1);
    for (const id of ids) if (!states.has(id)) states.set(id, 'connecting');
    if (ids.every((id) => newest?.ids.has(id))) {
      for (const id of ids) {
        if (newest?.isOpen && states.get(id) === 'connecting') change(id, 'open', { kind: 'opened' });
      }
    } else openMany(ids);
  };

  let isAwaited = false;
  /** Two panes of one page ask one after the other. */
  const serveManySoon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    queueMicrotask(() => {
      isAwaited = false;
      if (wanted.length === 0) return;
      serveMany();
      servePlain();
    });
  };

  const forget = (ids: Iterable<string>): void => {
    for (const id of ids) {
      states.delete(id);
      lastTold.delete(id);
      plain.get(id)?.();
      plain.delete(id);
    }
  };

  const want = (ids: readonly string[]): void => {
    wanted = [...new Set(ids)];
    forget([...states.keys()].filter((id) => !wanted.includes(id)));
    if (wanted.length === 0) {
      for (const { close } of many) close();
      many = [];
    }
    if (isMultiplexed()) serveManySoon();
    else servePlain();
  };
  return { want, stateOf: (id) => states.get(id) ?? null };
}
