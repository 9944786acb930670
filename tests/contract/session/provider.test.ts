import * as v from 'valibot';
import { personReply } from '#common/calls/people.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { providerBeginReply } from '#common/calls/session.ts';
import { PROVIDER_META } from '#common/config/env.ts';
import { demo, Person, signedIn, type Reply } from '#tests/support/person.ts';
import { startProvider, type Provided, type TestProvider } from '#tests/support/hosts/identity-provider.ts';
import { expectRefusal, forThisTest, given, givenDist, runReady, startInside, type InnerServer } from '../given.ts';

const RETURN = '/login/return';
const OVER =
  'This sign-in by Harbor ID was used already, was begun in another browser, or took longer than ten minutes. Try again.';
const AWAY = 'Harbor ID cannot be reached just now. Try again, or sign in with a password of this site.';
const NO_GROUP =
  'Harbor ID knows you, but you are in none of the groups that may use this. Whoever looks after the groups there can add you.';
const unbelievable = (why: string): string =>
  `The answer of Harbor ID cannot be believed${why}, so nobody was signed in.`;
const LATE = ': it has ended, or the clocks of both differ by more than a minute';
const MINUTE = 60_000;

const dist = givenDist();
let time = 0;
const provider: TestProvider = given(() => startProvider(), beforeEach);
const settings = {
  READY_OIDC_GROUPS_CLAIM: 'groups',
  READY_OIDC_LEVELS: 'readers=1; cn=writers,dc=harbor=2; admins=3',
  READY_OIDC_ORGANIZATION: 'Ready',
  READY_OIDC_ORGANIZATIONS: 'elsewhere=2; nowhere=Atlantis',
};
const start = async (env: Record<string, string> = {}): Promise<InnerServer> => {
  const started = await startInside(
    { READY_DIST: dist, ...provider.env, ...settings, ...env },
    { spa: true, now: () => new Date(Date.now() + time) },
  );
  provider.returns.add(started.origin + RETURN);
  return started;
};
const server: InnerServer = given(() => start(), beforeEach);
beforeEach(() => {
  time = 0;
  provider.people.set('f-1', { preferred_username: 'Faye', name: 'Faye Ito', groups: ['cn=writers,dc=harbor'] });
});

const begin = async (person: Person): Promise<string> =>
  v.parse(providerBeginReply, (await person.post('/auth/provider/begin', {})).json).url;
const comeBack = (person: Person, at: URL): Promise<Reply> =>
  person.post('/auth/provider/return', { answer: at.search });
type ThroughOptions = { person?: Person; change?: (url: string) => string; choice?: 'allow' | 'abort' };
/** Goes there and back. @param change the way there */
const through = async (
  subject = 'f-1',
  { person = new Person(server.origin), change = (url: string) => url, choice = 'allow' }: ThroughOptions = {},
): Promise<Reply> => comeBack(person, await provider.signIn(change(await begin(person)), subject, choice));
const entries = async (): Promise<Record<string, unknown>[]> =>
  (JSON.parse((await runReady(server.place, ['audit', '--json'])).out) as { entries: Record<string, unknown>[] })
    .entries;
const lastDetail = async (): Promise<unknown> => (await entries())[0]?.['detail'];
const user = async (username: string): Promise<Record<string, unknown> | undefined> => {
  const { out } = await runReady(server.place, ['user', 'list', '--json']);
  const { users } = JSON.parse(out) as { users: Record<string, unknown>[] };
  return users.find((one) => one['username'] === username);
};
const link = async (username: string, subject: string): Promise<void> => {
  const { code, said } = await runReady({ ...server.place, ...provider.env, ...settings }, [
    'user',
    'link-provider',
    username,
    subject,
  ]);
  expect([code, said]).toEqual([0, expect.stringContaining(`${username} can sign in by Harbor ID now.`)]);
};
const joined = (subject: string, more: Provided): void => void provider.people.set(subject, more);

