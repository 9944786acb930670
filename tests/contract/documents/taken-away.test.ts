import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStream } from '#tests/support/event-stream.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { startExpectingFailure, startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { load, submit, valueIn } from '#tests/support/writing.ts';
import { isFull } from '../../../tools/test/suites.ts';
import { expectRefusal, forThisTest, givenDist, givenFolder, runReady } from '../given.ts';
import { MOVED, expectOnlyReading, linesOf, patience, readiness, saved, unwell, well } from '../http/troubled.ts';

const dist = givenDist();
const base = givenFolder();
/** The process that has a data folder. */
const runningIn = async (dataDir: string): Promise<number> =>
  Number(await readFile(join(dataDir, 'server.pid'), 'utf8'));

// A server begins with the demo in its file, and its log has the last writes alone: one with all of them does no harm to another file.
describe('a database file that is taken away from a running server', () => {
  const doctor = (dataDir: string) => runReady({ READY_DATA: dataDir, READY_DIST: dist }, ['doctor']);
  const expectSound = async ({ dataDir }: TestServer): Promise<void> => {
    const { code, said: words } = await doctor(dataDir);
    expect([code, words]).toEqual([0, expect.stringMatching(/the database is sound/)]);
  };
  /** Starts it again and expects a sound database, in which the document is whole or does not exist. */
  async function expectAfterRestart(server: TestServer, wip: string, isKept: boolean): Promise<void> {
    await server.restart();
    const again = await signedIn(server.origin, demo.writer);
    if (isKept) expect(valueIn((await load(again, wip)).content, 'incident-name')).toBe('kept');
    else expect((await again.get(`/v1/wips/${wip}`)).status).toBe(404);
    await expectSound(server);
  }
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
    // The stream ends, so that a wall does not take silence for quiet.
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
    // A refused call has no effect behind the answer: a token that counts as exchanged would end the session when it is sent again.
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

      await expectAfterRestart(server, wip, true);
    },
  );

  /** Puts another file in the place of the database: that of before the last document, which is stored in the log alone. */
  async function givenReplaced(server: TestServer): Promise<{ file: string; wip: string; replacing: Buffer }> {
    const file = join(server.dataDir, 'ready.db');
    const writer = await signedIn(server.origin, demo.writer);
    const yesterday = join(server.dataDir, 'yesterday.db');
    expect((await runReady({ READY_DATA: server.dataDir }, ['backup', yesterday])).code).toBe(0);
    const replacing = await readFile(yesterday);
    const wip = await saved(writer);
    await rename(file, `${file}.away`);
    await rename(yesterday, file);
    await expectOnlyReading(writer, wip, MOVED);
    const { code, said: words } = await doctor(server.dataDir);
    expect([code, words]).toEqual([1, expect.stringMatching(/is another file than the one that it has open/)]);
    return { file, wip, replacing };
  }
  const beside = async ({ dataDir }: TestServer): Promise<string[]> =>
    (await readdir(dataDir)).filter((name) => name.startsWith('ready.db-')).toSorted();
  /** Expects that no command and no start goes on with the file that is there. */
  async function expectRefused(server: TestServer, words: RegExp): Promise<void> {
    const { code, stderr } = await startExpectingFailure({ dist, dataDir: server.dataDir });
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    for (const args of isFull
      ? [['user', 'list'], ['doctor'], ['backup', join(server.dataDir, 'new.db')]]
      : [['doctor']]) {
      const refused = await runReady({ READY_DATA: server.dataDir, READY_DIST: dist }, args);
      expect([args[0], refused.code, refused.error]).toEqual([args[0], 1, expect.stringMatching(words)]);
    }
  }
  const PENDING =
    /lost its database .*ready\.db while it ran, and wrote what it held to (\S+rescued-\S+)\. Restore that/;

  it('is said of another file in its place, and what the server held is kept when it ends', async () => {
    const server = await forThisTest(startServer({ dist }));
    const { file, wip, replacing } = await givenReplaced(server);
    const copied = await runReady({ READY_DATA: server.dataDir }, ['backup', join(server.dataDir, 'new.db')]);
    expect([copied.code, copied.error]).toEqual([1, expect.stringMatching(/is another file than the one that it has/)]);
    expect(await server.interrupt()).toBe(0);
    expect(said(server)).toHaveLength(1);

    const rescued = (await readdir(server.dataDir)).find((name) => name.startsWith('ready.db.rescued-')) ?? '';
    expect((await stat(join(server.dataDir, rescued))).mode & 0o077).toBe(0);
    // Its log is no part of the file that is there now.
    expect(await beside(server)).toEqual([]);
    await expectRefused(server, PENDING);
    await expectRefused(server, PENDING);
    expect((await readFile(file)).equals(replacing)).toBe(true);
    // A start without the file does not begin with an empty database unnoticed.
    await rm(file);
    const unaware = await startExpectingFailure({ dist, dataDir: server.dataDir });
    expect([unaware.code, unaware.stderr]).toEqual([
      1,
      expect.stringMatching(/is not there\..*rescued-\S+: restore that/),
    ]);
    const restored = await runReady({ READY_DATA: server.dataDir }, ['restore', join(server.dataDir, rescued)]);
    expect(restored.code).toBe(0);
    await expectSound(server);
    await expectAfterRestart(server, wip, true);
  });

  it('is gone on with as it is, when what the server held was moved away', async () => {
    const server = await forThisTest(startServer({ dist, env: { LOG_LEVEL: 'info' } }));
    const { file, wip } = await givenReplaced(server);
    expect(await server.interrupt()).toBe(0);
    const rescued = (await readdir(server.dataDir)).find((name) => name.startsWith('ready.db.rescued-')) ?? '';
    await expectRefused(server, PENDING);
    await rename(join(server.dataDir, rescued), join(server.dataDir, 'elsewhere.db'));
    await expectAfterRestart(server, wip, false);
    // The server looks through its database while it runs, and ends well only when that was done.
    await expect.poll(() => linesOf(server, /did not end well last time; .* is sound/)).toHaveLength(1);
    expect(await server.interrupt()).toBe(0);
    expect((await readdir(server.dataDir)).filter((name) => name.startsWith('server.'))).toEqual(['server.lock']);
    // One that was dealt with is no reason to refuse anything, whatever comes later.
    await rename(join(server.dataDir, 'elsewhere.db'), join(server.dataDir, rescued));
    await server.restart();
    await server.kill9();
    await server.restart();
    expect((await stat(file)).isFile()).toBe(true);
  });

  it('is not mixed with the log of a server that was killed, until one of the two is chosen', async () => {
    const server = await forThisTest(startServer({ dist }));
    const { file, wip, replacing } = await givenReplaced(server);
    await server.kill9();
    const MIXED = /The database \S+ready\.db is another file than the one to which \S+ready\.db-wal belongs/;
    await expectRefused(server, MIXED);
    await expectRefused(server, MIXED);
    expect((await readFile(file)).equals(replacing)).toBe(true);

    // The file of before goes on with its log.
    await rename(file, `${file}.yesterday`);
    await rename(`${file}.away`, file);
    await expectAfterRestart(server, wip, true);
  });

  it('is kept apart from that log by a restore', async () => {
    const server = await forThisTest(startServer({ dist }));
    const { file, wip, replacing } = await givenReplaced(server);
    await server.kill9();
    const restored = await runReady({ READY_DATA: server.dataDir }, ['restore', `${file}.away`, '--json']);
    expect(restored.code).toBe(0);
    const { kept, log } = JSON.parse(restored.out) as { kept: string; log: string };
    expect([(await readFile(kept)).equals(replacing), (await stat(log)).size > 0]).toEqual([true, true]);
    expect(await readdir(server.dataDir)).not.toContain(`${basename(kept)}-wal`);
    await expectAfterRestart(server, wip, false);
  });

  it.each([['with its log', ['', '-wal', '-shm']], ...(isFull ? [['alone', ['']] as const] : [])] as const)(
    'after kill -9 is not begun anew unawares: %s',
    async (_what, gone) => {
      const server = await forThisTest(startServer({ dist }));
      const file = join(server.dataDir, 'ready.db');
      const backup = join(server.dataDir, 'copy.db');
      const wip = await saved(await signedIn(server.origin, demo.writer));
      expect((await runReady({ READY_DATA: server.dataDir }, ['backup', backup])).code).toBe(0);
      for (const suffix of gone) await rm(file + suffix);
      await server.kill9();
      const GONE =
        /The database \S+ready\.db is gone.* restore a backup \(ready restore\); or remove (.+) to start with a new one\./;
      await expectRefused(server, GONE);
      const { stderr } = await startExpectingFailure({ dist, dataDir: server.dataDir });
      expect((await runReady({ READY_DATA: server.dataDir }, ['restore', backup])).code).toBe(0);
      await expectAfterRestart(server, wip, true);

      // A new beginning works too, when it is wanted.
      for (const suffix of gone) await rm(file + suffix);
      await server.kill9();
      for (const left of GONE.exec(stderr)?.[1]?.split(/, | and /) ?? []) await rm(left);
      await expectAfterRestart(server, wip, false);
    },
  );

  it('is no matter of a first start that was killed half way', async () => {
    const dataDir = join(base, randomUUID());
    await mkdir(dataDir);
    // It has taken the folder, and made no database yet.
    await writeFile(join(dataDir, 'server.pid'), '1');
    const [first] = [startServer({ dist, dataDir }).catch(() => null)];
    await expect.poll(() => readdir(dataDir), patience).toContain('ready.db-wal');
    await expect.poll(() => runningIn(dataDir), patience).not.toBe(1);
    process.kill(await runningIn(dataDir), 'SIGKILL');
    await first;
    const again = await forThisTest(startServer({ dist, dataDir }));
    await signedIn(again.origin, demo.writer);
  });

  it('after kill -9 leaves a log, which is not laid over the backup that is restored', async () => {
    const server = await forThisTest(startServer({ dist }));
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
      / The log of a database that is gone lay there: it is \S+before-restore-\S+\.gone-wal now\./,
    );
    await expectAfterRestart(server, wip, true);
    expect((await (await signedIn(server.origin, demo.writer)).get(`/v1/wips/${later}`)).status).toBe(404);
  });
});

