import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { capabilities } from '#common/config/capabilities.ts';
import { loginReply, verifyReply } from '#common/calls/session.ts';
import { sessionUserOf } from '#api/session-reply.ts';
import { XSRF_COOKIE } from '#common/config/constants.ts';
import { forAdministrators } from '#tests/support/access-rules.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { expectRefusal, given, startInside } from '../given.ts';

const MINUTE = 60_000;
const TEMPLATE = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01';

let clock = Date.now();
const pass = (milliseconds: number): void => {
  clock += milliseconds;
};
const server = given(() => startInside({ READY_TRUST_PROXY: 'loopback' }, { now: () => new Date(clock) }));
// Each test's failed sign-ins are its own.
afterEach(() => pass(16 * MINUTE));

const nobody = () => new Person(server.origin);
const signIn = (username: string) => signedIn(server.origin, username);
/** @param address where it comes from, when it matters */
const login = (person: Person, username: string, password: string, address?: string) =>
  person.post('/auth/login', { username, password }, address === undefined ? {} : from(address));
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

describe('sign-in', () => {
  it('answers with the session user and HttpOnly cookies', async () => {
    const person = nobody();
    const reply = await login(person, demo.writer, demoPassword(demo.writer));
    expect(reply.status).toBe(200);
    const parsed = v.parse(loginReply, reply.json);
    expect(parsed.success).toBe(true);
    expect(sessionUserOf(parsed, 'guest')).toEqual({
      username: 'dana',
      user_id: '9830e4ed-5fc2-4780-9fbe-9695c1058ced',
      organization: 'Ready',
      permission: 2,
      capabilities: Object.values(capabilities).filter((one) => !forAdministrators.includes(one)),
      drafts_key: expect.stringMatching(/^[\w-]{43}$/) as string,
      drafts_mark: expect.stringMatching(/^[\w-]{43}$/) as string,
      must_change_password: false,
      must_set_second_factor: false,
      identity_provider: null,
      command_docs: { left: null, right: null },
    });
    const set = reply.headers.getSetCookie();
    const cookie = (name: string) => set.find((line) => line.startsWith(`${name}=`));
    expect(cookie('at')).toMatch(/^at=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie('rt')).toMatch(/^rt=[\w-]{43}; Max-Age=28800; Path=\/auth; HttpOnly; SameSite=Strict$/);
    expect(cookie(XSRF_COOKIE)).toMatch(/^XSRF-TOKEN=[\w.-]+; Max-Age=28800; Path=\/; SameSite=Strict$/);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('announces what is for administrators to administrators only', async () => {
    const reply = await login(nobody(), demo.administrator, demoPassword(demo.administrator));
    expect(v.parse(loginReply, reply.json).capabilities).toEqual(Object.values(capabilities));
  });

  it('says the same of a wrong password and of an unknown name', async () => {
    const wrong = await login(nobody(), demo.writer, 'ready-demo-3');
    const unknown = await login(nobody(), 'nobody', 'ready-demo-2');
    for (const reply of [wrong, unknown]) {
      expectRefusal(reply, 401, 'Invalid username or password. Please try again.');
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  it('asks to wait after five failures of one name in its network, and nowhere else, until the window has passed', async () => {
    for (let failure = 0; failure < 5; failure += 1) await login(nobody(), 'june', 'wrong');
    const throttled = await login(nobody(), 'June', demoPassword('june'));
    expectRefusal(throttled, 429, 'Too many login attempts. Please wait before trying again.');
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect((await login(nobody(), demo.writer, demoPassword(demo.writer))).status).toBe(200);
    expect((await login(nobody(), 'june', demoPassword('june'), '198.51.100.1')).status).toBe(200);
    pass(15 * MINUTE + 1);
    expect((await login(nobody(), 'june', demoPassword('june'))).status).toBe(200);
  });
});

// Every limit and count of failures is shown in `throttle.test.ts`.
describe('verify', () => {
  it('gives the session user', async () => {
    const reply = await (await signIn(demo.foreignAdministrator)).get('/auth/verify');
    expect(sessionUserOf(v.parse(verifyReply, reply.json), 'guest')).toMatchObject({
      username: 'ivan',
      organization: 'active911',
      permission: 3,
    });
  });

  it('answers 401, never a redirect, without a session and after ten minutes', async () => {
    expect((await nobody().get('/auth/verify')).status).toBe(401);
    const person = await signIn(demo.writer);
    pass(10 * MINUTE - 1);
    expect((await person.get('/auth/verify')).status).toBe(200);
    pass(1);
    const late = await person.get('/auth/verify');
    expectRefusal(late, 401, 'You are not signed in, or your session has ended.');
  });
});

describe('refresh', () => {
  const refresh = (person: Person) => person.post('/auth/refresh-token');

  it('exchanges both tokens and keeps the session going', async () => {
    const person = await signIn(demo.writer);
    const before = [person.cookie('at'), person.cookie('rt')];
    pass(11 * MINUTE);
    expect((await refresh(person)).status).toBe(200);
    expect(person.cookie('at')).not.toBe(before[0]);
    expect(person.cookie('rt')).not.toBe(before[1]);
    expect((await person.get('/auth/verify')).status).toBe(200);
  });

  it('leaves an earlier access token alive until its own end', async () => {
    const person = await signIn(demo.writer);
    const other = person.twin();
    await refresh(person);
    expect((await other.get('/auth/verify')).status).toBe(200);
  });

  it('gives two tabs that refresh together the same pair', async () => {
    const one = await signIn(demo.writer);
    const two = one.twin();
    const replies = await Promise.all([refresh(one), refresh(two)]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    expect(two.cookie('rt')).toBe(one.cookie('rt'));
    expect(two.cookie('at')).toBe(one.cookie('at'));
    expect((await refresh(one)).status).toBe(200);
  });

  it('ends the whole session, streams included, when a token comes back after its grace', async () => {
    const person = await signIn(demo.writer);
    const thief = person.twin();
    await refresh(person);
    const stream = await openStream(person, TEMPLATE);
    pass(10_001);
    const stolen = await refresh(thief);
    expectRefusal(stolen, 401, 'Your session has ended. Please sign in again.');
    expect(await stream.next()).toBeNull();
    expect((await person.get('/auth/verify')).status).toBe(401);
    expect((await refresh(person)).status).toBe(401);
  });

  it('ends the session when a token comes back whose successor was used already, grace or not', async () => {
    const person = await signIn(demo.writer);
    const thief = person.twin();
    await refresh(person);
    await refresh(person);
    expect((await refresh(thief)).status).toBe(401);
    expect((await refresh(person)).status).toBe(401);
  });

  it('ends after eight idle hours, and after thirty busy days', async () => {
    const idle = await signIn(demo.writer);
    const busy = await signIn(demo.otherWriter);
    pass(8 * 60 * MINUTE);
    expect((await refresh(idle)).status).toBe(401);
    const again = await signIn(demo.otherWriter);
    for (let hours = 0; hours < 30 * 24 - 7; hours += 7) {
      pass(7 * 60 * MINUTE);
      expect((await refresh(again)).status).toBe(200);
    }
    pass(7 * 60 * MINUTE);
    expect((await refresh(again)).status).toBe(401);
    expect((await refresh(busy)).status).toBe(401);
  });

  it('takes no refresh without its token or without the anti-forgery header', async () => {
    expect((await refresh(nobody())).status).toBe(401);
    const person = await signIn(demo.writer);
    expect((await person.post('/auth/refresh-token', undefined, { antiForgery: null })).status).toBe(403);
    expect((await refresh(person)).status).toBe(200);
  });
});

describe('sign-out', () => {
  it('ends the session and its streams, and takes the cookies away', async () => {
    const person = await signIn(demo.writer);
    const twin = person.twin();
    const stream = await openStream(person, TEMPLATE);
    expect((await person.post('/auth/logout')).status).toBe(200);
    expect(await stream.next()).toBeNull();
    expect([...person.cookies.keys()]).toEqual([]);
    expect((await twin.get('/auth/verify')).status).toBe(401);
    expect((await twin.post('/auth/refresh-token')).status).toBe(401);
  });

  it('is content when there is no session', async () => {
    expect((await nobody().post('/auth/logout')).status).toBe(200);
  });

  it('cannot be forced by another page', async () => {
    const person = await signIn(demo.writer);
    expect((await person.post('/auth/logout', undefined, { antiForgery: null })).status).toBe(403);
    expect((await person.get('/auth/verify')).status).toBe(200);
  });

  it('leaves other sessions of the same person alone', async () => {
    const phone = await signIn(demo.writer);
    const desk = await signIn(demo.writer);
    await phone.post('/auth/logout');
    expect((await desk.get('/auth/verify')).status).toBe(200);
  });
});

it('refuses the anti-forgery value of another session', async () => {
  const person = await signIn(demo.writer);
  const other = await signIn(demo.writer);
  const reply = await person.post('/auth/logout', undefined, { antiForgery: other.cookie(XSRF_COOKIE) });
  const message = 'The request lacks its anti-forgery header (X-XSRF-TOKEN). Reload the page and try again.';
  expectRefusal(reply, 403, message);
});
