import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { listSessions } from '#common/calls/account.ts';
import { listRoles } from '#common/calls/admin.ts';
import {
  personReply,
  type PersonEntry,
  listOrganizations,
  checkPeopleFile,
  importPeople,
  listPeople,
  readImport,
} from '#common/calls/people.ts';
import { COMMAND_TEMPLATE_LEFT, PASSWORD_DUE } from '#common/config/constants.ts';
import { accessRules } from '#tests/support/access-rules.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, demoPassword, Person, signedIn, type Reply } from '#tests/support/person.ts';
import { expectRefusal, given, runReady, startInside, givenPerson } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

const HOUR = 3_600_000;
const DUE = 'Change your one-time password first.';
const OWN = 'a quiet morning at sea';

let time = Date.now();
beforeEach(() => {
  time = Date.now();
});
const server = given(() => startInside({}, { now: () => new Date(time) }), beforeEach);
const amir = givenPerson(server, demo.administrator, beforeEach);
const sora = givenPerson(server, demo.siteAdministrator, beforeEach);

async function tryToSignIn(username: string, password: string): Promise<{ person: Person; reply: Reply }> {
  const person = new Person(server.origin);
  return { person, reply: await person.post('/auth/login', { username, password }) };
}
const handed = ({ json }: Reply) => v.parse(personReply, json);
const people = async (by: Person, q = ''): Promise<PersonEntry[]> =>
  parsed(listPeople, (await by.get(`/v1/users?q=${q}`)).json);
async function personCalled(username: string): Promise<PersonEntry> {
  const found = (await people(sora, username)).find((one) => one.username === username);
  if (!found) throw new Error(`There is no ${username}.`);
  return found;
}
const actOn = async (by: Person, username: string, what: string, body?: object): Promise<Reply> =>
  by.post(`/v1/users/${(await personCalled(username)).uuid}/${what}`, body);
const create = (by: Person, more: object = {}): Promise<Reply> =>
  by.post('/v1/users/create', { username: 'rana', name: 'Rana Ortiz', permission: 2, ...more });
async function actions(): Promise<string[]> {
  const { out } = await runReady(server.place, ['audit', '--json']);
  return (JSON.parse(out) as { entries: { action: string }[] }).entries.map(({ action }) => action);
}

describe('the list of people', () => {
  it('tells an administrator how each stands', async () => {
    await signedIn(server.origin, demo.writer);
    for (let failure = 0; failure < 5; failure += 1) await tryToSignIn(demo.reader, 'wrong');
    const [dana] = await people(amir, 'dana');
    expect(dana).toMatchObject({
      username: 'dana',
      name: 'Dana Okafor',
      organization: 'Ready',
      permission: 2,
      disabled: false,
      locked: false,
      one_time_until: null,
    });
    expect(dana?.roles.length).toBeGreaterThan(0);
    expect(Math.abs((dana?.last_sign_in ?? 0) - time)).toBeLessThan(5_000);
    expect((await people(amir, 'kofi'))[0]).toMatchObject({ roles: [], last_sign_in: null });
    expect((await people(amir, 'lena'))[0]).toMatchObject({ locked: true });
    expect((await amir.get('/v1/users?q=')).text).not.toMatch(/argon2|password_hash/);
    // The contract's own list stays as it is.
    expect((await amir.get('/v1/users')).text).not.toContain('username');
  });

  it('and the organizations that people can be put into', async () => {
    const of = async (by: Person) => ({
      organizations: parsed(listOrganizations, (await by.get('/v1/organizations')).json),
    });
    expect((await of(amir)).organizations).toEqual([{ organization_id: 1, name: 'Ready' }]);
    expect((await of(sora)).organizations.map(({ name }) => name)).toEqual(['Ready', 'active911']);
  });
});

