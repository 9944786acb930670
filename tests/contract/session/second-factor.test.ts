import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSecondFactor, setSecondFactor, readSecondFactor } from '#common/calls/account.ts';
import { personReply } from '#common/calls/people.ts';
import { CODE_DUE, FACTOR_DUE } from '#common/config/constants.ts';
import { demo, demoPassword, Person, signedIn, type Reply } from '#tests/support/person.ts';
import { accessRules } from '#tests/support/access-rules.ts';
import { expectRefusal, forThisTest, given, runReady, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const STEP = 30_000;
const ASKS = 'Enter the code that your authenticator shows, or a recovery code.';
const ALREADY_ON =
  'A second step is on already, perhaps from another tab. Turn it off first, with a code of it or a recovery code.';
const WRONG = 'This code is not right, or was used before. Try the next one.';

let time = Date.now();
const server = given(() => startInside({}, { now: () => new Date(time) }), beforeEach);
let dana: Person;
let secret = '';
let recovery: string[] = [];

const codeAt = (at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const current = demoPassword(demo.writer);
const own = async () => parsed(readSecondFactor, (await dana.get('/v1/account/second-factor')).json);
const signIn = (more: object = {}): Promise<Reply> =>
  new Person(server.origin).post('/auth/login', { username: demo.writer, password: current, ...more });
const set = (code: string, more: object = {}): Promise<Reply> =>
  dana.post('/v1/account/second-factor', { current, secret, code, ...more });
const remove = (more: object = {}): Promise<Reply> =>
  dana.post('/v1/account/second-factor/remove', { current, code: recovery[0], ...more });
const expectAsked = ({ status, json }: Reply, message: string): void =>
  expect([status, json]).toEqual([403, { message, code: CODE_DUE }]);

beforeEach(async () => {
  dana = await signedIn(server.origin, demo.writer);
  const begun = parsed(beginSecondFactor, (await dana.post('/v1/account/second-factor/begin', {})).json);
  expect(begun.uri).toMatch(
    /^otpauth:\/\/totp\/Ready%20127\.0\.0\.1:dana\?issuer=Ready%20127\.0\.0\.1&secret=[A-Z2-7]{32}&/,
  );
  expect(begun.picture.path.length).toBeGreaterThan(begun.picture.size * 10);
  ({ secret } = begun);
});

describe('a second factor', () => {
  it('is not kept before a code of it and the password are right', async () => {
    expectRefusal(await set('000000'), 400, 'This code is not right. Enter the one that the authenticator shows now.');
    const clocks = async (minutes: number) =>
      v.parse(v.object({ message: v.string() }), (await set(codeAt(time + minutes * 60_000))).json).message;
    const clock = new Date(time).toISOString().slice(11, 19);
    expect(await clocks(2)).toBe(
      `The clocks differ: the authenticator’s is 2 minutes ahead of the server’s, which says ${clock} UTC. Set the wrong one right, and try again.`,
    );
    expect(await clocks(-7)).toMatch(/^The clocks differ: the authenticator’s is 7 minutes behind the server’s/);
    expect(await clocks(12)).toMatch(/^This code is not right\./);
    expectRefusal(await set(codeAt(time), { current: 'wrong' }), 400, 'The current password is not right.');
    expectRefusal(
      await set(codeAt(time), { secret: 'AAAA' }),
      400,
      'The secret is none that this host gave. Begin anew.',
    );
    expect(await own()).toEqual({ since: null, recovery_codes_left: 0 });
    expect((await signIn()).status).toBe(200);
  });

  it('ends the other sessions when it is turned on, and of two at the same time one is', async () => {
    const before = await signedIn(server.origin, demo.writer);
    const other = parsed(beginSecondFactor, (await dana.post('/v1/account/second-factor/begin', {})).json).secret;
    const first = secret;
    const proofs = [first, other].map((one) => {
      secret = one;
      return { current, secret, code: codeAt(time) };
    });
    const replies = await Promise.all(proofs.map((proof) => dana.post('/v1/account/second-factor', proof)));
    const [done, refused] = replies.toSorted((a, b) => a.status - b.status);
    expect(done?.status).toBe(200);
    expect([refused?.status, refused?.json]).toEqual([400, { message: ALREADY_ON }]);
    expect((await before.get('/v1/templates')).status).toBe(401);
    expect((await dana.get('/v1/templates')).status).toBe(200);
  });

  describe('that is set', () => {
    beforeEach(async () => {
      recovery = parsed(setSecondFactor, (await set(codeAt(time))).json);
      expect(new Set(recovery).size).toBe(10);
    });

    it('is asked for after the right password, and each code is good once', async () => {
      expect((await dana.get('/auth/verify')).status).toBe(200);
      expectAsked(await signIn(), ASKS);
      expectRefusal(await signIn({ password: 'wrong' }), 401, 'Invalid username or password. Please try again.');
      expectAsked(await signIn({ code: codeAt(time) }), WRONG);
      expectAsked(await signIn({ code: codeAt(time + 3 * STEP) }), WRONG);
      time += STEP;
      // As a keyboard of Japan writes it, with a blank.
      const wide = codeAt(time).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
      const code = ` ${wide.slice(0, 3)} ${wide.slice(3)}`;
      const both = await Promise.all([signIn({ code }), signIn({ code })]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      expectAsked(await signIn({ code: codeAt(time - STEP) }), WRONG);
    });

    it('is asked for by a clock that may be half a minute off, not two minutes', async () => {
      for (const off of [-STEP, STEP]) {
        time += 5 * STEP;
        expectAsked(await signIn({ code: codeAt(time + 4 * off) }), WRONG);
        expect((await signIn({ code: codeAt(time + off) })).status).toBe(200);
      }
    });

    it('has recovery codes, each of them good once', async () => {
      const [first = '', second = ''] = recovery;
      expect((await signIn({ code: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
      expectAsked(await signIn({ code: first }), WRONG);
      expect((await signIn({ code: second })).status).toBe(200);
      expect((await own()).recovery_codes_left).toBe(8);
    });

    it('lets nobody guess: wrong codes count as failed sign-ins, and the question does not', async () => {
      for (let no = 0; no < 8; no += 1) expectAsked(await signIn(), ASKS);
      for (let failure = 0; failure < 5; failure += 1) {
        expectAsked(await signIn({ code: '000000' }), WRONG);
        // The question takes back none of the failures, either.
        if (failure < 4) expectAsked(await signIn(), ASKS);
      }
      time += STEP;
      expect((await signIn({ code: codeAt(time) })).status).toBe(429);
    });

    it('takes no code of the authenticator after fifty wrong ones, from wherever they came', async () => {
      for (let no = 0; no < 50; no += 1) {
        time += 15 * 60_000;
        expectAsked(await signIn({ code: '000000' }), WRONG);
      }
      const message =
        'Too many wrong codes were entered. Use a recovery code, or have an administrator ask you for no code.';
      time += 15 * 60_000;
      expectAsked(await signIn({ code: codeAt(time) }), message);
      expect((await signIn({ code: recovery[0] })).status).toBe(200);
      expect((await signIn({ code: codeAt(time) })).status).toBe(200);
    });

    it('goes by the person, an administrator, or the command line', async () => {
      expectRefusal(await remove({ current: 'wrong' }), 400, 'The current password is not right.');
      expect((await remove()).status).toBe(200);
      expect((await signIn()).status).toBe(200);
      // The answer may have been lost: once more does no harm.
      expect((await remove()).status).toBe(200);
      await set(codeAt(time));
      const amir = await signedIn(server.origin, demo.administrator);
      const { uuid } = v.parse(v.looseObject({ uuid: v.string() }), (await dana.get('/auth/verify')).json);
      const removed = v.parse(personReply, (await amir.post(`/v1/users/${uuid}/remove-second-factor`, {})).json);
      expect(removed.user.second_factor).toBe(false);
      await set(codeAt(time));
      await runReady(server.place, ['user', 'remove-second-factor', demo.writer]);
      expect((await signIn()).status).toBe(200);
      const { out } = await runReady(server.place, ['audit', '--json']);
      const actions = (JSON.parse(out) as { entries: { action: string }[] }).entries.map(({ action }) => action);
      expect(actions.filter((action) => action.startsWith('second_factor')).toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => 'second_factor_removed'),
        ...Array.from({ length: 3 }, () => 'second_factor_set'),
      ]);
    });

    it('is not turned off without a code that is good for a sign-in, too', async () => {
      expectRefusal(await remove({ code: undefined }), 400, "'code' is missing.");
      expectRefusal(await remove({ code: codeAt(time) }), 400, WRONG);
      for (let failure = 1; failure < 5; failure += 1) expectRefusal(await remove({ code: '000000' }), 400, WRONG);
      time += STEP;
      expect((await remove({ code: codeAt(time) })).status).toBe(429);
      time += 16 * 60_000;
      await dana.post('/auth/refresh-token');
      expect((await remove({ code: codeAt(time) })).status).toBe(200);
      expect((await signIn()).status).toBe(200);
      const { out } = await runReady(server.place, ['audit', '--json']);
      expect(out.match(/"a wrong code"/g)).toHaveLength(5);
    });

    it('is not replaced while it is on: another secret is refused, and the same one gives new recovery codes', async () => {
      const first = secret;
      ({ secret } = parsed(beginSecondFactor, (await dana.post('/v1/account/second-factor/begin', {})).json));
      expectRefusal(await set(codeAt(time)), 400, ALREADY_ON);
      // The screen says so after an answer that was lost.
      secret = first;
      expectRefusal(await set(codeAt(time)), 400, WRONG);
      time += STEP;
      const again = parsed(setSecondFactor, (await set(codeAt(time))).json);
      expectAsked(await signIn({ code: recovery[1] }), WRONG);
      expect((await signIn({ code: again[1] })).status).toBe(200);
    });
  });
});

describe('a second factor that is required', () => {
  const place = { READY_SECOND_FACTOR_LEVEL: '3' };

  it('is set up at the next sign-in, which opens nothing else before', async () => {
    const strict = await forThisTest(startInside(place, { now: () => new Date(time) }));
    const writer = await signedIn(strict.origin, demo.writer);
    expect((await writer.get('/v1/templates')).status).toBe(200);
    const amir = await signedIn(strict.origin, demo.administrator);
    expect((await amir.get('/auth/verify')).json).toMatchObject({ must_set_second_factor: true });
    const closed = Object.keys(accessRules).filter((route) => {
      const rule = accessRules[route];
      const isOpen = rule?.withOneTimePassword ?? rule?.withoutSecondFactor;
      return rule && rule.needs !== 'nobody' && rule.needs !== 'display' && !isOpen;
    });
    for (const route of closed) {
      const [method = '', path = ''] = route.split(' ');
      const { status, json } = await amir.call(method, path.replace(/:\w+/, demo.writer));
      const refused = { message: 'Set up your second step first.', code: FACTOR_DUE };
      expect([route, status, json]).toEqual([route, 403, refused]);
    }
    expect((await amir.post('/auth/refresh-token')).status).toBe(200);
    ({ secret } = parsed(beginSecondFactor, (await amir.post('/v1/account/second-factor/begin', {})).json));
    const proof = { current: demoPassword(demo.administrator), secret, code: codeAt(time) };
    expect((await amir.post('/v1/account/second-factor', proof)).status).toBe(200);
    expect((await amir.get('/auth/verify')).json).toMatchObject({ must_set_second_factor: false });
    expect((await amir.get('/v1/users')).status).toBe(200);

    // A signed-in user goes on until the next sign-in.
    await runReady(strict.place, ['user', 'remove-second-factor', demo.administrator]);
    expect((await amir.get('/v1/users')).status).toBe(200);
    const again = await signedIn(strict.origin, demo.administrator);
    expect((await again.get('/v1/users')).status).toBe(403);
  });

  it('settles the session that has shown it alone, and is set up anew before anything else where it is turned off', async () => {
    const strict = await forThisTest(startInside(place, { now: () => new Date(time) }));
    const [owner, other] = [
      await signedIn(strict.origin, demo.administrator),
      await signedIn(strict.origin, demo.administrator),
    ];
    const password = demoPassword(demo.administrator);
    ({ secret } = parsed(beginSecondFactor, (await owner.post('/v1/account/second-factor/begin', {})).json));
    const proof = () => ({ current: password, secret, code: codeAt(time) });
    expect((await owner.post('/v1/account/second-factor', proof())).status).toBe(200);
    // It was opened with the password alone.
    expect((await other.get('/v1/users')).status).toBe(401);
    time += STEP;
    expect((await owner.post('/v1/account/second-factor/remove', proof())).status).toBe(200);
    expect((await owner.get('/v1/users')).status).toBe(403);
    expect((await owner.post('/v1/account/second-factor', proof())).status).toBe(200);
    expect((await owner.get('/v1/users')).status).toBe(200);
  });
});
