import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { listSessions } from '#common/calls/account.ts';
import { RESERVE } from '#server/storage/lifecycle/disk-reserve.ts';
import { type OpenDatabase, openForServer } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { settingsOf } from '#tests/support/postgres/engines.ts';
import { isFull } from '../../../tools/test/suites.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { notTried } from '#tests/support/not-tried.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { startPostgres } from '#tests/support/postgres/postgres.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { smallDisk } from '#tests/support/hosts/small-disk.ts';
import { load, saving, submit, valueIn } from '#tests/support/writing.ts';
import { forThisTest, given, givenDist, givenFolder, runProgram, startInside } from '../given.ts';
import {
  FAILING,
  FULL,
  MAY_NOT_MOUNT,
  READ_ONLY,
  expectOnlyReading,
  linesOf,
  patience,
  readiness,
  saved,
  unwell,
  well,
} from '../http/troubled.ts';
import { parsed } from '#tests/support/replies.ts';

const dist = givenDist();
const base = givenFolder();

/** Expects that users can sign in, stay and sign out. */
async function expectSessions(origin: string): Promise<Person> {
  const person = await signedIn(origin, demo.reader);
  expect((await person.post('/auth/refresh-token')).status).toBe(200);
  expect((await person.get('/v1/templates')).status).toBe(200);
  const wrong = await person.twin().post('/auth/login', { username: demo.otherWriter, password: 'not this one' });
  expect(wrong.status).toBe(401);
  const leaving = await signedIn(origin, demo.otherWriter);
  expect((await leaving.post('/auth/logout')).status).toBe(200);
  expect((await leaving.get('/auth/verify')).status).toBe(401);
  return person;
}

/** Expects that an administrator can stop a user who fills the disk, and that a user can end a session. */
async function expectEmergencyActs(origin: string): Promise<void> {
  const amir = await signedIn(origin, demo.administrator);
  const uuidOf = async (person: Person): Promise<string> =>
    v.parse(v.looseObject({ uuid: v.string() }), (await person.get('/auth/verify')).json).uuid;
  for (const act of ['sign-out', 'one-time-password', 'disable']) {
    const stopped = await signedIn(origin, act === 'disable' ? demo.reader : demo.otherWriter);
    const uuid = await uuidOf(stopped);
    expect([act, (await amir.post(`/v1/users/${uuid}/${act}`, {})).status]).toEqual([act, 200]);
    expect((await stopped.get('/auth/verify')).status).toBe(401);
    expect([(await amir.post(`/v1/users/${uuid}/enable`, {})).status, act]).toEqual([503, act]);
  }
  const sessions = parsed(listSessions, (await amir.get('/v1/account/sessions')).json);
  const own = sessions.find(({ is_this }) => is_this)?.uuid ?? '';
  expect((await amir.post(`/v1/account/sessions/${own}/end`, {})).status).toBe(200);
}

/** Sets the maximum size of a process's files: SQLite then receives an error that is not that of a full disk. */
function limitFiles(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);
  expect([status, String(stderr)]).toEqual([0, '']);
}

/** Opens a database as a server does. */
const openNew = (data: string, freeBytes?: () => Promise<number>): Promise<OpenDatabase> =>
  openForServer(
    settingsOf({ READY_DATA: data }),
    new Date().toISOString(),
    (storage) => storage.settings.set('secret', 'for this test'),
    freeBytes,
  );

