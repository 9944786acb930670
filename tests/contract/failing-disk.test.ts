import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openForServer } from '#server/storage/open.ts';
import { settingsOf } from '#tests/support/engines.ts';
import { openStream } from '#tests/support/event-stream.ts';
import { notTried } from '#tests/support/not-tried.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startServer } from '#tests/support/server.ts';
import { smallDisk } from '#tests/support/small-disk.ts';
import { submit } from '#tests/support/writing.ts';
import { forThisTest, givenDist, givenFolder } from './given.ts';
import {
  FAILING,
  MAY_NOT_MOUNT,
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

/** Sets beyond which size no file of a process may grow: SQLite is then told of an error that is not that of a full disk. */
function limitFiles(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);
  expect([status, String(stderr)]).toEqual([0, '']);
}

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
    const settings = settingsOf({ READY_DATA: join(base, randomUUID()) });
    const open = await openForServer(
      settings,
      new Date().toISOString(),
      (storage) => storage.settings.set('secret', 'for this test'),
      freeBytes,
    );
    const told: (string | undefined)[] = [];
    open.condition.follow((trouble) => told.push(trouble?.kind));
    const write = (): Promise<void> => open.storage.transaction(({ settings: own }) => own.set('name', 'value'));
    limitFiles(process.pid, '4096:');
    try {
      await expect(write()).rejects.toMatchObject({ kind: 'failing' });
      const before = looks;
      await expect.poll(() => looks, patience).toBeGreaterThan(before + 2);
      expect(told).toEqual(['failing']);
    } finally {
      limitFiles(process.pid, 'unlimited:');
    }
    await expect.poll(() => told, patience).toEqual(['failing', undefined]);
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
    // Nobody but the kernel takes writing from files that are open, and it does so when a write fails: so both are done here.
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
    disk.allowWriting(true);
    limitFiles(server.pid(), 'unlimited:');
    await expect.poll(() => readiness(server.origin), patience).toEqual(well);
    await submit(writer, wip);
    await signedIn(server.origin, demo.otherWriter);
    for (let event = await stream.next(); event?.event !== 'submission'; event = await stream.next()) {
      expect(event?.event).toBe('heartbeat');
    }
    stream.close();
    expect(linesOf(server, /can only be read|reports errors|Documents are saved again/)).toEqual([
      expect.stringMatching(/"level":50.*The database .*ready\.db can only be read\. Mount its disk/),
      expect.stringContaining('Documents are saved again'),
    ]);
  });

  it('is told from a database that can only be read', async () => {
    const data = join(base, randomUUID());
    const open = await openForServer(settingsOf({ READY_DATA: data }), new Date().toISOString(), async () => undefined);
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
