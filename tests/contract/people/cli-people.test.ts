import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listUsers } from '#common/calls/admin.ts';
import { listTemplates } from '#common/calls/templates.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { openStream, openStreamOfDisplay } from '#tests/support/event-stream.ts';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { save, saving, savePath, submit } from '#tests/support/writing.ts';
import { commandsOf, given, givenDist, givenFolder, runReady } from '../given.ts';
import { newBoard, newDisplay } from '../boards/walls.ts';
import { parsed } from '#tests/support/replies.ts';

// A real server of its own beside each of the commands: slow on a busy machine.
const patience = { timeout: 30_000, interval: 50 };
const dist = givenDist();
const folder = givenFolder();

describe.each(engines)('beside a running server on $name', ({ start }) => {
  const engine = given(start);
  let place: Record<string, string> = {};
  const server: TestServer = given(async () => {
    place = await engine.place();
    return startServer({ dist, env: place });
  });

  const { ready, done, refused } = commandsOf(() => ({ ...place, READY_DIST: dist }));
  const login = async (username: string, password: unknown): Promise<number> =>
    (await new Person(server.origin).post('/auth/login', { username, password })).status;
  const actions = async (last: number): Promise<string[]> => {
    const { entries } = await done('audit', '--last', String(last));
    return (entries as { action: string }[]).map(({ action }) => action);
  };

  // One server for all of them: each works on other people.
  it('takes a role from a user, and from everybody', async () => {
    const [dana, kofi] = [await signedIn(server.origin, demo.writer), await signedIn(server.origin, 'kofi')];
    const templates = parsed(listTemplates, (await dana.get('/v1/templates')).json);
    const brief = templates.find((one) => one.file_name === 'daily-brief.html')?.uuid ?? '';
    const may = async (person: Person): Promise<number> => (await person.post(savePath(brief), saving('Brief'))).status;
    const becomes = async (person: Person, status: number): Promise<void> => {
      await expect.poll(() => may(person), patience).toBe(status);
    };
    await done('role', 'add', 'Scribe', '--file', 'daily-brief.html');
    await done('role', 'assign', 'Scribe', 'kofi');
    await becomes(dana, 403);
    await becomes(kofi, 201);
    await refused(1, /dana does not hold the role Scribe/, 'role', 'unassign', 'Scribe', 'dana');
    await done('role', 'unassign', 'Scribe', 'kofi');
    await becomes(kofi, 403);
    await done('role', 'assign', 'Scribe', 'dana');
    await becomes(dana, 201);
    await becomes(kofi, 403);
    expect(await done('role', 'remove', 'Scribe')).toMatchObject({ holders: 1, everybody: true });
    await becomes(kofi, 201);
    await becomes(dana, 201);
    expect(await actions(3)).toEqual(expect.arrayContaining(['role_removed', 'role_assigned']));
  });

  it('lists the displays and ends one, whose screen and whose stream hear of it at once', async () => {
    const [dana, amir] = [
      await signedIn(server.origin, demo.writer),
      await signedIn(server.origin, demo.administrator),
    ];
    const board = await newBoard(dana, undefined, 'Night');
    const { screen: north } = await newDisplay(amir, board, 'North wall');
    const { screen: south } = await newDisplay(amir, board, 'South wall');
    const stream = await openStreamOfDisplay(north, [COMMAND_TEMPLATE_LEFT]);
    // Its request is written within a second or two.
    const listed = async () => (await ready('display', 'list')).out;
    await expect
      .poll(listed, { timeout: 10_000 })
      .toMatch(/^North wall +Night +Amir Castellan +20\d\d-\S+ +127\.0\.0\.1 +[\da-f]{8}-/m);
    expect(await listed()).toMatch(/^South wall +Night +Amir Castellan +20\d\d-\S+ +not known +[\da-f]{8}-/m);

    await refused(1, /There is no display 'West wall'/, 'display', 'end', 'West wall', '--yes', 'West wall');
    await refused(2, /until it is paired again.*--yes 'North wall'/, 'display', 'end', 'North wall');
    expect((await north.get('/v1/displays/self')).status).toBe(200);
    await done('display', 'end', 'North wall', '--yes', 'North wall');
    while ((await stream.next()) !== null);
    expect((await north.get('/v1/displays/self')).status).toBe(401);
    expect((await south.get('/v1/displays/self')).status).toBe(200);
    expect(await actions(1)).toEqual(['display_ended']);
    await newDisplay(amir, board, 'South wall');
    const again = ['display', 'end', 'South wall', '--yes', 'South wall'];
    await refused(1, /2 displays are called 'South wall'.*by its uuid/, ...again);
    expect(await done('display', 'list')).toMatchObject({ displays: [{ name: 'South wall' }, { name: 'South wall' }] });
  });

  it('renames a user, whose session goes on, and moves one, whose session ends', async () => {
    const kofi = await signedIn(server.origin, 'kofi');
    const wip = (await save(kofi, 'Stays where it is')).uuid;
    await refused(1, /There is a user 'dana' already/, 'user', 'rename', 'kofi', 'DANA');
    await done('user', 'rename', 'kofi', 'Kofi');
    await done('user', 'rename', 'kofi', 'k.brandt');
    expect((await kofi.get('/auth/verify')).status).toBe(200);
    expect([await login('kofi', 'ready-demo-2'), await login('k.brandt', 'ready-demo-2')]).toEqual([401, 200]);

    await refused(1, /is in Ready already/, 'user', 'move', 'k.brandt', '--org', '1');
    await refused(2, /--org <number or name>/, 'user', 'move', 'k.brandt');
    await refused(1, /ivan is the last administrator/, 'user', 'move', 'ivan', '--org', '1');
    await done('user', 'move', 'k.brandt', '--org', 'active911');
    await expect.poll(async () => (await kofi.get('/auth/verify')).status, patience).toBe(401);
    const moved = new Person(server.origin);
    await moved.post('/auth/login', { username: 'k.brandt', password: 'ready-demo-2' });
    expect((await moved.get(`/v1/wips/${wip}`)).status).toBe(403);
    expect((await actions(2))[1]).toBe('user_moved');
    const { entries } = await done('audit', '--user', 'k.brandt', '--last', '100');
    const about = (entries as { action: string; subject_name: string | null; actor_name: string | null }[]).filter(
      (entry) => entry.subject_name !== null,
    );
    expect(about.slice(0, 3).map((entry) => [entry.action, entry.subject_name])).toEqual([
      ['user_moved', 'k.brandt'],
      ['user_renamed', 'k.brandt'],
      ['user_renamed', 'k.brandt'],
    ]);
  });

  it('removes an organization once nobody is in it, with its documents when told so; archives stay', async () => {
    const tess = await signedIn(server.origin, 'tess');
    const wip = (await save(tess, 'Of the other one', { remarks: 'theirs' })).uuid;
    const archive = await submit(tess, wip);
    const ivan = await signedIn(server.origin, 'ivan');
    const { screen } = await newDisplay(ivan, await newBoard(tess));
    expect((await screen.get('/v1/displays/self')).status).toBe(200);
    await refused(1, /active911 has people: .*tess.*user move/, 'org', 'remove', 'active911', '--yes', 'active911');
    await refused(1, /ivan is the last administrator of active911/, 'user', 'remove', 'ivan', '--yes', 'ivan');
    for (const username of ['noor', 'tess', 'k.brandt', 'ivan'])
      await done('user', 'remove', username, '--yes', username, '--force');
    await refused(1, /\d+ documents.*--documents-too.*never deleted/, 'org', 'remove', '2', '--yes', 'active911');
    await refused(2, /with \d+ documents.*This cannot be undone/, 'org', 'remove', '2', '--documents-too');
    const chief = await signedIn(server.origin, 'sora');
    expect((await chief.get(`/v1/wips/${wip}`)).status).toBe(200);
    await done('org', 'remove', '2', '--documents-too', '--yes', 'active911');

    await expect.poll(async () => (await chief.get(`/v1/wips/${wip}`)).status, patience).toBe(404);
    expect((await screen.get('/v1/displays/self')).status).toBe(401);
    expect((await chief.get(`/v1/archives/${archive}?html=true`)).text).toContain('theirs');
    await done('archive', 'verify');
    expect((await actions(1))[0]).toBe('organisation_removed');
    // Its name is free, its number is not.
    expect(await done('org', 'add', 'active911')).toMatchObject({ organization_id: 3 });
    await refused(1, /There is an organization 'Ready' already/, 'org', 'rename', '3', 'ready');
    await done('org', 'rename', 'active911', 'Harbor Fire');
    expect(await done('org', 'list')).toMatchObject({ organizations: [{ name: 'Ready' }, { name: 'Harbor Fire' }] });
  });

  it('forgets a user who is removed: session, stream, name and roles go, what was written stays', async () => {
    const dana = await signedIn(server.origin, demo.writer);
    const june = await signedIn(server.origin, 'june');
    const { uuid } = await save(dana, 'Written by somebody who left', { remarks: 'stays' });
    const archive = await submit(dana, uuid);
    const stream = await openStream(dana, uuid);
    const open = await openPlace(place);
    const before = await open.storage.events.last();

    await refused(2, /Dana Okafor.*is forgotten.*cannot be undone.*--yes 'dana'/, 'user', 'remove', 'dana');
    await refused(1, /^That is not 'dana': nothing was changed\.$/m, 'user', 'remove', 'dana', '--yes', 'danna');
    expect((await dana.get('/auth/verify')).status).toBe(200);
    const typed = await runReady({ ...place, READY_DIST: dist }, ['user', 'remove', 'dana'], 'dana\n', true);
    expect([typed.code, typed.error]).toEqual([0, expect.stringMatching(/Type dana to go on: $/) as string]);

    await expect.poll(async () => (await dana.get('/auth/verify')).status, patience).toBe(401);
    while ((await stream.next()) !== null);
    // Each process is notified, and does not only find out when it checks its streams.
    expect((await open.storage.events.since(before)).map(({ kind }) => kind)).toContain('session_ended');
    // The networks of their sign-ins are removed too, except in the audit log.
    const gone = open.db.selectFrom('users').select('uuid').where('username', '=', '');
    expect(await open.db.selectFrom('known_networks').selectAll().where('user', 'in', gone).execute()).toEqual([]);
    expect(await open.db.selectFrom('known_networks').selectAll().execute()).not.toEqual([]);
    await open.close();
    expect(await login('dana', 'ready-demo-2')).toBe(401);
    expect((await june.get(`/v1/wips/${uuid}?html=true`)).text).toContain('stays');
    expect((await june.get(`/v1/archives/${archive}?html=true`)).text).toContain('stays');
    await done('archive', 'verify');
    const amir = await signedIn(server.origin, demo.administrator);
    for (const address of ['/v1/users', '/v1/users?limit=100']) {
      const users = parsed(listUsers, (await amir.get(address)).json);
      expect([address, users.map((user) => user.name)]).toEqual([
        address,
        expect.not.arrayContaining(['Dana Okafor', '']) as string[],
      ]);
    }
    expect(await actions(4)).toContain('user_removed');
    await mkdir(folder, { recursive: true });
    const lines = join(folder, `${randomUUID()}.ndjson`);
    await done('export', lines);
    const users = (await readFile(lines, 'utf8')).split('\n').filter((row) => row.includes('"table":"users"'));
    expect([users.length > 5, users.filter((row) => /okafor|dana/i.test(row))]).toEqual([true, []]);

    // The name is free, and its next holder is another person.
    const { password } = await done('user', 'add', 'dana', '--org', '1');
    expect(await login('dana', password)).toBe(200);
  });
});