describe('a full disk', () => {
  it('refuses documents in words, and lets people come in, read and leave, until there is room', async () => {
    let free = 900_000_000;
    const { origin, dataDir } = await forThisTest(startInside({}, { freeBytes: async () => free }));
    const writer = await signedIn(origin, demo.writer);
    const wip = await saved(writer);
    const stream = await openStream(writer, wip);
    await expect.poll(async () => (await stat(join(dataDir, 'ready.reserve'))).size, patience).toBe(RESERVE);

    free = 400_000;
    await expect.poll(() => readiness(origin), patience).toEqual(unwell('disk full'));
    await expectOnlyReading(writer, wip, FULL);
    await expectSessions(origin);
    await expectEmergencyActs(origin);
    expect((await rawCall(origin, { path: '/metrics' })).text).toMatch(/^ready_disk_free_bytes 400000$/m);
    expect((await rawCall(origin, { path: '/health' })).status).toBe(200);

    free = 900_000_000;
    await expect.poll(() => readiness(origin), patience).toEqual(well);
    await submit(writer, wip);
    // The stream that was open before has stayed.
    expect(await stream.next()).toMatchObject({ event: 'submission' });
    stream.close();
  });

  it('is what a transaction that met it ends with, and sessions then have the room that was kept', async () => {
    const data = join(base, randomUUID());
    const open = await openNew(data);
    await expect.poll(async () => (await stat(join(data, 'ready.reserve'))).size, patience).toBe(RESERVE);
    const limit = async (pages: number): Promise<void> => {
      await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(open.db);
    };
    const write = (storage: Storage, name: string): Promise<void> =>
      storage.transaction(({ settings }) => settings.set(name, 'x'.repeat(500_000)));
    await limit(1);
    const full = {
      kind: 'full',
      reason: 'disk full',
      message: `The disk that holds ${data} is full. Make room there.`,
    };
    await expect(write(open.storage, 'one')).rejects.toMatchObject(full);
    // The room is for sessions alone.
    expect((await stat(join(data, 'ready.reserve'))).size).toBe(RESERVE);
    await expect(write(open.sessionStorage, 'two')).rejects.toMatchObject(full);
    await expect(stat(join(data, 'ready.reserve'))).rejects.toThrow('ENOENT');
    // A line of the audit log is left out, rather than the sign-in refused.
    const entry = { action: 'sign_in_failed', actor: null, organisation: null, subject: null, address: null } as const;
    const detail = 'x'.repeat(500_000);
    await open.sessionStorage.audit.add({ ...entry, at: new Date().toISOString(), detail });
    expect(await open.storage.audit.list(1)).toEqual([]);

    await limit(1_000_000);
    await expect.poll(() => open.condition.trouble(), patience).toBeNull();
    await write(open.storage, 'three');
    expect([await open.storage.settings.get('one'), (await open.storage.settings.get('three'))?.length]).toEqual([
      null,
      500_000,
    ]);
    await open.close();
  });

  it('of the machine itself', async (context) => {
    const dataDir = join(base, randomUUID());
    const disk = await smallDisk(dataDir);
    if (disk === null) return notTried(context, MAY_NOT_MOUNT);
    const server = await forThisTest(startServer({ dist, dataDir, through: disk.there }));
    const kept = join(disk.outside, 'ready.reserve');
    const reserve = async (): Promise<number> => (await stat(kept).catch(() => null))?.size ?? 0;
    const writer = await signedIn(server.origin, demo.writer);
    const wip = await saved(writer);
    await expect.poll(reserve, patience).toBe(RESERVE);

    const filler = join(disk.outside, 'filler');
    const fill = (): void => {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(4_096, 1));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      } finally {
        closeSync(file);
      }
    };
    fill();
    await expect.poll(() => readiness(server.origin), patience).toEqual(unwell('disk full'));
    await expectOnlyReading(writer, wip, FULL);
    // Another program takes what is given up, each time.
    for (let round = 0; round < 3; round += 1) {
      await expectSessions(server.origin);
      fill();
    }
    const rest = await reserve();
    expect(rest).toBeLessThan(RESERVE);
    expect(rest).toBeGreaterThan(0);

    expect(linesOf(server, /"level":50.*The disk that holds .* is full\. Make room there\./)).toHaveLength(1);
    expect(server.output()).not.toMatch(/cannot rollback|database or disk is full/);
    // A restart does not take reading from the users.
    expect(await server.interrupt()).toBe(0);
    fill();
    await server.restart();
    await expect.poll(() => readiness(server.origin), patience).toEqual(unwell('disk full'));
    await expectSessions(server.origin);
    await expectOnlyReading(writer, wip, FULL);
    rmSync(filler);
    await expect.poll(() => readiness(server.origin), patience).toEqual(well);
    await expect.poll(reserve, patience).toBe(RESERVE);
    expect(linesOf(server, /"level":40.*Documents are saved again/)).toHaveLength(1);
    await submit(writer, wip);
    expect((await writer.post('/auth/refresh-token')).status).toBe(200);
  });
});