describe('a new person', () => {
  it('gets a one-time password, which opens nothing but its own change', async () => {
    const reply = await create(amir, { email: 'rana@example.org' });
    const { user, password } = handed(reply);
    expect([reply.status, user]).toEqual([
      201,
      expect.objectContaining({ username: 'rana', name: 'Rana Ortiz', permission: 2, organization: 'Ready' }) as object,
    ]);
    expect(Math.round(((user.one_time_until ?? 0) - time) / HOUR)).toBe(72);

    const { person, reply: login } = await tryToSignIn('rana', password ?? '');
    expect(login.json).toMatchObject({ success: true, must_change_password: true });
    const closed = Object.keys(accessRules).filter((route) => {
      const rule = accessRules[route];
      return rule && rule.needs !== 'nobody' && rule.needs !== 'display' && !rule.withOneTimePassword;
    });
    for (const route of closed) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await person.call(method, path.replace(/:\w+/, user.uuid));
      expect([route, answer.status, answer.json]).toEqual([route, 403, { message: DUE, code: PASSWORD_DUE }]);
    }
    expect((await person.get('/auth/verify')).json).toMatchObject({ must_change_password: true });
    expect((await person.post('/auth/refresh-token')).status).toBe(200);

    const changed = await person.post('/v1/account/password', { current: password, password: OWN });
    expect(changed.status).toBe(200);
    expect((await person.get('/auth/verify')).json).toMatchObject({ must_change_password: false });
    expect((await person.get('/v1/templates')).status).toBe(200);
    expect((await tryToSignIn('rana', password ?? '')).reply.status).toBe(401);
    expect((await tryToSignIn('rana', OWN)).reply.json).toMatchObject({ must_change_password: false });
    expect((await personCalled('rana')).one_time_until).toBeNull();
    expect(await actions()).toEqual(expect.arrayContaining(['user_added', 'password_changed']));
  });

  it('can leave with the one-time password as it came', async () => {
    const { password } = handed(await create(amir));
    const { person } = await tryToSignIn('rana', password ?? '');
    expect((await person.post('/auth/logout')).status).toBe(200);
  });

  it('cannot come any more after 72 hours, nor stay', async () => {
    const { password } = handed(await create(amir));
    time += 71 * HOUR;
    const { person, reply } = await tryToSignIn('rana', password ?? '');
    expect(reply.status).toBe(200);
    time += HOUR;
    expectRefusal(
      (await tryToSignIn('rana', password ?? '')).reply,
      401,
      'Invalid username or password. Please try again.',
    );
    const late = await person.post('/v1/account/password', { current: password, password: OWN });
    expect(late.status).toBe(401);
  });

  it('belongs where their administrator may put them, and stands no higher', async () => {
    expectRefusal(
      await create(amir, { organization_id: 2 }),
      403,
      'Only a site administrator (level 4) may add a user to another organization.',
    );
    expectRefusal(await create(amir, { username: 'DANA' }), 400, "There is a user 'dana' already.");
    const level4 = 'Level 4 (site administrator) can be given only on the server itself.';
    for (const by of [amir, sora]) expectRefusal(await create(by, { permission: 4 }), 403, level4);
    expect(handed(await create(sora, { organization_id: 2 })).user.organization).toBe('active911');
    expectRefusal(await create(sora, { username: 'rana2', organization_id: 99 }), 400, 'There is no organization 99.');
  });
});

