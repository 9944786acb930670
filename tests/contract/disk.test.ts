import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { RESERVE } from '#server/storage/disk-reserve.ts';
import { openForServer } from '#server/storage/open.ts';
import type { Storage } from '#server/storage/port.ts';
import { settingsOf } from '#tests/support/engines.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { notTried } from '#tests/support/not-tried.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startExpectingFailure, startServer, type TestServer } from '#tests/support/server.ts';
import { smallDisk } from '#tests/support/small-disk.ts';
import { load, saving, submit, valueIn } from '#tests/support/writing.ts';
import { expectRefusal, forThisTest, given, givenDist, givenFolder, runReady, startInside } from './given.ts';
import {
  FAILING,
  FULL,
  MAY_NOT_MOUNT,
  MOVED,
  READ_ONLY,
  expectOnlyReading,
  linesOf,
  patience,
  readiness,
  saved,
  unwell,
  well,
} from './troubled.ts';

vi.setConfig({ testTimeout: 120_000 });
const dist = givenDist();
const base = givenFolder();

/** Somebody comes in, stays and leaves. */
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
    expect((await rawCall(origin, { path: '/metrics' })).text).toMatch(/^ready_disk_free_bytes 400000$/m);
    expect((await rawCall(origin, { path: '/health' })).status).toBe(200);

    free = 900_000_000;
    await expect.poll(() => readiness(origin), patience).toEqual(well);
    await submit(writer, wip);
    // The stream that was open before has stayed.
    for (let event = await stream.next(); event?.event !== 'submission'; event = await stream.next()) {
      expect(event?.event).toBe('heartbeat');
    }
    stream.close();
  });

  it('is what a transaction that met it ends with, and sessions then have the room that was kept', async () => {
    const data = join(base, randomUUID());
    const open = await openForServer(settingsOf({ READY_DATA: data }), new Date().toISOString(), (storage) =>
      storage.settings.set('secret', 'for this test'),
    );
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
    // Whoever starts it again has not taken reading from the people.
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

describe('PostgreSQL', () => {
  const postgres = given(startPostgres);

  it.each([
    ['53100', FULL],
    ['58030', FAILING],
    ['25006', READ_ONLY],
  ])('says %s in its own words, and other processes can go on: this one stays ready', async (code, told) => {
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
    expect([refused.status, refused.json, refused.headers.get('Retry-After')]).toEqual([503, { message: told }, '30']);
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

describe('a database file that is taken away from a running server', () => {
  const doctor = (dataDir: string) => runReady({ READY_DATA: dataDir, READY_DIST: dist }, ['doctor']);
  const expectSound = async ({ dataDir }: TestServer): Promise<void> => {
    const { code, said: words } = await doctor(dataDir);
    expect([code, words]).toEqual([0, expect.stringMatching(/the database is sound/)]);
  };
  /** A server whose write-ahead log holds its last writes alone: one with the whole database in it does no harm to another file. */
  const givenBusyServer = async (): Promise<TestServer> => {
    const server = await forThisTest(startServer({ dist }));
    expect(await server.interrupt()).toBe(0);
    await server.restart();
    return server;
  };
  const said = (server: TestServer): string[] =>
    linesOf(server, /"level":50.*The database .*ready\.db was moved or removed, or another file was put in its place/);

  it('is said at once, and its return is the end of it', async () => {
    const server = await forThisTest(startServer({ dist }));
    const file = join(server.dataDir, 'ready.db');
    const writer = await signedIn(server.origin, demo.writer);
    const wip = await saved(writer);
    await runReady({ READY_DATA: server.dataDir }, ['backup', join(server.dataDir, 'copy.db')]);
    expect(await readiness(server.origin)).toEqual(well);

    const stream = await openStream(writer, wip);
    await rename(file, `${file}.away`);
    await expectOnlyReading(writer, wip, MOVED);
    // A wall does not take silence for quiet.
    expect(await stream.next()).toBeNull();
    for (const address of [`/events/wips/${wip}`, `/events/wips?ids=${wip}`]) {
      expectRefusal(await writer.get(address), 503, MOVED);
    }
    const signIn = await new Person(server.origin).post('/auth/login', {
      username: demo.reader,
      password: demoPassword(demo.reader),
    });
    expectRefusal(signIn, 503, MOVED);
    expectRefusal(await writer.post('/auth/refresh-token'), 503, MOVED);
    expect(await readiness(server.origin)).toEqual(unwell('database file gone'));
    const { code, said: words } = await doctor(server.dataDir);
    expect([code, words]).toEqual([
      1,
      expect.stringMatching(/^problem {2}A Ready server \(process \d+\) .* is not there any more/m),
    ]);

    await rename(`${file}.away`, file);
    await expect.poll(() => readiness(server.origin), patience).toEqual(well);
    await submit(writer, wip);
    // What was refused was not done behind the answer: a token that counts as exchanged would end the session when it comes again.
    const database = new DatabaseSync(file);
    const exchanged = database.prepare('select * from refresh_tokens where used_at is not null').all();
    database.close();
    expect(exchanged).toEqual([]);
    expect([said(server).length, linesOf(server, /Documents are saved again/).length]).toEqual([1, 1]);
    expect((await doctor(server.dataDir)).said).toMatch(/the database is sound/);
  });

  it.each(['-wal', '-shm'])(
    'is said of its %s file alone, in which or by which writes would be lost',
    async (suffix) => {
      const server = await forThisTest(startServer({ dist }));
      const file = join(server.dataDir, 'ready.db');
      const writer = await signedIn(server.origin, demo.writer);
      const wip = await saved(writer);
      await rm(file + suffix);
      await expectOnlyReading(writer, wip, MOVED);
      expect(await readiness(server.origin)).toEqual(unwell('database file gone'));
      const { code, said: words } = await doctor(server.dataDir);
      expect([code, words]).toEqual([1, expect.stringMatching(/is without its -wal or -shm file/)]);
      expect(await server.interrupt()).toBe(0);
      expect(said(server)).toHaveLength(1);

      await server.restart();
      const again = await signedIn(server.origin, demo.writer);
      expect(valueIn((await load(again, wip)).content, 'incident-name')).toBe('kept');
    },
  );

  it('is said of another file in its place, and what the server held is kept when it ends', async () => {
    const server = await givenBusyServer();
    const file = join(server.dataDir, 'ready.db');
    const writer = await signedIn(server.origin, demo.writer);
    await copyFile(file, `${file}.old`);
    const wip = await saved(writer);
    await rm(file);
    await rename(`${file}.old`, file);
    await expectOnlyReading(writer, wip, MOVED);
    const { code, said: words } = await doctor(server.dataDir);
    expect([code, words]).toEqual([1, expect.stringMatching(/is another file than the one that it has open/)]);
    expect(await server.interrupt()).toBe(0);
    expect(said(server)).toHaveLength(1);

    const rescued = (await readdir(server.dataDir)).find((name) => name.startsWith('ready.db.rescued-')) ?? '';
    expect((await stat(join(server.dataDir, rescued))).mode & 0o077).toBe(0);
    // Whoever starts the server again does not begin anew unawares.
    await rm(file);
    const unaware = await startExpectingFailure({ dist, dataDir: server.dataDir });
    expect([unaware.code, unaware.stderr]).toEqual([
      1,
      expect.stringMatching(/is not there\..*rescued-\S+: restore that/),
    ]);
    const restored = await runReady({ READY_DATA: server.dataDir }, ['restore', join(server.dataDir, rescued)]);
    expect(restored.code).toBe(0);
    await expectSound(server);
    await server.restart();
    const again = await signedIn(server.origin, demo.writer);
    expect(valueIn((await load(again, wip)).content, 'incident-name')).toBe('kept');
    await expectSound(server);
  });

  it('after kill -9 leaves a log, which is not laid over the backup that is restored', async () => {
    const server = await givenBusyServer();
    const file = join(server.dataDir, 'ready.db');
    const writer = await signedIn(server.origin, demo.writer);
    const wip = await saved(writer);
    const backup = join(server.dataDir, 'copy.db');
    expect((await runReady({ READY_DATA: server.dataDir }, ['backup', backup])).code).toBe(0);
    const later = await saved(writer);
    await server.kill9();
    await rename(file, `${file}.bad`);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);

    const restored = await runReady({ READY_DATA: server.dataDir }, ['restore', backup]);
    expect([restored.code, restored.error]).toEqual([0, '']);
    await expectSound(server);
    expect(restored.out).toMatch(
      / The log of a database that is gone lay there: it is \S+before-restore-\S+-wal now\./,
    );
    await server.restart();
    const again = await signedIn(server.origin, demo.writer);
    expect(valueIn((await load(again, wip)).content, 'incident-name')).toBe('kept');
    expect((await again.get(`/v1/wips/${later}`)).status).toBe(404);
    await expectSound(server);
  });
});
