import { vi } from 'vitest';

/** A call that the application made, as it went out. */
export type FakeRequest = { method: string; path: string; body: unknown; signal: AbortSignal | null };

/** What the host says to a call: a status with a JSON body, an HTML page, or nothing since the line is dead. */
export type FakeReply = { status: number; json: unknown } | { status: number; html: string } | 'dropped';

/** A reply of 200. */
export function ok(json: unknown): FakeReply {
  return { status: 200, json };
}

/** An error; without a message its body says nothing. */
export function failed(status: number, message?: string): FakeReply {
  return { status, json: message === undefined ? {} : { message } };
}

/** What a proxy in between may answer. */
export const htmlPage: FakeReply = { status: 200, html: '<!doctype html><h1>It works!</h1>' };

type Held = { request: FakeRequest; settle(reply: FakeReply): void };

/**
 * A host that answers what a test tells it to, at once or when the test says so, and remembers what it was asked. It stands in the place of `fetch`, so
 * that everything above it is real.
 */
export type FakeHost = {
  /** Every call so far, in order. */
  readonly requests: readonly FakeRequest[];
  /** The calls with this method and path, such as 'GET /v1/templates'. */
  asked(call: string): FakeRequest[];
  /** From now on this call is answered at once. */
  answer(call: string, reply: FakeReply): void;
  /** From now on this call waits for `release`. */
  hold(call: string): void;
  /** How many calls wait that nobody has given up on. */
  waiting(call: string): number;
  /**
   * Answers the oldest call that waits.
   * @throws when none does
   */
  release(call: string, reply: FakeReply): void;
};

const callOf = (request: FakeRequest): string => `${request.method} ${request.path}`;

function responseOf(reply: Exclude<FakeReply, 'dropped'>): Response {
  return 'html' in reply
    ? new Response(reply.html, { status: reply.status, headers: { 'Content-Type': 'text/html' } })
    : Response.json(reply.json, { status: reply.status });
}

/** Puts a host in the place of `fetch`, until the test ends. Calls without an answer get a 404 without words. */
export function installFakeHost(): FakeHost {
  const requests: FakeRequest[] = [];
  const answers = new Map<string, FakeReply | 'held'>();
  let held: Held[] = [];

  const heldFor = (call: string): Held[] =>
    held.filter(({ request }) => callOf(request) === call && !request.signal?.aborted);

  const wait = (request: FakeRequest): Promise<FakeReply> =>
    new Promise((settle, fail) => {
      const entry = { request, settle };
      held.push(entry);
      request.signal?.addEventListener('abort', () => {
        held = held.filter((other) => other !== entry);
        fail(new DOMException('The call was given up.', 'AbortError'));
      });
    });

  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    const request = { method: init.method ?? 'GET', path: pathname + search, body, signal: init.signal ?? null };
    requests.push(request);
    const answer = answers.get(callOf(request)) ?? failed(404);
    const reply = answer === 'held' ? await wait(request) : answer;
    if (reply === 'dropped') throw new TypeError('Failed to fetch');
    return responseOf(reply);
  });

  return {
    requests,
    asked: (call) => requests.filter((request) => callOf(request) === call),
    answer: (call, reply) => void answers.set(call, reply),
    hold: (call) => void answers.set(call, 'held'),
    waiting: (call) => heldFor(call).length,
    release: (call, reply) => {
      const [first] = heldFor(call);
      if (!first) throw new Error(`Nothing waits for '${call}'. Asked so far: ${requests.map(callOf).join(', ')}`);
      held = held.filter((other) => other !== first);
      first.settle(reply);
    },
  };
}