describe('a sign-in by the identity provider', () => {
  it('makes a person with level and organization of their groups, who is known from then on', async () => {
    const page = await new Person(server.origin).get('/login', { headers: { Accept: 'text/html' } });
    expect(page.text).toContain(`<meta name="${PROVIDER_META}" content="Harbor ID">`);
    const first = await through();
    expect([first.status, first.json]).toMatchObject([
      200,
      {
        success: true,
        username: 'Faye',
        organization: 'Ready',
        permission: 2,
        must_change_password: false,
        identity_provider: { name: 'Harbor ID', has_password: false },
      },
    ]);
    joined('f-1', { preferred_username: 'fay', groups: ['readers', 'admins', 'elsewhere'] });
    const faye = new Person(server.origin);
    expect((await through('f-1', { person: faye })).json).toMatchObject({
      username: 'Faye',
      permission: 3,
      organization: 'active911',
    });
    expect((await faye.get('/v1/users')).status).toBe(200);
    expect((await entries()).map((one) => [one['action'], one['detail']]).slice(0, 6)).toEqual([
      ['signed_in', 'by the identity provider'],
      ['user_updated', 'permission 2 to 3'],
      ['user_moved', 'organization 1 to 2'],
      ['signed_in', 'by the identity provider'],
      ['identity_linked', null],
      ['user_added', 'permission 2'],
    ]);
  });

  it('takes over nobody by name: whoever is alike gets a number', async () => {
    joined('d-1', { preferred_username: 'DANA', email: 'dana@harbor.example', groups: ['readers'] });
    expect((await through('d-1')).json).toMatchObject({ username: 'DANA-2', permission: 1 });
    expect((await signedIn(server.origin, demo.writer)).cookies.size).toBeGreaterThan(0);
    joined('n-1', { email: 'nia@harbor.example', groups: ['readers'] });
    expect((await through('n-1')).json).toMatchObject({ username: 'nia@harbor.example' });
    joined('x-1', { preferred_username: '\u200b', groups: ['readers'] });
    expect((await through('x-1')).json).toMatchObject({ username: 'person' });
  });

  it('asks the provider for claims that its id token lacks', async () => {
    const sparing = await forThisTest(startProvider(false));
    const other = await forThisTest(start(sparing.env));
    sparing.returns.add(other.origin + RETURN);
    sparing.people.set('f-1', { preferred_username: 'Faye', groups: ['admins'] });
    const person = new Person(other.origin);
    const reply = await comeBack(person, await sparing.signIn(await begin(person), 'f-1'));
    expect(reply.json).toMatchObject({ username: 'Faye', permission: 3 });
  });

  it('refuses whoever has no group for it, and leads nobody to an organization that is not there', async () => {
    joined('f-1', { preferred_username: 'Faye', groups: ['cooks'] });
    expectRefusal(await through(), 403, NO_GROUP);
    expect(await user('Faye')).toBeUndefined();
    expect(await lastDetail()).toBe('by the identity provider: no group that may');
    joined('f-1', { preferred_username: 'Faye', groups: ['readers', 'nowhere'] });
    expectRefusal(
      await through(),
      403,
      "The organization 'Atlantis', to which your groups at Harbor ID lead, does not exist here. An administrator can add it.",
    );
  });

  it('refuses whoever has left their groups, and whoever is disabled here', async () => {
    expect((await through()).status).toBe(200);
    joined('f-1', { groups: [] });
    expectRefusal(await through(), 403, NO_GROUP);
    joined('f-1', { groups: ['readers'] });
    await runReady(server.place, ['user', 'disable', 'Faye']);
    expectRefusal(await through(), 403, 'Your account is disabled here. An administrator can enable it.');
    expect((await entries())[0]).toMatchObject({ subject: (await user('Faye'))?.['uuid'] });
    await runReady(server.place, ['user', 'enable', 'Faye']);
    expect((await through()).json).toMatchObject({ permission: 1 });
  });

  it.each([
    ['has no group any more', [], NO_GROUP],
    ['belongs to no organization here', ['readers', 'nowhere'], /^The organization 'Atlantis'/],
  ])('ends the sessions of a user who %s, although the sign-in is refused', async (_, groups, message) => {
    const before = new Person(server.origin);
    await through('f-1', { person: before });
    joined('f-1', { groups });
    expect(await through()).toMatchObject({ status: 403, json: { message: expect.stringMatching(message) as string } });
    expect((await before.get('/v1/templates')).status).toBe(401);
    const subject = (await user('Faye'))?.['uuid'];
    expect((await entries()).slice(0, 2)).toMatchObject([
      { action: 'sign_in_failed', subject },
      { action: 'sessions_ended', subject, detail: 'Harbor ID lets them in no longer' },
    ]);
  });

  it('opens a session with a life of its own, in constant use too', async () => {
    const faye = new Person(server.origin);
    await through('f-1', { person: faye });
    for (const hours of [6, 11]) {
      time = hours * 60 * MINUTE;
      expect((await faye.post('/auth/refresh-token')).status).toBe(200);
    }
    time = 12 * 60 * MINUTE;
    expect((await faye.post('/auth/refresh-token')).status).toBe(401);
  });

  it('ends the sessions of whoever has fewer rights now', async () => {
    joined('f-1', { preferred_username: 'Faye', groups: ['admins'] });
    const before = new Person(server.origin);
    await through('f-1', { person: before });
    joined('f-1', { groups: ['readers'] });
    expect((await through()).json).toMatchObject({ permission: 1 });
    expect((await before.get('/v1/templates')).status).toBe(401);
  });

  it('leaves the last administrator where they are, and level 4 as it is', async () => {
    await link(demo.foreignAdministrator, 'i-1');
    joined('i-1', { groups: ['readers'] });
    expect((await through('i-1')).json).toMatchObject({ username: 'ivan', permission: 3, organization: 'active911' });
    expect((await entries())[1]?.['detail']).toBe('level and organization kept: the last administrator');
    await link(demo.siteAdministrator, 's-1');
    joined('s-1', { groups: [] });
    expect((await through('s-1')).json).toMatchObject({ username: 'sora', permission: 4 });
  });

  it('moves whoever rises and belongs elsewhere at once, from where nobody administers', async () => {
    await runReady(server.place, ['org', 'add', 'Pier']);
    await runReady(server.place, ['user', 'add', 'ann', '--org', 'Pier', '--level', '2', '--one-time']);
    await link('ann', 'a-1');
    joined('a-1', { groups: ['admins'] });
    expect((await through('a-1')).json).toMatchObject({ username: 'ann', permission: 3, organization: 'Ready' });
    joined('a-1', { groups: ['cn=writers,dc=harbor', 'elsewhere'] });
    expect((await through('a-1')).json).toMatchObject({ permission: 2, organization: 'active911' });
  });

  it('ends what somebody else began with a one-time password that is dropped', async () => {
    await link(demo.writer, 'd-1');
    joined('d-1', { groups: ['cn=writers,dc=harbor'] });
    const amir = await signedIn(server.origin, demo.administrator);
    const { uuid = '' } = (await user(demo.writer)) as { uuid?: string };
    const { password } = v.parse(personReply, (await amir.post(`/v1/users/${uuid}/one-time-password`, {})).json);
    const thief = new Person(server.origin);
    expect((await thief.post('/auth/login', { username: demo.writer, password })).status).toBe(200);
    expect((await through('d-1')).status).toBe(200);
    expect((await thief.get('/v1/templates')).status).toBe(401);
  });

  it('keeps of an email address what is one', async () => {
    joined('f-1', { preferred_username: 'Faye', email: `${'x'.repeat(300)}@example.org`, groups: ['readers'] });
    await through();
    expect((await user('Faye'))?.['email']).toBe('');
  });

  it('can be given to somebody with a password here, who has both ways then, and taken again', async () => {
    await link(demo.writer, 'd-1');
    joined('d-1', { preferred_username: 'somebody', groups: ['readers'] });
    expect((await through('d-1')).json).toMatchObject({
      username: 'dana',
      permission: 1,
      identity_provider: { name: 'Harbor ID', has_password: true },
    });
    await signedIn(server.origin, demo.writer);
    const other = await runReady({ ...server.place, ...provider.env, ...settings }, [
      'user',
      'link-provider',
      'lena',
      'd-1',
    ]);
    expect([other.code, other.error]).toEqual([
      1,
      expect.stringContaining("This person of the provider is 'dana' already."),
    ]);
    await runReady(server.place, ['user', 'unlink-provider', demo.writer]);
    expect((await through('d-1')).json).toMatchObject({ username: 'somebody' });
  });

  it('needs no second factor of ours, and has no password to change', async () => {
    const faye = new Person(server.origin);
    await through('f-1', { person: faye });
    expectRefusal(
      await faye.post('/v1/account/password', { current: '', password: 'a quiet morning at sea' }),
      400,
      'You have no password here: you sign in by an identity provider.',
    );
    for (const password of ['', 'any']) {
      const reply = await new Person(server.origin).post('/auth/login', { username: 'Faye', password });
      expectRefusal(reply, 401, 'Invalid username or password. Please try again.');
    }
  });
});

