import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo, demoPassword, Person, signedIn, type Reply } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { expectRefusal, forThisTest, given, givenPerson, startInside } from '../given.ts';

const server = given(() => startInside({ READY_DEV_ORIGINS: 'http://localhost:5173' }));
const writer = givenPerson(server, demo.writer);

const credentials = { username: demo.writer, password: demoPassword(demo.writer) };

const login = (headers: Record<string, string>) =>
  rawCall(server.origin, {
    method: 'POST',
    path: '/auth/login',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(credentials),
  });

describe('calls that our own page would not make', () => {
  it.each([
    ['a navigation', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour on the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
  ])('are refused: %s', async (_what, headers: Record<string, string>) => {
    const cookies = { Cookie: writer.cookieHeader('/'), 'Content-Type': 'application/json' };
    const ask = (path: string) => rawCall(server.origin, { path, headers: { ...cookies, ...headers } });
    const replies = [
      await ask('/v1/templates'),
      await ask('/auth/verify'),
      await ask(`/events/wips/${COMMAND_TEMPLATE_LEFT}`),
      await login(headers),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([403, 403, 403, 403]);
    expect(replies[3]?.headers['set-cookie']).toBeUndefined();
  });

  it('are not refused when they are our page’s, or a development page’s that was named', async () => {
    const ours: Record<string, string>[] = [
      { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'http://localhost:5173', 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of ours) {
      expect((await login(headers)).status).toBe(200);
    }
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'username=dana&password=ready-demo-2'],
    ['plain text', 'text/plain', JSON.stringify(credentials)],
    ['multipart', 'multipart/form-data; boundary=x', '--x--'],
  ])('a body that is %s', async (_what, type, body) => {
    const reply = await new Person(server.origin).call('POST', '/auth/login', body, {
      headers: { 'Content-Type': type },
    });
    expectRefusal(reply, 415, 'The request must be JSON (Content-Type: application/json).');
  });

  it('a packed body, a broken one, one above 64 KiB', async () => {
    const person = new Person(server.origin);
    const packed = await person.call('POST', '/auth/login', gzipSync(JSON.stringify(credentials)), {
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(packed.status).toBe(415);
    const broken = await person.call('POST', '/auth/login', '{"username":');
    expectRefusal(broken, 400, 'The request is not valid JSON.');
    const large = await person.post('/auth/login', { ...credentials, more: 'x'.repeat(70_000) });
    expectRefusal(large, 413, 'The request is too large.');
  });
});

describe('behind a public https address', () => {
  it('cookies are bound to the host and to TLS, and failed sign-ins are counted per visitor, not per proxy', async () => {
    const env = {
      READY_PUBLIC_URL: 'https://ready.example.org',
      READY_DEMO: '1',
      READY_SIGN_IN_ADDRESS_MAX: '20',
    };
    const behind = await forThisTest(startInside(env));
    expect(behind.origin).toBe('https://ready.example.org');
    const person = new Person(behind.insideAddress());
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const reply = await person.post('/auth/login', credentials, {
      headers: { Origin: 'https://ready.example.org', 'Sec-Fetch-Site': 'same-origin' },
    });
    const cookies = reply.headers.getSetCookie();
    expect(cookies.map((line) => line.slice(0, line.indexOf('=')))).toEqual(['__Host-at', '__Secure-rt', 'XSRF-TOKEN']);
    for (const line of cookies) expect(line).toMatch(/; Secure; SameSite=Strict$/);
    expect(cookies[0]).toMatch(/; Path=\/; HttpOnly/);
    expect((await person.get('/auth/verify')).status).toBe(200);
    for (let failure = 0; failure < 20; failure += 1) {
      // A visitor with IPv6 has a whole network of addresses.
      const address = `2001:db8:0:1:${failure}::7`;
      await person.post('/auth/login', { username: `guess-${failure}`, password: 'x' }, from(address));
    }
    const statuses = [];
    for (const address of ['2001:db8:0:1::9', '2001:db8:0:2::9', '198.51.100.2']) {
      statuses.push((await person.post('/auth/login', credentials, from(address))).status);
    }
    expect(statuses).toEqual([429, 200, 200]);
  });
});

it('turns away a person’s calls that are too many, the same one again and again too, says when to come back, and serves the others', async () => {
  const { origin } = await forThisTest(startInside({ READY_CALLS_MAX: '1' }));
  const busy = await signedIn(origin, demo.writer);
  const calm = await signedIn(origin, demo.reader);
  let refused: Reply | undefined;
  await expect
    .poll(
      async () => {
        const reply = await busy.get('/v1/templates');
        if (reply.status === 429) refused = reply;
        return reply.status;
      },
      { interval: 0 },
    )
    .toBe(429);
  expect(refused?.json).toEqual({ message: 'Too many requests. Please wait a moment.' });
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect((await calm.get('/v1/templates')).status).toBe(200);
});
