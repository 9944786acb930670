import { existsSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { startExpectingFailure, startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { forThisTest, givenDist, givenFolder, runReady } from '../given.ts';

const patience = { timeout: 30_000 };
const dist = givenDist();
const dataDir = givenFolder();
const file = join(dataDir, 'ready.db');
const kept = join(dataDir, 'kept.db');
const DAMAGED =
  /"level":50.*"problems":\[".*The database .*ready\.db is damaged\. Stop the server and restore a backup/;
const SOUND = /"level":30.*the server did not end well last time; the database .*ready\.db is sound/;

let server: TestServer;
beforeEach(async () => {
  server = await forThisTest(startServer({ dist, dataDir, env: { LOG_LEVEL: 'info' } }));
});

/** Overwrites the first page of a table or an index; a copy of the sound file is kept. */
async function damage(name: string): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const [page] = database.prepare('select rootpage from sqlite_master where name = ?').all(name);
  const [size] = database.prepare('pragma page_size').all();
  database.close();
  await copyFile(file, kept);
  const [number, bytes] = [Number(page?.['rootpage']), Number(size?.['page_size'])];
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0x5a), 0, bytes, (number - 1) * bytes);
  await handle.close();
}

it('looks through the database after an unclean end while it answers, and says what is wrong until nothing is', async () => {
  await server.kill9();
  // No start reads this one.
  await damage('archives_by_name');
  // Commands neither check the database nor forget that it was not checked.
  expect((await runReady({ READY_DATA: dataDir, READY_DIST: dist }, ['audit'])).code).toBe(0);
  for (let start = 0; start < 2; start += 1) {
    await server.restart();
    await expect.poll(() => server.output(), patience).toMatch(DAMAGED);
    const person = await signedIn(server.origin, demo.writer);
    expect((await person.get('/v1/templates')).status).toBe(200);
    const doctor = await runReady({ READY_DATA: dataDir, READY_DIST: dist }, ['doctor']);
    expect([doctor.code, doctor.said]).toEqual([1, expect.stringMatching(/^problem {2}the database is damaged: /m)]);
    expect(await server.interrupt()).toBe(0);
  }

  await copyFile(kept, file);
  await server.restart();
  await expect.poll(() => server.output(), patience).toMatch(SOUND);
  expect(await server.interrupt()).toBe(0);
  expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
});

it.each(['settings', 'access_tokens'])(
  'ends the start with one sentence when that comes upon a damage: in %s',
  async (table) => {
    expect(await server.interrupt()).toBe(0);
    await damage(table);
    const { code, stdout, stderr } = await startExpectingFailure({ dist, dataDir });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The database \S+ready\.db is damaged\. Restore a backup \(ready restore\), or move it away[^\n]*\n$/,
    );
    await copyFile(kept, file);
  },
);