describe('an answer that is not what it must be', () => {
  it('belongs to another sign-in', async () => {
    const change = (url: string): string => url.replace(/nonce=[^&]+/, 'nonce=another');
    expectRefusal(await through('f-1', { change }), 403, unbelievable(': it belongs to another sign-in'));
    expect((await entries())[0]).toMatchObject({
      action: 'sign_in_failed',
      detail: 'by the identity provider: claim nonce',
    });
  });

  it('is for another application, or from somebody else', async () => {
    provider.tokens.forge = (claims) => ({ ...claims, aud: 'another' });
    expectRefusal(await through(), 403, unbelievable(': it is for another application'));
    provider.tokens.forge = (claims) => ({ ...claims, iss: 'https://another.example' });
    expectRefusal(await through(), 403, unbelievable(': it comes from somebody else'));
    provider.tokens.forge = ({ iat: _iat, ...claims }) => claims;
    expectRefusal(await through(), 403, unbelievable(''));
    provider.tokens.forge = (claims) => ({ ...claims, sub: '' });
    expectRefusal(await through(), 403, unbelievable(''));
    expect(await lastDetail()).toBe('by the identity provider: claim sub');
    expect(await user('Faye')).toBeUndefined();
  });

  it('is signed by somebody else', async () => {
    provider.tokens.isSpoiled = true;
    expectRefusal(await through(), 403, unbelievable(''));
  });

  it('names another provider than the one that was asked (mix-up)', async () => {
    const person = new Person(server.origin);
    const at = await provider.signIn(await begin(person), 'f-1');
    at.searchParams.set('iss', 'https://another.example');
    expectRefusal(await comeBack(person, at), 403, unbelievable(''));
  });

  it('is exchanged with what the sign-in began with (PKCE)', async () => {
    const change = (url: string): string => url.replace(/code_challenge=[^&]+/, `code_challenge=${'a'.repeat(43)}`);
    expectRefusal(await through('f-1', { change }), 403, unbelievable(''));
    expect(await lastDetail()).toBe('by the identity provider: invalid_grant');
  });

  it('has ended by more than a minute, by the clock of this server; less is taken', async () => {
    provider.tokens.forge = (claims) => ({ ...claims, exp: claims['iat'] });
    time = MINUTE - 10_000;
    expect((await through()).status).toBe(200);
    time = MINUTE + 10_000;
    expectRefusal(await through(), 403, unbelievable(LATE));
  });

  it('says that the person wanted nothing of it', async () => {
    expectRefusal(await through('f-1', { choice: 'abort' }), 403, 'You were not signed in at Harbor ID. Try again.');
    expect(await lastDetail()).toBe('by the identity provider: access_denied');
  });
});

