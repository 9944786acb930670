import type { Client, Contract } from './client.ts';
import { ApiError } from './failure.ts';

/** A client of which some reads begin before anybody asks for them. */
export type EarlyReads = Client & {
  /** Begins a GET, whose reply is for the first `get` of the same path. */
  begin(path: string): void;
  /** Forgets what was begun: another person may sit here now. */
  dropEarly(): void;
};

/** A reply that waited for longer is no longer given, in milliseconds: it would be shown as new. */
const STALE = 5_000;

const anything: Contract<unknown> = { '~standard': { validate: (value) => ({ value }) } };

/**
 * Lets a page ask for its first facts together with the check of the session, instead of after it (quality.md, "start the first calls with the verify").
 * @param client makes the calls
 * @param now milliseconds that only grow
 */
export function withEarlyReads(client: Client, now: () => number): EarlyReads {
  type Begun = { at: number; reply: Promise<unknown>; controller: AbortController };
  const begun = new Map<string, Begun>();

  const take = (path: string): Begun | null => {
    const early = begun.get(path);
    begun.delete(path);
    if (!early || now() - early.at <= STALE) return early ?? null;
    early.controller.abort();
    return null;
  };

  return {
    ...client,
    async get<T>(path: string, reply: Contract<T>, options: Parameters<Client['get']>[2] = {}): Promise<T> {
      const early = take(path);
      if (!early) return client.get(path, reply, options);
      const leave = (): void => early.controller.abort(options.signal?.reason);
      if (options.signal?.aborted) leave();
      options.signal?.addEventListener('abort', leave, { once: true });
      const checked = await reply['~standard'].validate(await early.reply);
      if (checked.issues) throw new ApiError({ kind: 'malformed' });
      return checked.value;
    },
    begin(path) {
      const controller = new AbortController();
      const reply = client.get(path, anything, { signal: controller.signal });
      // It may be that nobody asks.
      reply.catch(() => undefined);
      begun.set(path, { at: now(), reply, controller });
    },
    dropEarly() {
      for (const { controller } of begun.values()) controller.abort();
      begun.clear();
    },
  };
}
