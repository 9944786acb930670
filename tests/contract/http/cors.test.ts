import { beforeAll, describe, expect, it } from 'vitest';
import { listArchives } from '#common/calls/archives.ts';
import { COMMAND_TEMPLATE_LEFT, XSRF_COOKIE } from '#common/config/constants.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, demoPassword, Person, type Reply } from '#tests/support/person.ts';
import { rawCall, type RawReply } from '#tests/support/raw-call.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { savedIn, savePath, saving } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenDist, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const READY = 'https://ready.example.org';
const APP = 'https://app.example.org';
const credentials = { username: demo.writer, password: demoPassword(demo.writer) };
const document = saving('From elsewhere');
const calls = ['/auth/login', '/v1/templates', savePath(), '/events/wips/x'];

const start = (env: Record<string, string>) => startInside({ READY_PUBLIC_URL: READY, READY_DEMO: '1', ...env });
const dist = givenDist();

/** Headers that a browser adds to the calls of a page elsewhere. */
const from = (origin: string) => ({ headers: { Origin: origin, 'Sec-Fetch-Site': 'same-site' } });
const preflight = (server: string, path: string, origin: string): Promise<RawReply> =>
  rawCall(server, {
    method: 'OPTIONS',
    path,
    headers: {
      ...from(origin).headers,
      'Sec-Fetch-Mode': 'cors',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-xsrf-token',
    },
  });
/** The headers by which a browser decides whether a page elsewhere may read an answer. */
function corsOf({ headers }: { headers: Headers | RawReply['headers'] }): Record<string, unknown> {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    pairs.filter(([name]) => /^(access-control-|vary|cross-origin-resource-policy)/.test(name)),
  );
}
const readable = {
  'access-control-allow-origin': APP,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Retry-After, Date',
  'cross-origin-resource-policy': 'same-site',
  vary: 'Origin',
};

