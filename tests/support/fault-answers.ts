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
  /** What the host does by itself, without a programme. */
  | { kind: 'usual' };

/** An answer, or how to come by one: a promise holds the request until it settles. */
export type Answerer = Answer | ((seen: Seen) => Answer | Promise<Answer>);

/** A JSON reply. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** An error with a `message` field, or with an empty object. */
export function refused(status: number, message?: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return json(message === undefined ? {} : { message }, status, headers);
}

/** What proxies send: a page of HTML where JSON was asked for. */
export function htmlPage(status = 200): Answer {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Oops</title><h1>Something went wrong</h1>',
  };
}

/** Any text with any status. */
export function raw(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { kind: 'reply', status, headers, body };
}

/** A redirect. */
export function redirect(location = '/login', status = 302): Answer {
  return { kind: 'reply', status, headers: { location }, body: '' };
}

/** A connection that ends too early. */
export function dropped(when: 'before headers' | 'mid body' = 'before headers'): Answer {
  return { kind: 'drop', when };
}

export const usual: Answer = { kind: 'usual' };

/** Requests that wait for the test. */
export type Hold = {
  answer: Answerer;
  /** How many wait now. */
  waiting(): number;
  /** Answers all that wait, and from now on all that come, with this or as usual. */
  release(answer?: Answer): void;
  /** Answers the one that waits longest. */
  releaseOne(answer?: Answer): void;
};

/** @returns an answer that the test gives when it wants to */
export function hold(): Hold {
  let waiting: ((answer: Answer) => void)[] = [];
  let open: Answer | null = null;
  return {
    answer: () => open ?? new Promise((resolve) => waiting.push(resolve)),
    waiting: () => waiting.length,
    release: (answer = usual) => {
      open = answer;
      const released = waiting;
      waiting = [];
      for (const resolve of released) resolve(answer);
    },
    releaseOne: (answer = usual) => waiting.shift()?.(answer),
  };
}
