import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { get, post } from '#common/calls/call.ts';
import { verifySession } from '#common/calls/session-calls.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { createWip, deleteWip, submitWip, updateWip } from '#common/calls/wips.ts';
import { ApiError, type ApiFailure } from './failure.ts';
import { sessionContract } from './session-reply.ts';
import { createRefreshGate } from '#machines/session/refresh-gate.ts';
import { refreshMachine } from '#machines/session/refresh.machine.ts';
import { shows } from '#tests/support/shows.ts';

type Gate = ReturnType<typeof heldGate>;
type Handler = (request: IncomingMessage, response: ServerResponse, gate: Gate) => void | Promise<void>;

const SAVE = { save_name: 'Monday', edited_attributes: [], new_attributes: [] };

const servers: Server[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A client of a host with this handler, and its gate. */
async function given(handler: Handler, page: Partial<ClientOptions> = {}) {
  const held = heldGate();
  const server = createServer((request, response) => void handler(request, response, held));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...held, client: createClient({ host, gate: held.gate, readCookies: () => '', ...page }) };
}

/** The real chart, whose refreshes the test ends by hand. */
function heldGate() {
  let refreshes = 0;
  let requests = 0;
  let held = Promise.withResolvers<void>();
  const refreshToken = fromPromise<void, undefined>(() => {
    refreshes += 1;
    held = Promise.withResolvers<void>();
    return held.promise;
  });
  const actor = createActor(refreshMachine.provide({ actors: { refreshToken } })).start();
  const real = createRefreshGate(actor);
  const gate: ClientOptions['gate'] = {
    ...real,
    refresh: (sentIn, sentAt) => {
      requests += 1;
      return real.refresh(sentIn, sentAt);
    },
  };
  const settle = (succeeded: boolean): void =>
    succeeded ? held.resolve() : held.reject(new ApiError({ kind: 'network' }));
  /** A whole refresh, for another call. */
  const refreshFor = (sentIn: number, succeeds: boolean): Promise<boolean> => {
    const end = real.refresh(sentIn, Date.now());
    settle(succeeds);
    return end;
  };
  return { gate, settle, refreshFor, requests: () => requests, refreshes: () => refreshes };
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
  it.each([
    ['an empty body', 200, '', { kind: 'malformed' }],
    ['wrong types', 200, '{"templates":"none"}', { kind: 'malformed' }],
    ['a message', 403, '{"message":"Not yours."}', { kind: 'http', status: 403, message: 'Not yours.' }],
    ['an error in plain words', 403, 'Forbidden', { kind: 'http', status: 403, message: null }],
    ['a message that is no text', 500, '{"message":{"a":1}}', { kind: 'http', status: 500, message: null }],
    ['a message of blanks', 500, '{"message":" \\n"}', { kind: 'http', status: 500, message: null }],
  ])('tells %s apart', async (_name, status, body, expected) => {
    const { client } = await given((_request, response) => {
      response.writeHead(status).end(body);
    });
    expect(await failureOfCall(client.call(listTemplates, {}))).toMatchObject(expected);
  });

  it('is a network failure when nobody answers', async () => {
    const { gate } = heldGate();
    const client = createClient({ host: 'http://127.0.0.1:9', gate, readCookies: () => '' });
    expect(await failureOfCall(client.call(get('/v1/templates'), {}))).toEqual({ kind: 'network' });
  });

  it('gives Retry-After in seconds', async () => {
    const { client } = await given((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end();
    });
    expect(await failureOfCall(client.call(get('/x'), {}))).toMatchObject({ status: 429, retryAfter: 7 });
  });

  it.each([429, 503])('reads again when it is answered %i with Retry-After, and never writes again', async (status) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let calls = 0;
    const { client } = await given((_request, response) => {
      calls += 1;
      response.writeHead(status, { 'retry-after': '0' }).end();
    });
    expect(await failureOfCall(client.call(listTemplates, {}))).toMatchObject({ status });
    expect(calls).toBe(3);
    const first = client.call(createWip, { id: 't', body: SAVE });
    const writes = [first, client.call(deleteWip, { uuid: 'w' }), client.call(submitWip, { uuid: 'w', body: {} })];
    await Promise.all(writes.map((write) => failureOfCall(write)));
    expect(calls).toBe(6);
  });

  it.each(['headers', 'body'] as const)(
    'ends after 10 000 ms while the %s is awaited, and not 1 ms before',
    async (part) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const arrived = Promise.withResolvers<void>();
      const { client } = await given((_request, response) => {
        if (part === 'body') response.writeHead(200).write('{"templates":');
        arrived.resolve();
      });
      let ended = false;
      const call = failureOfCall(client.call(listTemplates, {})).finally(() => {
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
    const controller = new AbortController();
    const { client } = await given(() => controller.abort());
    await expect(client.call(get('/x'), {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('asks nothing for a screen that was left before, and leaves nothing behind on a signal that stays', async () => {
    let calls = 0;
    const { client } = await given((_request, response) => {
      calls += 1;
      if (calls === 1) json(response, 200, templates);
      else response.destroy();
    });
    const { signal } = new AbortController();
    await client.call(listTemplates, {}, { signal });
    await failureOfCall(client.call(get('/x'), {}, { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await expect(client.call(get('/x'), {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(calls).toBe(2);
  });
});

describe('an answer in the place of the host', () => {
  const calls: Record<string, (client: Client) => Promise<unknown>> = {
    'a read': (client) => client.call(listTemplates, {}),
    'an act by GET': (client) => client.call(deleteWip, { uuid: 'w' }),
    'a write that is answered': (client) => client.call(submitWip, { uuid: 'w', body: {} }),
    'a write': (client) => client.call(updateWip, { uuid: 'w', body: SAVE }),
    'a sign-out': (client) => client.call(post('/auth/logout'), { body: null }, { refresh: 'never' }),
    'the check of the session': (client) => client.call(verifySession, {}, {}, sessionContract),
  };
  const pages = [
    '<!doctype html><title>Sign in</title>',
    ' \r\n\t\f\n<html>',
    '\ufeff<!-- portal --><HTML>',
    '<?xml version="1.0"?>',
  ];
  const statuses = [200, 201, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504];

  it.each(Object.entries(calls))(
    shows('d41.html')('is none: %s that meets a page of HTML says nothing of the host, whatever its status'),
    async (_name, call) => {
      const onReply = vi.fn<(date: string | null) => void>();
      for (const [at, status] of statuses.entries()) {
        // oxlint-disable eslint/no-await-in-loop -- one host after the other
        let hits = 0;
        const portal = await given(
          (_request, response) => {
            hits += 1;
            const type = at % 2 ? 'application/json' : 'text/html';
            response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(pages[at % pages.length]);
          },
          { onReply },
        );
        expect(await failureOfCall(call(portal.client))).toEqual({ kind: 'malformed', standIn: status });
        // oxlint-enable eslint/no-await-in-loop
        expect([hits, portal.requests()]).toEqual([1, 0]);
      }
      expect(onReply).not.toHaveBeenCalled();
    },
  );

  it.each(['', ' \n', 'null', '"done"', '[]', '{}', '{"success":false}', '\ufeff{"a":"<p>"}', '"<html>"'])(
    shows('d41.success')('is not meant where nothing or JSON comes: %j is a success'),
    async (body) => {
      const { client } = await given((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(body);
      });
      await client.call(updateWip, { uuid: 'w', body: SAVE });
      await client.call(deleteWip, { uuid: 'w' });
      expect(await client.call(submitWip, { uuid: 'w', body: {} })).toEqual({ archive: null });
    },
  );

  it.each(['OK', '{"success":tr', '{"success":true}<!-- served by -->', 'Please sign in'])(
    shows('d41.success')('may be anything else: %j is no success'),
    async (body) => {
      const { client } = await given((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
      const acts = [
        client.call(post('/a'), {}),
        client.call(get('/b'), {}),
        client.call(submitWip, { uuid: 'c', body: {} }),
      ];
      expect(await Promise.all(acts.map((act) => failureOfCall(act)))).toEqual(
        Array.from(acts, () => ({ kind: 'malformed' })),
      );
    },
  );
});

describe('the refresh rule', () => {
  it(
    shows('s4.refresh.others-wait s4.refresh.once s9.token-refresh')(
      'answers 100 calls refused at once with one refresh each of them waits for, and retries each once',
    ),
    async () => {
      let valid = false;
      const hits = new Map<string, number>();
      const allFailed = Promise.withResolvers<void>();
      const { client, settle, requests, refreshes } = await given((request, response) => {
        const path = request.url ?? '';
        hits.set(path, (hits.get(path) ?? 0) + 1);
        if (hits.size === 100 && !valid) allFailed.resolve();
        if (valid) json(response, 200, templates);
        else json(response, 401, { message: 'expired' });
      });
      const calls = Array.from({ length: 100 }, (_, n) => client.call(listTemplates, {}, { query: { n: String(n) } }));
      await allFailed.promise;
      await vi.waitFor(() => expect(requests()).toBe(100));
      valid = true;
      settle(true);
      const replies = await Promise.all(calls);
      expect(replies).toHaveLength(100);
      expect([...hits.values()].every((count) => count === 2)).toBe(true);
      expect(refreshes()).toBe(1);
    },
  );

  it('retries without another refresh when the session was renewed after the call was sent', async () => {
    let hits = 0;
    const { client, refreshes } = await given(async (_request, response, { refreshFor }) => {
      hits += 1;
      if (hits === 1) await refreshFor(0, true);
      json(response, hits === 1 ? 401 : 200, templates);
    });
    await client.call(listTemplates, {});
    expect({ hits, refreshes: refreshes() }).toEqual({ hits: 2, refreshes: 1 });
  });

  it('does not take a refresh that failed after the call was sent for a new session', async () => {
    let hits = 0;
    const { client, settle, refreshes } = await given(async (_request, response, { refreshFor }) => {
      hits += 1;
      await refreshFor(0, false);
      json(response, 401, {});
    });
    const call = failureOfCall(client.call(listTemplates, {}));
    await vi.waitFor(() => expect(refreshes()).toBe(2));
    settle(false);
    expect(await call).toMatchObject({ status: 401 });
    expect(hits).toBe(1);
  });

  it(shows('d5.second-401')('passes a second 401 on'), async () => {
    let hits = 0;
    const { client, settle, requests } = await given((_request, response) => {
      hits += 1;
      json(response, 401, { message: `refusal ${hits}` });
    });
    const call = failureOfCall(client.call(get('/v1/templates'), {}));
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
      const { client, settle, requests } = await given((request, response) =>
        json(response, 401, { message: `no ${request.url}` }),
      );
      const calls = ['/a', '/b'].map((path) => failureOfCall(client.call(get(path), {})));
      await vi.waitFor(() => expect(requests()).toBe(2));
      settle(false);
      expect(await Promise.all(calls)).toMatchObject([{ message: 'no /a' }, { message: 'no /b' }]);
    },
  );

  it(shows('s4.refresh.fails-rejects')('never sends a write a second time when the refresh fails'), async () => {
    const received: string[] = [];
    const { client, settle, refreshFor, requests } = await given((request, response) => {
      received.push(`${request.method} ${request.url}`);
      // A second attempt would succeed: the user would see an error for a write that was done.
      const isFirst = received.filter((line) => line.endsWith(request.url ?? '')).length === 1;
      json(response, isFirst ? 401 : 200, {});
    });
    const writes = [client.call(updateWip, { uuid: 'w-1', body: SAVE }), client.call(deleteWip, { uuid: 'w-1' })];
    const calls = writes.map((call) => failureOfCall(call));
    await vi.waitFor(() => expect(requests()).toBe(2));
    settle(false);
    expect(await Promise.all(calls)).toMatchObject([{ status: 401 }, { status: 401 }]);
    // A refresh that succeeds later does not concern them.
    expect(await refreshFor(0, true)).toBe(true);
    await failureOfCall(client.call(post('/auth/login'), {}, { refresh: 'never' }));
    expect(received.toSorted()).toEqual(['GET /v1/wips/w-1/delete', 'POST /auth/login', 'POST /v1/wips/w-1/update']);
  });

  it(shows('d5.excluded-calls')('leaves alone the calls that never renew the session'), async () => {
    const { client, requests } = await given((_request, response) => json(response, 401, {}));
    expect(await failureOfCall(client.call(post('/auth/login'), {}, { refresh: 'never' }))).toMatchObject({
      status: 401,
    });
    expect(requests()).toBe(0);
  });
});