describe('an application on another host of the site (READY_APP_ORIGINS)', () => {
  const listed = `https://two.example.org, ${APP}, https://app.example.net`;
  const running = given(() => start({ READY_APP_ORIGINS: listed }));
  let server = '';
  let person: Person;
  let signIn: Reply;
  beforeAll(async () => {
    server = running.insideAddress();
    person = new Person(server);
    signIn = await person.post('/auth/login', credentials, from(APP));
  });

  it.each(calls)('is told before %s what it may send, without a session and without a body', async (path) => {
    const reply = await preflight(server, path, APP);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(corsOf(reply)).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type, X-XSRF-TOKEN, Last-Event-ID',
      'access-control-max-age': '7200',
    });
  });

  it('signs in, reads the anti-forgery cookie alone, loads, saves and goes on', async () => {
    expect([signIn.status, corsOf(signIn)]).toEqual([200, readable]);
    expect(signIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-at=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Secure-rt=[^;]+; Max-Age=\d+; Path=\/auth; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^XSRF-TOKEN=; Max-Age=0; Path=\/; Expires=[^;]+; Secure; SameSite=Strict$/),
      expect.stringMatching(/^XSRF-TOKEN=[^;]+; Max-Age=\d+; Domain=example\.org; Path=\/; Secure; SameSite=Strict$/),
    ]);
    const list = await person.get('/v1/templates', from(APP));
    expect([list.status, corsOf(list)]).toEqual([200, readable]);
    const save = await person.post(savePath(), document, from(APP));
    expect([save.status, corsOf(save)]).toEqual([201, readable]);
    const { uuid } = savedIn(save);
    expect((await person.post(`/v1/wips/${uuid}/submit`, undefined, from(APP))).status).toBe(200);
    const archives = parsed(listArchives, (await person.get(`/v1/wips/${uuid}/archives`, from(APP))).json);
    const archive = await person.get(`/v1/archives/${archives[0]?.uuid ?? ''}?html=true`, from(APP));
    // A browser keeps archives: a page of another origin must not be given what this one was.
    expect([archive.status, corsOf(archive)]).toEqual([200, { ...readable, vary: 'Origin, Accept-Encoding, Cookie' }]);
    const renewed = await person.post('/auth/refresh-token', undefined, from(APP));
    expect([renewed.status, corsOf(renewed)]).toEqual([200, readable]);
  });

  it('follows live views', async () => {
    const stream = await openStream(person, COMMAND_TEMPLATE_LEFT, from(APP).headers);
    expect([stream.response.status, corsOf(stream.response)]).toEqual([200, readable]);
    stream.close();
  });

  it('may read why a call is refused, and when to come again', async () => {
    const stranger = new Person(server);
    const refusals = [
      await stranger.get('/v1/templates', from(APP)),
      await person.post(savePath(), document, {
        ...from(APP),
        antiForgery: null,
      }),
      await person.get('/v1/wips/00000000-0000-4000-8000-000000000000', from(APP)),
      await stranger.post('/auth/login', { username: 1 }, from(APP)),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 404, 400]);
    for (const refusal of refusals) expect(corsOf(refusal)).toEqual(readable);
    let last: Reply | undefined;
    for (let failure = 0; failure < 6; failure += 1) {
      last = await stranger.post('/auth/login', { username: 'nobody', password: 'x' }, from(APP));
    }
    expect([last?.status, last && corsOf(last)]).toEqual([429, readable]);
    expect(last?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('takes the anti-forgery cookie away under both of its names at sign-out', async () => {
    const leaver = new Person(server);
    await leaver.post('/auth/login', credentials, from(APP));
    const reply = await leaver.post('/auth/logout', undefined, from(APP));
    const lines = reply.headers.getSetCookie().filter((line) => line.startsWith(`${XSRF_COOKIE}=; Max-Age=0;`));
    expect(lines.map((line) => / Domain=([^;]+)/.exec(line)?.[1])).toEqual(['example.org', undefined]);
  });

  it.each([
    ['an unlisted neighbour', 'https://other.example.org'],
    ['a name below', 'https://x.app.example.org'],
    ['a name above', 'https://example.org'],
    ['a name that begins alike', `${APP}.evil.example`],
    ['a name that ends alike', 'https://myapp.example.org'],
    ['another port', `${APP}:8443`],
    ['plain http', 'http://app.example.org'],
    ['another spelling', 'https://APP.example.org'],
    ['a list', `${APP}, https://two.example.org`],
    ['a sandboxed frame', 'null'],
    ['nobody', ''],
    ['another site, listed by mistake', 'https://app.example.net'],
  ])('is nobody else: %s', async (_who, origin) => {
    const replies = [
      ...(await Promise.all(calls.map((path) => preflight(server, path, origin)))),
      await person.get('/v1/templates', from(origin)),
      await person.post(savePath(), document, from(origin)),
      await new Person(server).post('/auth/login', credentials, from(origin)),
    ];
    const stream = await openStream(person, COMMAND_TEMPLATE_LEFT, from(origin).headers);
    stream.close();
    expect(stream.response.status).toBe(403);
    expect(corsOf(stream.response)).toEqual(corsOf(replies[0] ?? stream.response));
    for (const reply of replies) {
      expectRefusal(reply, 403, 'Calls from other sites are not accepted.');
      expect(corsOf(reply)).toEqual({ 'cross-origin-resource-policy': 'same-origin', vary: 'Origin' });
      expect(new Headers(reply.headers as HeadersInit).get('set-cookie')).toBeNull();
    }
  });

  it('leaves the server’s own page and what is no preflight as they are', async () => {
    const own = await person.get('/v1/templates', { headers: { Origin: READY, 'Sec-Fetch-Site': 'same-origin' } });
    expect([own.status, corsOf(own)]).toEqual([200, { 'cross-origin-resource-policy': 'same-origin', vary: 'Origin' }]);
    const asked = [
      await rawCall(server, { method: 'OPTIONS', path: '/v1/templates' }),
      await preflight(server, '/v1/templates', READY),
      await preflight(server, '/metrics', APP),
      await rawCall(server, { method: 'OPTIONS', path: '/v1/templates', headers: { Origin: APP } }),
    ];
    for (const reply of asked) expectRefusal(reply, 404, 'There is nothing at this address.');
    const page = await rawCall(server, { path: '/v1/templates', headers: { 'Sec-Fetch-Mode': 'navigate' } });
    expect(page.status).toBe(403);
  });
});

it('changes nothing where it is not set', async () => {
  const server = (await forThisTest(start({}))).insideAddress();
  const person = new Person(server);
  const signIn = await person.post('/auth/login', credentials);
  expect(signIn.headers.getSetCookie().map((line) => /^[^=]+/.exec(line)?.[0])).toEqual([
    '__Host-at',
    '__Secure-rt',
    XSRF_COOKIE,
  ]);
  expect(signIn.headers.getSetCookie().join()).not.toContain('Domain');
  const stream = await openStream(person, COMMAND_TEMPLATE_LEFT);
  stream.close();
  const refused = await person.get('/v1/templates', from(APP));
  const asked = await Promise.all(calls.map((path) => preflight(server, path, APP)));
  expect([refused.status, ...asked.map(({ status }) => status)]).toEqual([403, 405, 405, 405, 405]);
  const replies = [signIn, await person.get('/v1/templates'), { headers: stream.response.headers }, refused, ...asked];
  for (const reply of replies) expect(corsOf(reply)).toEqual({ 'cross-origin-resource-policy': 'same-origin' });
});

it('says at the start that an application on another site will not work', async () => {
  const env = { READY_PUBLIC_URL: READY, READY_APP_ORIGINS: 'https://app.example.net' };
  const server = await forThisTest(startServer({ dist, args: ['--empty'], env }));
  await expect
    .poll(() => server.output())
    .toMatch(/^READY_APP_ORIGINS: https:\/\/app\.example\.net is not of the same site as .*will not work.*$/m);
});
