import { describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo, demoPassword } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { exchange, rawRequest, statusesIn } from '#tests/support/raw-socket.ts';
import { given, givenDist, givenPerson, startInside } from '../given.ts';

const PUBLIC = 'https://ready.example.org';
const FRAME = 'https://ready-documents.example.org';

const dist = givenDist();
const server = given(() => startInside({ READY_DIST: dist }, { spa: true }));
const writer = givenPerson(server, demo.writer);
const ours = (): string => new URL(server.origin).host;

it('answers the calls before an event stream first and whole, and refuses the stream in words', async () => {
  const session = [`Host: ${ours()}`, `Cookie: ${writer.cookieHeader('/')}`];
  const credentials = JSON.stringify({ username: demo.reader, password: demoPassword(demo.reader) });
  const came = await exchange(
    server.origin,
    // A password takes long to check: nothing behind it is at the front of the connection by then.
    rawRequest(
      [
        'POST /auth/login HTTP/1.1',
        `Host: ${ours()}`,
        'Content-Type: application/json',
        `Content-Length: ${credentials.length}`,
      ],
      credentials,
    ) +
      rawRequest(['GET /v1/templates HTTP/1.1', ...session]) +
      rawRequest([`GET /events/wips/${COMMAND_TEMPLATE_LEFT} HTTP/1.1`, ...session]) +
      rawRequest([`GET /events/wips?ids=${COMMAND_TEMPLATE_LEFT} HTTP/1.1`, ...session]) +
      rawRequest(['GET /health HTTP/1.1', ...session, 'Connection: close']),
  );
  expect(statusesIn(came)).toEqual([200, 200, 400, 400, 200]);
  expect(came).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(came).toContain(`"username":"${demo.reader}"`);
  expect(came).toContain((await writer.get('/v1/templates')).text);
  expect(came).toContain('An event stream must be the first call on its connection, or wait for the answers.');
  expect(came).not.toContain('retry:');
});

describe('a request that names two hosts', () => {
  const paths = ['/auth/verify', '/login', '/assets/index-a1b2c3d4.js', '/frame.html', '/nowhere', '/health', '/ready'];
  const ask = async (origin: string, path: string, ...headers: string[]): Promise<[number[], string]> => {
    const came = await exchange(origin, rawRequest([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close']));
    return [statusesIn(came), came];
  };

  it.each(paths)('is refused in words: two Host headers, for %s', async (path) => {
    for (const second of ['evil.example', ours()]) {
      const [statuses, came] = await ask(server.origin, path, `Host: ${ours()}`, `Host: ${second}`);
      expect(statuses).toEqual([400]);
      expect(came).toContain('{"message":"The request has more than one Host header. Send one."}');
    }
  });

  it.each(paths)('is refused in words: an address of another host, for %s', async (path) => {
    const refused: [string, string][] = [
      ['evil.example', ours()],
      ['evil.example', 'evil.example'],
      [`localhost:${new URL(server.origin).port}`, ours()],
      [`dana@${ours()}`, ours()],
      [ours(), 'evil.example'],
    ];
    for (const [authority, host] of refused) {
      const [statuses, came] = await ask(server.origin, `http://${authority}${path}`, `Host: ${host}`);
      expect([authority, host, statuses]).toEqual([authority, host, [400]]);
      expect(came).toContain(
        '{"message":"The address of the request names another host than its Host header, or none of ours."}',
      );
    }
  });

  it('is answered as by its path alone when both are ours', async () => {
    const statuses = [];
    for (const path of [...paths, '', '?from=a-proxy']) {
      const [own] = await ask(server.origin, `http://${ours().toUpperCase()}${path}`, `Host: ${ours()}`);
      const [relative] = await ask(server.origin, path.startsWith('/') ? path : `/${path}`, `Host: ${ours()}`);
      expect([path, own]).toEqual([path, relative]);
      statuses.push(...own);
    }
    expect(statuses).toEqual([401, 200, 200, 200, 404, 200, 200, 200, 200]);
  });

  it('is judged by the public address, and by that of the documents, where the server has them', async () => {
    const env = { READY_DIST: dist, READY_PUBLIC_URL: PUBLIC, FRAME_URL: FRAME };
    await using behind = await startInside(env, { seed: false, spa: true });
    const statuses = [];
    for (const [origin, path] of [
      [PUBLIC, '/login'],
      [FRAME, '/frame.html'],
      [FRAME, '/login'],
    ] as const) {
      const [own] = await ask(behind.insideAddress(), origin + path, `Host: ${new URL(origin).host}`);
      const [mixed] = await ask(behind.insideAddress(), origin + path, 'Host: evil.example');
      statuses.push([...own, ...mixed]);
    }
    expect(statuses).toEqual([
      [200, 400],
      [200, 400],
      [421, 400],
    ]);
  });
});

it('answers HTTP/1.0 without a Host where any name will do, and nowhere else', async () => {
  const statuses = [];
  for (const path of ['/health', '/login']) {
    const came = await exchange(server.origin, rawRequest([`GET ${path} HTTP/1.0`]));
    statuses.push(...statusesIn(came));
  }
  expect(statuses).toEqual([200, 421]);
});

describe('a method that an address does not take', () => {
  const json = { 'Content-Type': 'application/json' };
  const ask = (method: string, path: string, headers: Record<string, string> = json) =>
    rawCall(server.origin, { method, path, headers });

  it.each([
    ['TRACE', '/v1/templates', 'GET'],
    ['PUT', '/v1/templates', 'GET'],
    ['POST', '/v1/templates', 'GET'],
    ['OPTIONS', '/auth/login', 'POST'],
    ['GET', '/auth/login', 'POST'],
    ['DELETE', `/v1/wips/${COMMAND_TEMPLATE_LEFT}`, 'GET'],
    ['PATCH', `/v1/users/${COMMAND_TEMPLATE_LEFT}/update`, 'POST'],
    ['PUT', '/health', 'GET'],
    ['DELETE', '/login', 'GET, HEAD'],
    ['POST', '/frame.html', 'GET, HEAD'],
    ['PUT', '/assets/index-a1b2c3d4.js', 'GET, HEAD'],
  ])('is refused as such, though no body came: %s %s', async (method, path, allowed) => {
    const reply = await ask(method, path);
    const message = `This address does not take ${method}, but ${allowed.replace(', ', ' and ')}.`;
    expect([reply.status, reply.headers['allow'], reply.json]).toEqual([405, allowed, { message }]);
    // An unwanted body does not change it either.
    const body = await rawCall(server.origin, { method, path, headers: json, body: method === 'TRACE' ? '' : '{"' });
    expect(body.status).toBe(405);
  });

  it.each(['/v1/nothing', '/nowhere', '/metrics', '/assets/none.js', '/'.padEnd(20, '/')])(
    'says nothing of an address at which there is nothing: %s',
    async (path) => {
      const reply = await ask('PUT', path);
      expect([reply.status, reply.headers['allow']]).toEqual([404, undefined]);
    },
  );
});
