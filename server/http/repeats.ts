import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { fastBody, flatHeaders, type Prepared } from './prepared.ts';

/** Everything but the database, the clock, the address and the cookies on which a kept reply depends. */
type Asked = {
  host: string | undefined;
  mode: string | string[] | undefined;
  site: string | string[] | undefined;
  encodings: string | string[] | undefined;
};
/** A kept reply: `state` is the database's that it was made in, `end` its session's, in milliseconds since the epoch. */
export type Kept = Prepared & Asked & { state: string; end: number };

/** Replies to calls, kept for as long as the framework would answer the same call with the same bytes. */
export type Repeats = {
  /** Keeps a reply, if it may be kept. Only for routes whose reply follows from the session, the address, `Accept-Encoding` and the database. */
  keep(request: FastifyRequest, reply: FastifyReply, body: unknown): void;
  /** Finds the reply that was given to the same question; it must still be asked whether it holds. */
  find(request: IncomingMessage): Kept | null;
  /** Asks the database for its state. @returns whether a reply holds, for questions that had come before this call */
  look(): (kept: Kept) => boolean;
};

/** Beyond it all are forgotten. What is asked counts too: an address and cookies may be long. */
const BYTES_MAX = 32_000_000;
/** What a kept reply takes beside its body, its address and its cookies. */
const ENTRY_BYTES = 1_000;

/** What the guards of a call look at beside cookies; those that are rare with a reading call are left to them. */
const askedBy = ({ headers }: IncomingMessage): Asked => ({
  host: headers.host,
  mode: headers['sec-fetch-mode'],
  site: headers['sec-fetch-site'],
  encodings: headers['accept-encoding'],
});
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.origin === undefined &&
  headers['content-encoding'] === undefined &&
  headers['if-none-match'] === undefined;

/**
 * Whoever asks again what was answered a moment ago gets the same bytes, if nothing has changed since: the database is in the same state, so the
 * session lives, its person may read the thing, and the thing is what it was; the session's time is not over; and the request carries the same
 * cookies and whatever else the guards look at. Nothing is older than the database: its state is asked after each
 * request has come.
 * @param state the database's (`Storage.state`); nothing is kept where it is null
 */
export function createRepeats({ state, now }: { state: () => string | null; now: () => Date }): Repeats {
  // By cookies, then by address.
  const kept = new Map<string, Map<string, Kept>>();
  let keptIn: string | null = null;
  let bytes = 0;
  // A database that does not answer: the framework asks it too, and says so.
  const stateNow = (): string | null => {
    try {
      return state();
    } catch {
      return null;
    }
  };
  const forget = (): void => {
    kept.clear();
    bytes = 0;
  };

  return {
    keep({ raw, session, routeOptions }, reply, body) {
      const { cookie } = raw.headers;
      if (!session || session.state === null || cookie === undefined || raw.url === undefined) return;
      if (reply.statusCode !== 200 || !isPlain(raw) || reply.hasHeader('set-cookie')) return;
      if (typeof body !== 'string' && !Buffer.isBuffer(body)) return;
      // It was made in this state only if that is still the same.
      const size = body.length + cookie.length + raw.url.length + ENTRY_BYTES;
      if (stateNow() !== session.state || size > BYTES_MAX / 4) return;
      if (keptIn !== session.state || bytes + size > BYTES_MAX) forget();
      keptIn = session.state;
      const ready = fastBody(body);
      const ofSession = kept.get(cookie) ?? new Map<string, Kept>();
      kept.set(cookie, ofSession);
      ofSession.set(raw.url, {
        ...askedBy(raw),
        state: session.state,
        end: session.end,
        headers: flatHeaders(reply.getHeaders(), ready),
        body: ready,
        route: routeOptions.url ?? 'none',
        path: raw.url.split('?')[0] ?? '',
        user: session.actor.uuid,
      });
      bytes += size;
    },
    find(request) {
      const { cookie } = request.headers;
      if (cookie === undefined) return null;
      const known = kept.get(cookie)?.get(request.url ?? '');
      if (!known || !isPlain(request)) return null;
      const { host, mode, site, encodings } = askedBy(request);
      const isSame = known.host === host && known.mode === mode && known.site === site && known.encodings === encodings;
      return isSame ? known : null;
    },
    look() {
      const current = stateNow();
      if (current !== keptIn) forget();
      const time = now().getTime();
      return (one) => one.state === current && time < one.end;
    },
  };
}
