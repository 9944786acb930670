import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { templatesReply } from './contract/templates.ts';
import { ApiError, type ApiFailure } from './failure.ts';
import { createRefreshGate } from './refresh-gate.ts';
import { shows } from '#tests/support/shows.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function host(handler: Handler): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A gate whose refreshes the test ends by hand. */
function heldGate() {
  let settle: (succeeded: boolean) => void = () => {};
  let requests = 0;
  const gate = createRefreshGate({
    request: () => {
      requests += 1;
    },
    onSettled: (listener) => {
      settle = listener;
    },
  });
  return { gate, settle: (succeeded: boolean) => settle(succeeded), requests: () => requests };
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

async function failureOfCall(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error.failure;
}

const templates = { templates: [{ uuid: 't1', name: 'Board', description: null, file_name: 'board.html' }] };

describe('one call', () => {
  it('sends JSON, the anti-forgery header on a GET too, and reads the reply by the contract', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const { gate } = heldGate();
    const origin = await host((request, response) => {
      seen.push(request.headers);
      json(response, 200, templates);
    });
    const client = createClient({ host: origin, gate, readCookies: () => 'a=1; XSRF-TOKEN=t%20k; b=2' });
    const reply = await client.get('/v1/templates', templatesReply);
    expect(reply.templates[0]?.uuid).toBe('t1');
    expect(seen[0]).toMatchObject({ 'content-type': 'application/json', 'x-xsrf-token': 't k' });
  });

  it.each([
    ['an HTML error page with 200', 200, '<html>Oops</html>', { kind: 'malformed' }],
    ['an empty body', 200, '', { kind: 'malformed' }],
    ['wrong types', 200, '{"templates":"none"}', { kind: 'malformed' }],
    ['a message', 403, '{"message":"Not yours."}', { kind: 'http', status: 403, message: 'Not yours.' }],
    ['an HTML error page with 502', 502, '<html>Bad</html>', { kind: 'http', status: 502, message: null }],
    ['a message that is no text', 500, '{"message":{"a":1}}', { kind: 'http', status: 500, message: null }],
  ])('tells %s apart', async (_name, status, body, expected) => {
    const { gate } = heldGate();
    const origin = await host((_request, response) => {
      response.writeHead(status).end(body);
    });
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    expect(await failureOfCall(client.get('/v1/templates', templatesReply))).toMatchObject(expected);
  });

  it('is a network failure when nobody answers', async () => {
    const { gate } = heldGate();
    const client = createClient({ host: 'http://127.0.0.1:9', gate, readCookies: () => '' });
    expect(await failureOfCall(client.run('/v1/templates'))).toEqual({ kind: 'network' });
  });

  it('gives Retry-After in seconds', async () => {
    const { gate } = heldGate();
    const origin = await host((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end();
    });
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    expect(await failureOfCall(client.run('/x'))).toMatchObject({ status: 429, retryAfter: 7 });
  });

  it.each([429, 503])('reads again when it is answered %i with Retry-After, and never writes again', async (status) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { gate } = heldGate();
    let calls = 0;
    const origin = await host((_request, response) => {
      calls += 1;
      response.writeHead(status, { 'retry-after': '0' }).end();
    });
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    expect(await failureOfCall(client.get('/v1/templates', templatesReply))).toMatchObject({ status });
    expect(calls).toBe(3);
    await Promise.all([client.run('/v1/wips/w/delete'), client.send('/v1/wips/w/submit', null)].map(failureOfCall));
    expect(calls).toBe(5);
  });

  it.each(['headers', 'body'] as const)(
    'ends after 10 000 ms while the %s is awaited, and not 1 ms before',
    async (part) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const arrived = Promise.withResolvers<void>();
      const { gate } = heldGate();
      const origin = await host((_request, response) => {
        if (part === 'body') response.writeHead(200).write('{"templates":');
        arrived.resolve();
      });
      const client = createClient({ host: origin, gate, readCookies: () => '' });
      let ended = false;
      const call = failureOfCall(client.get('/v1/templates', templatesReply)).finally(() => {
        ended = true;
      });
      await arrived.promise;
      await vi.advanceTimersByTimeAsync(9_999);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await call).toEqual({ kind: 'timeout' });
    },
  );

  it('rejects with the abort when its screen was left', async () => {
    const { gate } = heldGate();
    const controller = new AbortController();
    const origin = await host(() => controller.abort());
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    await expect(client.run('/x', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the refresh rule', () => {
  it(
    shows(
      's4.refresh.others-wait',
      's4.refresh.once',
      's9.token-refresh',
    )('answers 100 calls refused at once with one refresh each of them waits for, and retries each once'),
    async () => {
      let valid = false;
      const hits = new Map<string, number>();
      const allFailed = Promise.withResolvers<void>();
      const origin = await host((request, response) => {
        const path = request.url ?? '';
        hits.set(path, (hits.get(path) ?? 0) + 1);
        if (hits.size === 100 && !valid) allFailed.resolve();
        if (valid) json(response, 200, templates);
        else json(response, 401, { message: 'expired' });
      });
      const { gate, settle, requests } = heldGate();
      const client = createClient({ host: origin, gate, readCookies: () => '' });
      const calls = Array.from({ length: 100 }, (_, n) => client.get(`/v1/templates?n=${n}`, templatesReply));
      await allFailed.promise;
      await vi.waitFor(() => expect(requests()).toBe(100));
      valid = true;
      settle(true);
      const replies = await Promise.all(calls);
      expect(replies).toHaveLength(100);
      expect([...hits.values()].every((count) => count === 2)).toBe(true);
    },
  );

  it('retries without another refresh when the session was renewed after the call was sent', async () => {
    let hits = 0;
    const { gate, settle, requests } = heldGate();
    const origin = await host((_request, response) => {
      hits += 1;
      if (hits === 1) {
        settle(true);
        json(response, 401, {});
      } else json(response, 200, templates);
    });
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    await client.get('/v1/templates', templatesReply);
    expect({ hits, refreshes: requests() }).toEqual({ hits: 2, refreshes: 0 });
  });

  it(shows('d5.second-401')('passes a second 401 on'), async () => {
    let hits = 0;
    const { gate, settle, requests } = heldGate();
    const origin = await host((_request, response) => {
      hits += 1;
      json(response, 401, { message: `refusal ${hits}` });
    });
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    const call = failureOfCall(client.run('/v1/templates'));
    await vi.waitFor(() => expect(requests()).toBe(1));
    settle(true);
    expect(await call).toMatchObject({ status: 401, message: 'refusal 2' });
    expect(hits).toBe(2);
  });

  it(
    shows(
      'd5.own-failure',
      's4.refresh.fails-rejects',
    )('gives each waiting call its own first failure when the refresh fails'),
    async () => {
      const origin = await host((request, response) => json(response, 401, { message: `no ${request.url}` }));
      const { gate, settle, requests } = heldGate();
      const client = createClient({ host: origin, gate, readCookies: () => '' });
      const calls = ['/a', '/b'].map((path) => failureOfCall(client.run(path)));
      await vi.waitFor(() => expect(requests()).toBe(2));
      settle(false);
      expect(await Promise.all(calls)).toMatchObject([{ message: 'no /a' }, { message: 'no /b' }]);
    },
  );

  it(shows('s4.refresh.fails-rejects')('never sends a write a second time when the refresh fails'), async () => {
    const received: string[] = [];
    const origin = await host((request, response) => {
      received.push(`${request.method} ${request.url}`);
      // A second sending would be taken: the person would be told of a failure that was none.
      const isFirst = received.filter((line) => line.endsWith(request.url ?? '')).length === 1;
      json(response, isFirst ? 401 : 200, {});
    });
    const { gate, settle, requests } = heldGate();
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    const writes = [client.send('/v1/wips/w-1/update', { save_name: 'Monday' }), client.run('/v1/wips/w-1/delete')];
    const calls = writes.map((call) => failureOfCall(call));
    await vi.waitFor(() => expect(requests()).toBe(2));
    settle(false);
    expect(await Promise.all(calls)).toMatchObject([{ status: 401 }, { status: 401 }]);
    // A refresh that succeeds later is not theirs any more.
    settle(true);
    const later = failureOfCall(client.send('/auth/login', {}, { refresh: 'never' }));
    await later;
    expect(received.toSorted()).toEqual(['GET /v1/wips/w-1/delete', 'POST /auth/login', 'POST /v1/wips/w-1/update']);
  });

  it.each([
    ['/auth/verify', 1],
    ['/v1/templates', 0],
  ])('takes a 302 on %s for %i refresh', async (path, refreshes) => {
    const { gate, settle, requests } = heldGate();
    const origin = await host((_request, response) => {
      response.writeHead(302, { location: '/login' }).end();
    });
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    const call = failureOfCall(client.run(path));
    if (refreshes > 0) {
      await vi.waitFor(() => expect(requests()).toBe(1));
      settle(false);
    }
    expect(await call).toMatchObject({ kind: 'http', status: 302 });
    expect(requests()).toBe(refreshes);
  });

  it(shows('d5.excluded-calls')('leaves alone the calls that decision 5 names'), async () => {
    const { gate, requests } = heldGate();
    const origin = await host((_request, response) => json(response, 401, {}));
    const client = createClient({ host: origin, gate, readCookies: () => '' });
    expect(await failureOfCall(client.send('/auth/login', {}, { refresh: 'never' }))).toMatchObject({ status: 401 });
    expect(requests()).toBe(0);
  });
});