describe('a file of people', () => {
  const key = 'k'.repeat(43);
  const importing = (by: Person, csv: string): Promise<Reply> => by.post('/v1/users/import', { csv, key });
  const jobOf = async (by: Person, wanted = 'w'.repeat(43)) =>
    parsed(readImport, (await by.post('/v1/users/import/read', { key: wanted })).json).job;
  const ended = async (by: Person) => {
    await expect.poll(async () => (await jobOf(by))?.state, { timeout: 60_000 }).not.toBe('running');
    return jobOf(by, key);
  };
  const checking = async (by: Person, csv: string) =>
    parsed(checkPeopleFile, (await by.post('/v1/users/import/check', { csv })).json);

  it('adds all of them, with their roles and one-time passwords', async () => {
    const [role] = parsed(listRoles, (await amir.get('/v1/roles')).json);
    const csv = `username,name,level,roles\nrana,Rana Ortiz,1,\nlee,Lee Aoki,,${role?.name?.toUpperCase()}\n`;
    expect(await checking(amir, csv)).toMatchObject({
      lines: [
        { line: 2, username: 'rana', problem: null },
        { line: 3, problem: null },
      ],
      unused: [],
    });
    expect(await people(amir, 'rana')).toEqual([]);
    const begun = await importing(amir, csv);
    expect(begun.status).toBe(202);
    const { job } = parsed(importPeople, begun.json);
    expect(job).toMatchObject({ state: 'running', total: 2, done: 0, result: null });
    const { result, ...rest } = (await ended(amir)) ?? {};
    expect(rest).toEqual({ uuid: job?.uuid, state: 'done', total: 2, done: 2, message: null });
    if (!result) throw new Error('The key opens nothing.');
    const { people: added, one_time_until } = result;
    expect(one_time_until).toBe(time + 72 * HOUR);
    expect(added.map(({ username }) => username)).toEqual(['rana', 'lee']);
    for (const { username, password } of added) {
      expect((await tryToSignIn(username, password)).reply.json).toMatchObject({ must_change_password: true });
    }
    expect(await personCalled('rana')).toMatchObject({ permission: 1, organization: 'Ready', roles: [] });
    expect(await personCalled('lee')).toMatchObject({ permission: 2, roles: [role?.uuid] });
    expect((await actions()).filter((action) => /^(user_added|role_assigned)$/.test(action))).toHaveLength(3);
  });

  it('shows its passwords to who began it and has the key, until they are put away or a quarter of an hour is over', async () => {
    await importing(amir, 'username,name\nrana,Rana Ortiz');
    expect((await ended(amir))?.result?.people).toHaveLength(1);
    expect((await jobOf(amir))?.result).toBeNull();
    expect(await jobOf(sora, key)).toBeNull();
    time += 14 * 60_000;
    Object.assign(amir, await signedIn(server.origin, demo.administrator));
    expect((await jobOf(amir, key))?.result?.people).toHaveLength(1);
    await amir.post('/v1/users/import/drop');
    expect(await jobOf(amir, key)).toBeNull();
    await importing(amir, 'username,name\nlee,Lee Aoki');
    await ended(amir);
    time += 16 * 60_000;
    expect(await jobOf(await signedIn(server.origin, demo.administrator), key)).toBeNull();
  });

  it('adds nobody if it is dropped, or its administrator signs out, or somebody takes a name meanwhile; one runs at a time', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `many-${at},Many`);
    const csv = ['username,name', ...many].join('\n');
    await importing(amir, csv);
    // A hash of another user's password comes between two of it.
    await signedIn(server.origin, demo.writer);
    expect((await jobOf(amir))?.state).toBe('running');
    expectRefusal(await importing(amir, csv), 400, 'Your last one still runs: wait until it is done.');
    await amir.post('/v1/users/import/drop');
    expect(await jobOf(amir)).toBeNull();
    await importing(amir, csv);
    await amir.post('/auth/logout');
    Object.assign(amir, await signedIn(server.origin, demo.administrator));
    expect(await ended(amir)).toMatchObject({
      state: 'failed',
      message: 'You are not signed in, or your session has ended.',
    });
    await importing(amir, csv);
    expect((await create(sora, { username: 'many-29' })).status).toBe(201);
    expect(await ended(amir)).toMatchObject({
      state: 'failed',
      message: "Nobody was added. Line 31: There is a user 'many-29' already.",
    });
    expect(await people(sora, 'many')).toHaveLength(1);
  });

  it('says what is wrong with each line, and adds nobody while anything is', async () => {
    const lines = [
      ['DANA', 'Dana', '', '', "There is a user 'dana' already."],
      ['rana', 'Rana', '', '', null],
      ['Rana', 'Other', '', '', "'Rana' stands in an earlier line already."],
      ['', 'Nobody', '', '', 'The username must have 1 to 200 characters.'],
      ['kim', 'Kim', 'chief', '', 'The level must be 0 or 1 (reads), 2 (writes and submits) or 3 (administers).'],
      ['lee', 'Lee', '4', '', 'Level 4 (site administrator) can be given only on the server itself.'],
      ['max', 'Max', '', 'active911', "You administer no organization 'active911'."],
    ] as const;
    const rows = lines.map(([username, name, level, organization]) =>
      [username, name, level, organization, ''].join(';'),
    );
    const csv = ['username;name;level;organization;roles', ...rows, 'ned;Ned;;;Nothing'].join('\n');
    const { lines: checked } = await checking(amir, csv);
    expect(checked.map(({ problem }) => problem)).toEqual([
      ...lines.map((line) => line[4]),
      "There is no role 'Nothing'.",
    ]);
    expectRefusal(await importing(amir, csv), 400, "Nobody was added. Line 2: There is a user 'dana' already.");
    expect(await people(amir, 'rana')).toEqual([]);
    expect((await checking(sora, 'username,name,organization\nmax,Max,ACTIVE911')).lines[0]?.problem).toBeNull();
  });
});