describe('a sign-in on its way', () => {
  it('is good once, of two at once too', async () => {
    const person = new Person(server.origin);
    const at = await provider.signIn(await begin(person), 'f-1');
    const replies = await Promise.all([comeBack(person.twin(), at), comeBack(person.twin(), at)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expectRefusal(await comeBack(person, at), 403, OVER);
  });

  it('is for the browser that began it', async () => {
    const thief = new Person(server.origin);
    const at = await provider.signIn(await begin(thief), 'f-1');
    expectRefusal(await comeBack(new Person(server.origin), at), 403, OVER);
    const victim = new Person(server.origin);
    await begin(victim);
    expectRefusal(await comeBack(victim, at), 403, OVER);
    expect((await comeBack(thief, at)).status).toBe(200);
    expect(thief.cookie('at-provider')).not.toBeNull();
  });

  it('ends after ten minutes, and none of another tab with it', async () => {
    const person = new Person(server.origin);
    const one = await provider.signIn(await begin(person), 'f-1');
    const other = await provider.signIn(await begin(person), 'f-1');
    expect((await comeBack(person, one)).status).toBe(200);
    time = 10 * MINUTE;
    expectRefusal(await comeBack(person, other), 403, OVER);
  });

  it('is not stopped by answers to others, of which one network may send a few', async () => {
    const person = new Person(server.origin);
    const at = await provider.signIn(await begin(person), 'f-1');
    const statuses = new Set<number>();
    for (let no = 0; no < 310; no += 1) {
      statuses.add((await new Person(server.origin).post('/auth/provider/return', { answer: '?state=x' })).status);
    }
    expect([...statuses]).toEqual([403, 429]);
    expect((await comeBack(person, at)).status).toBe(200);
    expect((await through()).status).toBe(200);
  });

  it('is begun a few times in one network, and apart from that in a browser that is known by its signed cookie', async () => {
    const other = await forThisTest(start({ READY_OIDC_STARTS_MAX: '2' }));
    const person = new Person(other.origin);
    expect((await comeBack(person, await provider.signIn(await begin(person), 'f-1'))).status).toBe(200);
    const stranger = new Person(other.origin);
    await begin(stranger);
    expect((await stranger.post('/auth/provider/begin', {})).status).toBe(429);
    expect((await new Person(other.origin).post('/auth/provider/begin', {})).status).toBe(429);
    expect((await comeBack(person, await provider.signIn(await begin(person), 'f-1'))).status).toBe(200);
    // With a signature that is not ours it is any browser.
    const cookie = person.cookies.get('at-provider');
    person.cookies.set('at-provider', { path: '/', value: `${cookie?.value.slice(0, -9)}AAAAAAAAA` });
    expect((await person.post('/auth/provider/begin', {})).status).toBe(429);
  });
});

describe('a provider that is away', () => {
  it('is one whose description does not end', async () => {
    provider.description.isEndless = true;
    expectRefusal(await new Person(server.origin).post('/auth/provider/begin', {}), 503, AWAY);
    expect(provider.description.sent).toBeLessThan(20_000_000);
  });

  it('keeps no server from starting, and is there once it comes back', async () => {
    await provider.goAway();
    const other = await forThisTest(start());
    const person = new Person(other.origin);
    expectRefusal(await person.post('/auth/provider/begin', {}), 503, AWAY);
    await signedIn(other.origin, demo.writer);
    const { said: out } = await runReady({ ...other.place, ...provider.env, ...settings }, ['doctor']);
    expect(out).toContain('Harbor ID does not answer at');
    expect(out).toContain("belong to the organization 'Atlantis', which does not exist");
    await provider.comeBack();
    expect(await begin(person)).toContain(provider.issuer);
    expect((await runReady({ ...other.place, ...provider.env, ...settings }, ['doctor'])).said).toContain(
      'Harbor ID answers at',
    );
  });

  it('leaves somebody who returns with a sentence, and their browser as it was', async () => {
    const person = new Person(server.origin);
    const at = await provider.signIn(await begin(person), 'f-1');
    await provider.goAway();
    expectRefusal(await comeBack(person, at), 503, AWAY);
    expect(person.cookie('at')).toBeNull();
    await provider.comeBack();
    expect((await through('f-1', { person })).status).toBe(200);
  });
});

it('is not there where the operator has named none', async () => {
  const plain = await forThisTest(startInside());
  for (const path of ['/auth/provider/begin', '/auth/provider/return']) {
    const reply = await new Person(plain.origin).post(path, { answer: '' });
    expectRefusal(reply, 404, 'No identity provider is set up here.');
  }
  expect((await (await signedIn(plain.origin, demo.writer)).get('/auth/verify')).json).toMatchObject({
    identity_provider: null,
  });
});
