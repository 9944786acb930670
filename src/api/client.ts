import wretch, { type ConfiguredMiddleware } from 'wretch';
import { addressOf, type Call, type Given } from '#common/calls/call.ts';
import { FACTOR_DUE, PASSWORD_DUE, REQUEST_TIMEOUT, XSRF_COOKIE, XSRF_HEADER } from '#common/config/constants.ts';
import { type EarlyReplies, takeEarly } from './early-replies.ts';
import { ApiError, type ApiFailure } from './failure.ts';
import { retryRead } from './retry-read.ts';

/** Dependencies of the client on its page. */
export type ClientOptions = {
  /** Origin of the API; empty means the page's own. */
  host: string;
  /** The gate where refused calls wait for a new session (`machines/session/refresh-gate.ts`). */
  gate: { generation(): number; refresh(sentIn: number, sentAt: number): Promise<boolean> };
  /** The page's readable cookies, as in `document.cookie`. */
  readCookies: () => string;
  /** GETs that were sent before the application started. */
  early?: EarlyReplies | undefined;
  /** Called for each sign of life of the host (`host-clock.ts`): the reply's `Date`, or null if it cannot be read. */
  onReply?: ((date: string | null) => void) | undefined;
  /** Called when the host requires something first: a changed one-time password, or a second factor. */
  isDue?: (() => void) | undefined;
};

/** Options of one call. */
export type CallOptions = {
  /** Ends a read whose screen was left. Not for writes, which run to their end. */
  signal?: AbortSignal | undefined;
  /** `never` for login, logout, refresh-token and the re-verify after a sign-in (`d5.excluded-calls`). */
  refresh?: 'once' | 'never';
  /** The call is sent even if its page is closed. */
  isLast?: boolean;
  /** Parameters of the address, besides the call's own. */
  query?: Readonly<Record<string, string>> | URLSearchParams;
};

/** Contract of a reply: a schema of `calls/`, or any other validator with this interface (standardschema.dev). */
export type Contract<T> = { readonly '~standard': { validate(value: unknown): Checked<T> | Promise<Checked<T>> } };
type Checked<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly unknown[] };

/** The one HTTP client of the application. */
export type Client = {
  /**
   * Sends a call. Without a contract for its reply, 2xx with nothing or any JSON is success.
   * @param given the names in its path, and the body: a form of files is sent as a form, any other body as JSON, and null as none
   * @param reply another contract than the call's own
   * @throws {ApiError}, or the abort of the call's own signal
   */
  call<Path extends string, Reply, Body, Read = Reply>(
    call: Call<Path, Reply, Body>,
    given: Given<Path, Body>,
    options?: CallOptions,
    reply?: Contract<Read>,
  ): Promise<Read>;
};

type Attempt = Parameters<ConfiguredMiddleware>[0];

/**
 * @param options the page and the gate
 * @returns the client that every file of `api/` uses
 */
export function createClient({ host, gate, readCookies, early = new Map(), onReply, isDue }: ClientOptions): Client {
  const base = wretch(host, { credentials: 'include', redirect: 'manual', cache: 'no-store' })
    .headers({ Accept: 'application/json' })
    .middlewares([
      refreshOnce(gate),
      antiForgery(readCookies),
      reportReplies(onReply),
      wholeReplyInTime,
      takeEarly(early, () => performance.now()),
    ]);

  const send = async (
    call: Call,
    { body = {}, ...given }: { readonly body?: unknown },
    { signal, refresh, isLast: keepalive = false, query }: CallOptions = {},
    reply: Contract<unknown> | undefined = call.reply,
  ): Promise<unknown> => {
    const isRead = call.method === 'GET';
    const attempt = async (): Promise<Response> => {
      try {
        const ready = base
          .url(addressOf(call, given, query))
          .options({ ...(signal && { signal }), keepalive, context: { refresh } });
        // The browser sets the content type of a form itself, with the boundary between its parts.
        const request = body instanceof FormData ? ready : ready.headers({ 'Content-Type': 'application/json' });
        return await request.fetch(call.method, '', isRead ? null : body).res();
      } catch (error) {
        if (signal?.aborted || error instanceof ApiError) throw error;
        const refusal = replyIn(error);
        const code = (refusal as { code?: unknown } | null | undefined)?.code;
        if (code === PASSWORD_DUE || code === FACTOR_DUE) isDue?.();
        throw new ApiError(failureFrom(error), refusal);
      }
    };
    const json = await bodyOf(await (reply && isRead ? retryRead(attempt, signal) : attempt()));
    const checked = await reply?.['~standard'].validate(json);
    if (checked?.issues) throw new ApiError({ kind: 'malformed' });
    return checked?.value;
  };

  return { call: send as Client['call'] };
}