describe('a one-time password', () => {
  it('takes the place of a forgotten one at once, and ends the sessions', async () => {
    const dana = await signedIn(server.origin, demo.writer);
    const stream = await openStream(dana, COMMAND_TEMPLATE_LEFT);
    for (let failure = 0; failure < 5; failure += 1) await tryToSignIn('dana', 'wrong');
    expect((await personCalled('dana')).locked).toBe(true);
    const { user, password } = handed(await actOn(amir, 'dana', 'one-time-password'));
    while ((await stream.next()) !== null);
    expect(user.one_time_until).not.toBeNull();
    expect((await dana.get('/auth/verify')).status).toBe(401);
    expect((await tryToSignIn('dana', demoPassword('dana'))).reply.status).toBe(401);
    expect((await tryToSignIn('dana', password ?? '')).reply.json).toMatchObject({ must_change_password: true });
    // However it was copied; what a user has chosen must be exact, blanks and all.
    const copied = ` ${(password ?? '').toUpperCase().replaceAll('-', ' ')}\n`;
    const { person, reply } = await tryToSignIn('dana', copied);
    expect(reply.json).toMatchObject({ must_change_password: true });
    const own = 'kestrel over marsh';
    expect((await person.post('/v1/account/password', { current: copied, password: own })).status).toBe(200);
    expect((await tryToSignIn('dana', ` ${own}`)).reply.status).toBe(401);
    expect((await tryToSignIn('dana', own)).reply.status).toBe(200);
  });

  it('is not for oneself, nor for somebody above', async () => {
    expectRefusal(await actOn(amir, 'amir', 'one-time-password'), 400, 'Change your own password on the page Account.');
    expectRefusal(
      await actOn(amir, 'sora', 'one-time-password'),
      403,
      'You cannot change somebody whose permission level is above your own.',
    );
    expect((await sora.get('/auth/verify')).status).toBe(200);
  });

  it('ends when the command line gives another password', async () => {
    await actOn(amir, 'dana', 'one-time-password');
    const { out } = await runReady(server.place, ['user', 'passwd', 'dana', '--json']);
    const { password } = JSON.parse(out) as { password: string };
    expect((await tryToSignIn('dana', password)).reply.json).toMatchObject({ must_change_password: false });
  });

  it('is made by the command line, too', async () => {
    const { out } = await runReady(server.place, ['user', 'passwd', 'dana', '--one-time', '--json']);
    const { password } = JSON.parse(out) as { password: string };
    expect((await tryToSignIn('dana', password)).reply.json).toMatchObject({ must_change_password: true });
  });
});

