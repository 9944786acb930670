import type { IncomingHttpHeaders } from 'node:http';

/** A request as read by the host. */
export type Seen = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** The body as received, and as JSON if it is. */
  text: string;
  body: unknown;
};

/** The host's reaction to one request. */
export type Answer =
  | { kind: 'reply'; status: number; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'drop'; when: 'before headers' | 'mid body' }
  | { kind: 'stream' }
  /** Holds the request until the test answers it. */
  | { kind: 'held' }
  /** The host's own reaction without a test's instruction. */
  | { kind: 'usual' };

/** An answer, or a function that returns one. */
export type Answerer = Answer | ((seen: Seen) => Answer);

/** A JSON reply. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return raw(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

/** An error with a `message` field, or with an empty object. */
export function refused(status: number, message?: string): Answer {
  return json(message === undefined ? {} : { message }, status);
}

/** A proxy's reply: a page of HTML in place of JSON. */
export function htmlPage(status = 200): Answer {
  return raw('<!doctype html><title>Oops</title><h1>Something went wrong</h1>', status, {
    'content-type': 'text/html',
  });
}

/** Any text with any status. */
export function raw(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { kind: 'reply', status, headers, body };
}

/** A redirect. */
export function redirect(location = '/login', status = 302): Answer {
  return raw('', status, { location });
}

/** A connection that is closed too early. */
export function dropped(when: 'before headers' | 'mid body' = 'before headers'): Answer {
  return { kind: 'drop', when };
}

export const held: Answer = { kind: 'held' };
export const usual: Answer = { kind: 'usual' };