/** @throws {ApiError} malformed, for a body that is neither JSON nor empty: it does not prove that the host has done the call */
async function bodyOf(response: Response): Promise<unknown> {
  const body = (await response.text()).trim();
  if (body === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new ApiError({ kind: 'malformed' });
  }
}

/** A 401, or a 302 on an /auth/ path, causes one refresh and one retry. When the refresh fails the call keeps its own first failure (`d5.own-failure`). */
function refreshOnce(gate: ClientOptions['gate']): ConfiguredMiddleware {
  return (next) => async (url, options) => {
    const [sentIn, sentAt] = [gate.generation(), Date.now()];
    const first = await next(url, options);
    const { refresh } = options['context'] as CallOptions;
    if (refresh === 'never' || !asksForRefresh(url, first)) return first;
    return (await gate.refresh(sentIn, sentAt)) ? next(url, options) : first;
  };
}

function asksForRefresh(url: string, response: Response): boolean {
  if (response.status === 401) return true;
  return isRedirect(response) && /^(?:[a-z]+:\/\/[^/]+)?\/auth\//i.test(url);
}

/** A browser shows a 302 under `redirect: 'manual'` as an opaque reply with status 0; Node shows the 302. */
function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || response.status === 302;
}

/** The readable cookie goes out as a header on every call, reads included, since delete is a GET (ADR 4). */
function antiForgery(readCookies: () => string): ConfiguredMiddleware {
  return (next) => (url, options) => {
    const token = cookieValue(readCookies(), XSRF_COOKIE);
    if (token === null) return next(url, options);
    const headers = new Headers(options.headers);
    headers.set(XSRF_HEADER, token);
    return next(url, { ...options, headers });
  };
}

/** The value of a cookie, decoded if it can be; null if there is none. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const [key = '', ...rest] = pair.split('=');
    if (key.trim() !== name) continue;
    const raw = rest.join('=');
    try {
      return decodeURIComponent(raw);
    } catch {
      return raw;
    }
  }
  return null;
}

/** Reports each reply as a sign of life of the host; a proxy before it reports that it is unreachable, with or without a page. */
function reportReplies(onReply: ClientOptions['onReply']): ConfiguredMiddleware {
  return (next) => async (url, options) => {
    const response = await next(url, options);
    if (response.status < 500) onReply?.(response.headers.get('date'));
    return response;
  };
}

class TimedOut extends Error {}

/**
 * The request's time-out (`s9.request-time-out`) covers the body too, so the body is read here, inside the limit. Each attempt has its own.
 * The two ends are joined by hand: `AbortSignal.any` is newer than the oldest browsers of `config/browsers.ts`.
 */
const wholeReplyInTime: ConfiguredMiddleware = (next: Attempt) => async (url, options) => {
  const { signal } = options;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new TimedOut()), REQUEST_TIMEOUT);
  const leave = (): void => end.abort(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  try {
    const response = await next(url, { ...options, signal: end.signal });
    if (response.type === 'opaqueredirect') return response;
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    if (isPage(new Uint8Array(body))) throw new ApiError({ kind: 'malformed', standIn: status });
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  } catch (error) {
    throw end.signal.reason ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
};

/** Tab, line ends, form feed and blank, and the bytes of a mark. */
const BEFORE_THE_FIRST_SIGN = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

/** Recognises a body that begins like HTML, as no answer of the host does (`d41.html`). */
const isPage = (body: Uint8Array): boolean => body.find((byte) => !BEFORE_THE_FIRST_SIGN.has(byte)) === 0x3c;

function failureFrom(error: unknown): ApiFailure {
  if (error instanceof TimedOut) return { kind: 'timeout' };
  if (!(error instanceof Error && 'response' in error && error.response instanceof Response))
    return { kind: 'network' };
  const { response } = error;
  return {
    kind: 'http',
    status: isRedirect(response) ? 302 : response.status,
    message: messageIn(error.message),
    retryAfter: secondsIn(response.headers.get('retry-after')),
  };
}

/** The reply's own `message` field. */
function messageIn(body: string): string | null {
  const reply = parsed(body);
  const message = typeof reply === 'object' && reply !== null && 'message' in reply ? reply.message : null;
  return (typeof message === 'string' && message.trim()) || null;
}

const replyIn = (error: unknown): unknown => (error instanceof Error ? parsed(error.message) : undefined);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function secondsIn(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}