describe('an administrator', () => {
  it('disables and enables, signs out, unlocks and renames', async () => {
    const dana = await signedIn(server.origin, demo.writer);
    expect(handed(await actOn(amir, 'dana', 'disable')).user.disabled).toBe(true);
    expect((await dana.get('/auth/verify')).status).toBe(401);
    expect((await tryToSignIn('dana', demoPassword('dana'))).reply.status).toBe(401);
    expect(handed(await actOn(amir, 'dana', 'enable')).user.disabled).toBe(false);

    const again = await signedIn(server.origin, demo.writer);
    expect((await actOn(amir, 'dana', 'sign-out')).status).toBe(200);
    expect((await again.get('/auth/verify')).status).toBe(401);

    for (let failure = 0; failure < 5; failure += 1) await tryToSignIn('dana', 'wrong');
    expect((await tryToSignIn('dana', demoPassword('dana'))).reply.status).toBe(429);
    expect(handed(await actOn(amir, 'dana', 'unlock')).user.locked).toBe(false);
    const back = await signedIn(server.origin, demo.writer);

    expect(handed(await actOn(amir, 'dana', 'update', { username: 'dana.okafor' })).user.username).toBe('dana.okafor');
    expect((await back.get('/auth/verify')).json).toMatchObject({ username: 'dana.okafor' });
    expectRefusal(await actOn(amir, 'june', 'update', { username: 'Amir' }), 400, "There is a user 'amir' already.");
    expect(await actions()).toEqual(
      expect.arrayContaining(['user_disabled', 'user_enabled', 'sessions_ended', 'user_unlocked', 'user_renamed']),
    );
  });

  it('gives a role and takes it away', async () => {
    const { roles } = (await amir.get('/v1/roles')).json as { roles: { uuid: string }[] };
    const body = { user_uuid: (await personCalled('kofi')).uuid, role_uuid: roles[0]?.uuid };
    expect(handed(await amir.post('/v1/users/roles/create', body)).user.roles).toEqual([roles[0]?.uuid]);
    expect(handed(await amir.post('/v1/users/roles/delete', body)).user.roles).toEqual([]);
    expect(await actions()).toContain('role_unassigned');
  });

  it('cannot take an organization its last one, nor put themselves out', async () => {
    expectRefusal(
      await actOn(sora, 'ivan', 'disable'),
      400,
      'ivan is the last administrator of active911: make another one first.',
    );
    // An administrator who never signed in is not counted, and can be disabled.
    expect((await create(sora, { organization_id: 2, permission: 3 })).status).toBe(201);
    expect((await actOn(sora, 'rana', 'disable')).status).toBe(200);
    expectRefusal(await actOn(amir, 'amir', 'disable'), 400, 'You cannot disable yourself: another administrator can.');
  });
});

describe('one’s own account', () => {
  const change = (person: Person, current: string, password = OWN) =>
    person.post('/v1/account/password', { current, password });

  it('gets another password, which ends the other sessions and not this one', async () => {
    const here = await signedIn(server.origin, demo.writer);
    const elsewhere = await signedIn(server.origin, demo.writer);
    expect((await change(here, demoPassword('dana'))).status).toBe(200);
    expect((await here.get('/auth/verify')).status).toBe(200);
    expect((await elsewhere.get('/auth/verify')).status).toBe(401);
    expect((await tryToSignIn('dana', OWN)).reply.status).toBe(200);
  });

  it('asks for the current one, and lets nobody guess it', async () => {
    const dana = await signedIn(server.origin, demo.writer);
    expectRefusal(
      await change(dana, demoPassword('dana'), 'short'),
      400,
      'The password must have at least 12 characters.',
    );
    expectRefusal(await change(dana, OWN, OWN), 400, 'This is the current password. Choose another one.');
    for (let failure = 0; failure < 5; failure += 1) {
      expectRefusal(await change(dana, 'wrong'), 400, 'The current password is not right.');
    }
    expectRefusal(
      await change(dana, demoPassword('dana')),
      429,
      'Too many wrong passwords. Please wait before trying again.',
    );
    time += 16 * 60_000;
    await dana.post('/auth/refresh-token');
    expect((await change(dana, demoPassword('dana'))).status).toBe(200);
  });

  it('lists the sessions with what tells them apart, and ends one', async () => {
    const here = await signedIn(server.origin, demo.writer);
    const phone = new Person(server.origin);
    const credentials = { username: 'dana', password: demoPassword('dana') };
    const headers = { 'User-Agent': 'A phone' };
    await phone.call('POST', '/auth/login', JSON.stringify(credentials), { headers });
    const sessions = async (person: Person) => parsed(listSessions, (await person.get('/v1/account/sessions')).json);
    const other = (await sessions(here)).find(({ is_this }) => !is_this);
    expect(other).toMatchObject({ agent: 'A phone', address: '127.0.0.1', opened_on: time });
    expect((await here.post(`/v1/account/sessions/${other?.uuid}/end`)).status).toBe(200);
    expect((await phone.get('/auth/verify')).status).toBe(401);
    expect(await sessions(here)).toMatchObject([{ is_this: true }]);
    // Those that ended by themselves are none.
    time += 9 * HOUR;
    expect(await sessions(await signedIn(server.origin, demo.writer))).toHaveLength(1);
  });
});