describe('a disk that does not do what it is asked', () => {
  it('is said in its own words, once in the log, and is over by itself', async () => {
    const server = await forThisTest(startServer({ dist }));
    const writer = await signedIn(server.origin, demo.writer);
    const wip = await saved(writer);
    limitFiles(server.pid(), '4096:');
    await expectOnlyReading(writer, wip, FAILING);
    expect(await readiness(server.origin)).toEqual(unwell('disk errors'));
    limitFiles(server.pid(), 'unlimited:');
    await expect.poll(() => readiness(server.origin), patience).toEqual(well);
    await submit(writer, wip);
    expect(linesOf(server, /reports errors|Documents are saved again/)).toEqual([
      expect.stringMatching(/"level":50.*The disk that holds .* reports errors \(disk I\/O error\)\./),
      expect.stringContaining('Documents are saved again'),
    ]);
  });

  it('lasts for as long as nothing can be written, however often that is tried', async () => {
    let looks = 0;
    const freeBytes = async (): Promise<number> => 900_000_000 + (looks += 1);
    const open = await openNew(join(base, randomUUID()), freeBytes);
    const kinds: (string | undefined)[] = [];
    open.condition.follow((trouble) => kinds.push(trouble?.kind));
    const write = (): Promise<void> => open.storage.transaction(({ settings }) => settings.set('name', 'value'));
    limitFiles(process.pid, '4096:');
    try {
      await expect(write()).rejects.toMatchObject({ kind: 'failing' });
      const before = looks;
      await expect.poll(() => looks, patience).toBeGreaterThan(before + 2);
      expect(kinds).toEqual(['failing']);
    } finally {
      limitFiles(process.pid, 'unlimited:');
    }
    await expect.poll(() => kinds, patience).toEqual(['failing', undefined]);
    await write();
    await open.close();
  });

  it('is told from one that the machine has mounted anew for reading only, as Linux does after errors', async (context) => {
    const dataDir = join(base, randomUUID());
    const disk = await smallDisk(dataDir);
    if (disk === null) return notTried(context, MAY_NOT_MOUNT);
    const server = await forThisTest(startServer({ dist, dataDir, through: disk.there }));
    const reader = await signedIn(server.origin, demo.reader);
    const writer = await signedIn(server.origin, demo.writer);
    const wip = await saved(writer);
    const stream = await openStream(reader, wip);
    // Only the kernel takes writing from files that are open, and it does so when a write fails: so both are done here.
    disk.allowWriting(false);
    limitFiles(server.pid(), '4096:');
    await expectOnlyReading(writer, wip, READ_ONLY);
    expect(await readiness(server.origin)).toEqual(unwell('database read only'));
    expect((await rawCall(server.origin, { path: '/health' })).status).toBe(200);
    expect((await reader.get('/v1/templates')).status).toBe(200);
    // A session needs a row, and there is no room that could be given up for it.
    const coming = { username: demo.otherWriter, password: demoPassword(demo.otherWriter) };
    const refused = [
      await new Person(server.origin).post('/auth/login', coming),
      await reader.post('/auth/refresh-token'),
      await reader.twin().post('/auth/logout'),
    ];
    expect(refused.map(({ status, json }) => [status, json])).toEqual(refused.map(() => [503, { message: READ_ONLY }]));
    // The limit first: otherwise a check between the two finds a disk that may be written but fails.
    limitFiles(server.pid(), 'unlimited:');
    disk.allowWriting(true);
    await expect.poll(() => readiness(server.origin), patience).toEqual(well);
    await submit(writer, wip);
    await signedIn(server.origin, demo.otherWriter);
    expect(await stream.next()).toMatchObject({ event: 'submission' });
    stream.close();
    expect(linesOf(server, /can only be read|reports errors|Documents are saved again/)).toEqual([
      expect.stringMatching(/"level":50.*The database .*ready\.db can only be read\. Mount its disk/),
      expect.stringContaining('Documents are saved again'),
    ]);
  });

  it.for(isFull ? (['interrupt', 'kill9'] as const) : (['kill9'] as const))(
    'lets commands that only read do their work, after %s',
    async (end, context) => {
      const dataDir = join(base, randomUUID());
      const disk = await smallDisk(dataDir);
      if (disk === null) return notTried(context, MAY_NOT_MOUNT);
      const server = await forThisTest(startServer({ dist, dataDir, through: disk.there }));
      const wip = await saved(await signedIn(server.origin, demo.writer));
      await server[end]();
      disk.allowWriting(false);
      const elsewhere = join(base, randomUUID());
      await mkdir(elsewhere);
      const [enter = '', ...options] = disk.there;
      const cli = [process.execPath, resolve('server/cli/main.ts')];
      const env = { READY_DATA: dataDir, READY_DIST: dist, PATH: process.env['PATH'] ?? '' };
      const ready = (...args: string[]) =>
        runProgram(enter, [...options, ...cli, ...args], { cwd: process.cwd(), env });
      for (const args of [
        ['archive', 'verify'],
        ['user', 'list'],
        ['export', join(elsewhere, 'all.ndjson')],
      ])
        expect([args[0], await ready(...args)]).toEqual([args[0], expect.objectContaining({ code: 0, error: '' })]);
      expect(await ready('backup', join(elsewhere, 'all.db'))).toMatchObject({ code: 0 });
      expect(await ready('backup', '--keep', '2', elsewhere)).toMatchObject({ code: 0 });
      for (const copy of ['all.ndjson', 'all.db'])
        expect(await readFile(join(elsewhere, copy), 'latin1')).toContain(wip);
      expect((await ready('doctor')).error).toMatch(
        /^problem {2}the disk of .* can only be read[^]*^ok {7}the database is sound[^]*^ok {7}the database has the form/m,
      );
      expect(await ready('user', 'disable', demo.reader)).toMatchObject({
        code: 1,
        error: expect.stringMatching(/^The database .* can only be read\. Mount its disk for writing/) as string,
      });
      disk.allowWriting(true);
      if (end !== 'kill9') return;
      // A log by itself cannot be read there, and nothing older is shown in its place.
      await runProgram(enter, [...options, 'rm', join(dataDir, 'ready.db-shm')], { cwd: process.cwd(), env });
      disk.allowWriting(false);
      expect((await ready('user', 'list')).error).toMatch(
        /ready\.db-shm, which is missing .*: copy the folder to a disk/,
      );
      disk.allowWriting(true);
    },
  );

  it('is told from a database that can only be read', async () => {
    const open = await openNew(join(base, randomUUID()));
    await sql`pragma query_only = 1`.execute(open.db);
    const write = (): Promise<void> => open.storage.transaction(({ settings }) => settings.set('name', 'value'));
    await expect(write()).rejects.toMatchObject({ kind: 'readOnly', message: /can only be read\. Mount its disk/ });
    expect(open.condition.trouble()?.reason).toBe('database read only');
    await sql`pragma query_only = 0`.execute(open.db);
    await expect.poll(() => open.condition.trouble(), patience).toBeNull();
    await write();
    await open.close();
  });
});

