import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { XSRF_COOKIE, XSRF_HEADER } from '#common/config/constants.ts';
import { demo, demoPassword, signedIn, type Person, type Reply } from '#tests/support/person.ts';
import { rawRequest } from '#tests/support/raw-socket.ts';
import { load, save, savedIn, savePath, saving, valueIn } from '#tests/support/writing.ts';
import { expectRefusal, given, givenPerson, startInside } from '../given.ts';

const server = given(() => startInside());
const dana = givenPerson(server, demo.writer);
const june = givenPerson(server, demo.otherWriter);
const amir = givenPerson(server, demo.administrator);

const FULL = 'The server is taking in other saves. Please try again in a moment.';
const OWN = 'Your last saves are still being taken in. Please try again in a moment.';
const TOO_DEEP = 'The request is nested deeper than 32 levels.';

const LONG = `${'long '.repeat(300_000)}end`;
const large = (name: string) => saving(name, { remarks: LONG });
const LARGE = JSON.stringify(large('Large'));

/** A call whose body has begun and does not go on by itself. */
type Held = { call: ClientRequest; answer: Promise<{ status: number; text: string }>; finish(): void };

/**
 * Begins a call and waits until the server has seen its headers.
 * @param body what is left to send
 * @param headers of its length, or of none
 */
async function hold(person: Person, path: string, body: string, headers: Record<string, string> = {}): Promise<Held> {
  const call = request(new URL(path, server.origin), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Cookie: person.cookieHeader('/'),
      [XSRF_HEADER]: person.cookie(XSRF_COOKIE) ?? '',
      Expect: '100-continue',
      ...headers,
    },
  });
  const answer = new Promise<{ status: number; text: string }>((done) => {
    call.on('error', () => done({ status: 0, text: '' }));
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.on('close', () => done({ status: response.statusCode ?? 0, text }));
    });
  });
  await new Promise<void>((done, fail) => {
    call.once('continue', done).once('error', fail);
    call.flushHeaders();
  });
  return { call, answer, finish: () => call.end(body) };
}
/** A save that does not declare its length, and so counts as 10 MiB. */
const holdSave = (person: Person, path = savePath()): Promise<Held> => hold(person, path, LARGE);
const isBusy = (reply: Reply, message: string): void => {
  expectRefusal(reply, 503, message);
  expect(reply.headers.get('retry-after')).toBe('1');
};

/** Dana has all of her room again, soon. */
async function expectRoom(): Promise<void> {
  await expect
    .poll(async () => {
      const next = await holdSave(dana);
      next.finish();
      return (await next.answer).status;
    })
    .toBe(201);
}

describe('bodies', () => {
  it('take 16 MiB of one person at once and 64 MiB in all, over all routes; others go on', async () => {
    const wip = await save(june, 'Of June');
    // Before anything is held, which the server does for a few seconds only: passwords take their time.
    const names = [demo.writerWithoutRoles, demo.siteAdministrator, demo.foreignWriter, demo.foreignAdministrator];
    const people = await Promise.all(names.map((name) => signedIn(server.origin, name)));
    const first = await holdSave(dana);
    isBusy(await dana.call('POST', savePath(), new Uint8Array(7_000_000)), OWN);
    expect((await dana.post(savePath(), large('Beside it'))).status).toBe(201);
    const others = [await holdSave(june, `/v1/wips/${wip.uuid}/update`)];
    for (const person of people) others.push(await holdSave(person));
    const refused = await holdSave(amir);
    expect(await refused.answer).toEqual({ status: 503, text: JSON.stringify({ message: FULL }) });
    refused.call.destroy();
    isBusy(await amir.call('POST', `/v1/wips/${wip.uuid}/update`, new Uint8Array(5_000_000)), FULL);
    for (const person of [dana, june, amir]) await save(person, 'Small');
    first.finish();
    expect((await first.answer).status).toBe(201);
    const next = savedIn(await amir.post(savePath(), large('Next')));
    expect(valueIn((await load(amir, next.uuid)).content, 'remarks')).toBe(LONG);
    for (const one of others) {
      one.finish();
      expect((await one.answer).status).toBeLessThan(500);
    }
  });

  it.each<[string, (held: Held) => void | Promise<void>]>([
    ['was answered', (held) => held.finish()],
    ['was aborted', (held) => void held.call.destroy()],
    ['was no JSON', (held) => void held.call.end('x'.repeat(LARGE.length))],
  ])('leave their room to the next when one %s', async (_how, end) => {
    const held = await holdSave(dana);
    await end(held);
    await held.answer;
    await expectRoom();
  });

  it('leave their room when their connection closes before it is their turn', async () => {
    const { hostname, port, host } = new URL(server.origin);
    const credentials = JSON.stringify({ username: demo.reader, password: demoPassword(demo.reader) });
    const post = (path: string, length: number, ...more: string[]): string[] => [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      ...more,
    ];
    const signIn = rawRequest(post('/auth/login', credentials.length), credentials);
    const session = [`Cookie: ${dana.cookieHeader('/')}`, `${XSRF_HEADER}: ${dana.cookie(XSRF_COOKIE)}`];
    const socket = connect(Number(port), hostname);
    socket.write(rawRequest(['GET /health HTTP/1.1', `Host: ${host}`]));
    await once(socket, 'data');
    // Passwords take their time, and the save's answer waits behind them.
    socket.write(signIn.repeat(8) + rawRequest(post(savePath(), 10_000_000, ...session)));
    isBusy(await dana.call('POST', savePath(), new Uint8Array(7_000_000)), OWN);
    socket.destroy();
    await expectRoom();
  });

  it('leave their room when they grew too large', async () => {
    const held = await hold(dana, savePath(), 'x'.repeat(11_000_000));
    held.finish();
    expect((await held.answer).status).toBe(413);
    await expectRoom();
  });
});

describe('depth', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  // The body itself and the list of rows are two levels.
  const deep = (depth: number, name = 'Deep'): string =>
    `{"save_name":${JSON.stringify(name)},"edited_attributes":[],"new_attributes":[${nested(depth - 2)}]}`;

  it('is 32 levels at most, refused in words beyond', async () => {
    expect((await dana.call('POST', savePath(), deep(32))).status).toBe(201);
    for (const depth of [33, 4_000, 20_000, 1_000_000]) {
      expectRefusal(await dana.call('POST', savePath(), deep(depth)), 400, TOO_DEEP);
    }
    expectRefusal(await dana.call('POST', '/auth/login', '{"a":'.repeat(33) + '1' + '}'.repeat(33)), 400, TOO_DEEP);
  });

  it('counts no brackets in texts, whatever stands before their quotation marks', async () => {
    const name = `${'[{'.repeat(20)} \\" \\\\ "${'['.repeat(40)}`;
    const reply = await dana.call('POST', savePath(), deep(32, name));
    expect(savedIn(reply).name).toBe(name);
    expectRefusal(await dana.call('POST', savePath(), deep(33, name)), 400, TOO_DEEP);
  });
});