describe('a database file of which nothing is left', () => {
  it('is refused beside what a database left, until a backup is restored or that is removed', async () => {
    const server = await forThisTest(startServer({ dist }));
    const { dataDir } = server;
    const file = join(dataDir, 'ready.db');
    const copy = join(dataDir, 'copy.db');
    await expect.poll(() => stat(join(dataDir, 'ready.reserve')), patience).toBeDefined();
    const ready = (...args: string[]) => runReady({ READY_DATA: dataDir, READY_DIST: dist }, args);
    expect((await ready('backup', copy)).code).toBe(0);
    expect(await server.interrupt()).toBe(0);
    const words =
      /^The database .*ready\.db is empty, and there was one that was not: .*ready\.reserve is left of it\. Restore/m;
    // SQLite takes one byte for none.
    await writeFile(file, '\n');
    expect((await startExpectingFailure({ dist, dataDir })).stderr).toMatch(words);
    await writeFile(file, '');
    expect((await startExpectingFailure({ dist, dataDir })).stderr).toMatch(words);
    expect(await ready('org', 'add', 'Harbor')).toMatchObject({
      code: 1,
      error: expect.stringMatching(words) as string,
    });
    expect((await ready('doctor')).error).toContain('is empty, and there was one that was not');
    expect((await ready('backup', join(dataDir, 'empty.db'))).code).toBe(1);
    expect((await stat(file)).size).toBe(0);
    expect((await ready('restore', copy)).code).toBe(0);
    await server.restart();
    await signedIn(server.origin, demo.writer);
  });

  it.each(['elsewhere.db', 'ready.db'])('is not begun anew where a link to %s leads nowhere', async (target) => {
    const dataDir = join(base, randomUUID());
    await mkdir(dataDir, { mode: 0o700 });
    await symlink(target, join(dataDir, 'ready.db'));
    const words = /^The database .*ready\.db is a link that leads nowhere\. Bring back what it leads to, /m;
    expect((await startExpectingFailure({ dist, dataDir })).stderr).toMatch(words);
    for (const args of [['doctor'], ['org', 'add', 'Harbor'], ['user', 'list']])
      expect((await runReady({ READY_DATA: dataDir, READY_DIST: dist }, args)).said).toMatch(/leads nowhere/);
    expect(await readdir(dataDir)).not.toContain('elsewhere.db');
  });

  it('is begun anew where no database was', async () => {
    const dataDir = join(base, randomUUID());
    await mkdir(dataDir, { mode: 0o700 });
    await writeFile(join(dataDir, 'ready.db'), '');
    const server = await forThisTest(startServer({ dist, dataDir }));
    await signedIn(server.origin, demo.writer);
  });
});