describe('PostgreSQL', () => {
  const postgres = given(startPostgres);

  it.each([
    ['53100', FULL],
    ['58030', FAILING],
    ['25006', READ_ONLY],
  ])('says %s in its own words, and other processes can go on: this one stays ready', async (code, message) => {
    const url = await postgres.newDatabase();
    const { origin } = await forThisTest(startInside({ DATABASE_URL: url }));
    const writer = await signedIn(origin, demo.writer);
    const wip = await saved(writer);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`);
    await client.query('create trigger refuse before insert or update on wips execute function refuse()');
    const refused = await writer.post(`/v1/wips/${wip}/update`, saving('Changed', { 'incident-name': 'changed' }));
    expect([refused.status, refused.json, refused.headers.get('Retry-After')]).toEqual([503, { message }, '30']);
    expect(valueIn((await load(writer, wip)).content, 'incident-name')).toBe('kept');
    await signedIn(origin, demo.reader);
    expect(await readiness(origin)).toEqual(well);
    expect((await rawCall(origin, { path: '/metrics' })).text).not.toContain('ready_disk_free_bytes');
    await client.query('drop trigger refuse on wips');
    await client.end();
    await submit(writer, wip);
    expect((await writer.post(`/v1/wips/${wip}/update`, saving('Changed'))).status).toBe(200);
  });
});
