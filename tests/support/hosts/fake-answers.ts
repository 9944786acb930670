import type { IncomingHttpHeaders } from 'node:http';

/** A request as the host has read it. */
export type Seen = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** The body as it came, and as JSON where it is. */
  text: string;
  body: unknown;
};

/** What the host does with one request. */
export type Answer =
  | { kind: 'reply'; status: number; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'drop'; when: 'before headers' | 'mid body' }
  | { kind: 'stream' }
  /** The request waits until the test answers it. */
  | { kind: 'held' }
  /** What the host does by itself when a test says nothing. */
  | { kind: 'usual' };

/** An answer, or how to come by one. */
export type Answerer = Answer | ((seen: Seen) => Answer);

/** A JSON reply. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return raw(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

/** An error with a `message` field, or with an empty object. */
export function refused(status: number, message?: string): Answer {
  return json(message === undefined ? {} : { message }, status);
}

/** What proxies send: a page of HTML where JSON was asked for. */
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

/** A connection that ends too early. */
export function dropped(when: 'before headers' | 'mid body' = 'before headers'): Answer {
  return { kind: 'drop', when };
}

export const held: Answer = { kind: 'held' };
export const usual: Answer = { kind: 'usual' };