describe('a log that lies beside a database', () => {
  it('is said to be of what was there before, where a backup was copied over it, and doctor lays it over nothing', async () => {
    const server = await forThisTest(startServer({ dist }));
    const { dataDir } = server;
    const file = join(dataDir, 'ready.db');
    const ready = (...args: string[]) => runReady({ READY_DATA: dataDir, READY_DIST: dist }, args);
    expect((await ready('backup', join(dataDir, 'copy.db'))).code).toBe(0);
    await saved(await signedIn(server.origin, demo.writer));
    await server.kill9();
    const copy = await readFile(join(dataDir, 'copy.db'));
    await writeFile(file, copy);
    const later = new Date(Date.now() + 60_000);
    await utimes(file, later, later);
    const doubtful =
      /^problem {2}The log .*ready\.db-wal may belong to what .*: the database is newer than it\. .* ready restore\./m;
    expect((await ready('doctor')).error).toMatch(doubtful);
    expect((await readFile(file)).equals(copy)).toBe(true);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);

    // Put back as it should be, nothing is left to be said.
    expect((await ready('restore', join(dataDir, 'copy.db'))).code).toBe(0);
    expect((await ready('doctor')).said).not.toContain('may belong');
    await writeFile(`${file}-wal`, 'of another');
    expect((await ready('doctor')).error).toMatch(
      /ready\.db-wal may belong to what .*: the last process .* has left none\./,
    );
    await rm(`${file}-wal`);
    await server.restart();
    await signedIn(server.origin, demo.writer);
  });
});
