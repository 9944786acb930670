import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#server/storage/migrations/migrate.ts';
import { sqliteEngine } from '#server/storage/engines/engine.ts';
import { migrations } from '#server/storage/migrations/migrations.ts';
import { openSqlite } from '#server/storage/engines/sqlite.ts';
import { engines } from '#tests/support/postgres/engines.ts';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { save, submit } from '#tests/support/writing.ts';
import { commandsOf, forThisTest, given, givenDist, givenFolder, runReady, type Said } from '../given.ts';
import { newBoard, newDisplay } from '../boards/walls.ts';

// Several starts of a real server a test: slow on a busy machine.
const base = givenFolder();
const dist = givenDist();
let data = '';
beforeEach(() => {
  data = join(base, randomUUID());
});

const start = (): Promise<TestServer> => forThisTest(startServer({ dist, dataDir: data }));
const ready = (args: readonly string[], env: Record<string, string> = {}): Promise<Said> =>
  runReady({ READY_DATA: data, READY_DIST: dist, ...env }, args);
const done = (args: readonly string[], env: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  commandsOf(() => ({ READY_DATA: data, READY_DIST: dist, ...env })).done(...args);
/** Rows of the data folder's database. */
function rows(query: string, file = join(data, 'ready.db')): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

describe('a restore', () => {
  it('ends every session and forgets failed sign-ins, is noted, and names who gets back what was taken from them', async () => {
    const server = await start();
    const sora = await signedIn(server.origin, demo.siteAdministrator);
    const guess = (name: string) =>
      new Person(server.origin).post('/auth/login', { username: name, password: 'a wrong one' });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess(demo.reader);
    const backup = join(base, `${randomUUID()}.db`);
    await done(['backup', backup]);
    expect(rows('select 1 from session_families', backup)).not.toEqual([]);

    expect((await sora.twin().post('/auth/logout')).status).toBe(200);
    await done(['user', 'disable', demo.otherWriter]);
    await done(['user', 'passwd', demo.writer]);
    await done(['user', 'level', demo.administrator, '2']);
    await done(['user', 'move', demo.foreignReader, '--org', '1']);
    await done(['user', 'remove', demo.writerWithoutRoles, '--yes', demo.writerWithoutRoles]);
    await server.interrupt();
    rows(
      `insert into second_factors select uuid, 'A', 0, 0, '[]', '2026-01-01T00:00:00.000Z' from users where username = '${demo.administrator}'`,
    );
    rows(`delete from role_holders where "user" = (select uuid from users where username = '${demo.writer}')`);

    const restored = await done(['restore', backup]);
    expect(restored['regained']).toEqual([
      expect.objectContaining({
        username: demo.administrator,
        since: ['level lowered', 'second step set up or changed'],
      }),
      expect.objectContaining({ username: demo.writer, since: ['password changed', 'role taken away'] }),
      expect.objectContaining({ username: demo.otherWriter, since: ['disabled'] }),
      expect.objectContaining({ username: demo.writerWithoutRoles, since: ['removed'] }),
      expect.objectContaining({ username: demo.foreignReader, since: ['moved to another organization'] }),
    ]);
    expect(rows('select action, actor from audit order by number desc limit 1')).toEqual([
      { action: 'database_restored', actor: null },
    ]);
    await server.restart();
    // Tokens that a browser, or a thief, still holds.
    expect((await sora.twin().post('/auth/refresh-token')).status).toBe(401);
    expect((await sora.twin().get('/auth/verify')).status).toBe(401);
    // A user who had to wait when the backup was made need not.
    expect((await signedIn(server.origin, demo.reader)).cookie('at')).not.toBeNull();
  });

  it('keeps displays, but none that was ended since', async () => {
    const server = await start();
    const sora = await signedIn(server.origin, demo.siteAdministrator);
    const board = await newBoard(sora);
    const { screen: staying } = await newDisplay(sora, board);
    const { screen: ended, uuid } = await newDisplay(sora, board);
    const backup = join(base, `${randomUUID()}.db`);
    await done(['backup', backup]);
    expect((await sora.post(`/v1/displays/${uuid}/end`)).status).toBe(200);
    await server.interrupt();
    await done(['restore', backup]);
    await server.restart();
    expect((await staying.twin().get('/v1/displays/self')).status).toBe(200);
    expect((await ended.twin().get('/v1/displays/self')).status).toBe(401);
  });

  it('keeps a secret that was rotated since, and says so where the database of before cannot be read', async () => {
    await done(['org', 'add', 'Harbor']);
    await done(['user', 'add', 'chief', '--org', 'Harbor', '--level', '4']);
    const database = join(data, 'ready.db');
    const set = (value: string) =>
      rows(`insert into settings values ('secret', '${value}') on conflict do update set value = excluded.value`);
    set('old');
    const backup = join(base, `${randomUUID()}.db`);
    await done(['backup', backup]);
    set('new');
    await done(['restore', backup]);
    expect(rows("select value from settings where name = 'secret'")).toEqual([{ value: 'new' }]);

    // A new machine has a secret too, which no user's browser knows: text that is stored there could not be read with it.
    const fresh = { READY_DATA: join(base, randomUUID()) };
    await (await startServer({ dist, dataDir: fresh.READY_DATA, args: ['--empty'] })).stop();
    await done(['restore', backup], fresh);
    const moved = rows("select value from settings where name = 'secret'", join(fresh.READY_DATA, 'ready.db'));
    expect(moved).toEqual([{ value: 'old' }]);

    await writeFile(database, 'Dear chief, '.repeat(1000));
    const { code, out } = await ready(['restore', backup]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^The database of before cannot be read: whoever was disabled/m),
    ]);
    expect((await ready(['restore', backup])).out).not.toMatch(/cannot be read/);
  });

  it('does the same with a backup of an earlier form, which the next start brings to this version’s', async () => {
    const backup = join(base, `${randomUUID()}.db`);
    const { db } = openSqlite(backup);
    const moment = '2026-01-01T00:00:00.000Z';
    await migrate(db, sqliteEngine, moment, null, migrations.slice(0, 2));
    await db.destroy();
    rows(`insert into organisations (uuid, organization_id, name) values ('o', 1, 'Harbor')`, backup);
    rows(
      `insert into users (uuid, username, username_key, name, email, organisation, permission, password_hash, created_at)
       values ('u', 'chief', 'chief', 'A. Chief', '', 'o', 4, 'x', '${moment}')`,
      backup,
    );
    rows(
      `insert into session_families (uuid, user, used_at, expires_at) values ('f', 'u', '${moment}', '9999')`,
      backup,
    );
    rows(`insert into refresh_tokens (hash, family) values ('h', 'f')`, backup);
    await done(['restore', backup]);
    await done(['user', 'list']);
    expect(rows('select uuid from session_families')).toEqual([]);
    expect(rows('select action from audit')).toEqual([{ action: 'database_restored' }]);
    // The copy of before is known to doctor.
    expect((await ready(['doctor'])).said).toMatch(
      /^ok {7}.*ready\.db\.before-this-version-format-2 is a copy from before a change \(1 MB, today\)/m,
    );
    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    await utimes(join(data, 'ready.db.before-this-version-format-2'), longAgo, longAgo);
    expect((await ready(['doctor'])).said).toMatch(
      /^warning {2}.*before-this-version-format-2 .*40 days ago\): it also holds what was deleted since\. Remove it$/m,
    );
  });
});

describe.each(engines)('backup --keep on $name', ({ name, start: startEngine }) => {
  const engine = given(startEngine);
  const kind = name === 'SQLite' ? 'db' : 'ndjson';

  it('writes, tries and notes a backup, keeps the newest so many, and touches nothing else', async () => {
    const place = await engine.place();
    await done(['org', 'add', 'Harbor'], place);
    const folder = join(base, randomUUID());
    await mkdir(folder);
    const older = ['2025-01-01T000000Z', '2025-01-02T000000Z', '2025-01-03T000000Z'].map((at) => `ready-${at}.${kind}`);
    const foreign = ['ready.db', `ready-2024-01-01.${kind}`, `my-ready-2024-01-01T000000Z.${kind}`, 'letter.txt'];
    for (const file of [...older, ...foreign]) await writeFile(join(folder, file), 'x');
    const leftover = join(folder, `ready-2025-01-01T000000Z.${kind}.part`);
    await writeFile(leftover, 'x');
    await utimes(leftover, 0, 0);
    await mkdir(join(folder, `ready-2020-01-01T000000Z.${kind}`));

    const made = await done(['backup', '--keep', '2', folder], place);
    expect(made).toMatchObject({ counts: { organisations: 1 }, problems: [] });
    const file = String(made['file']);
    expect(file).toMatch(new RegExp(`ready-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z\\.${kind}$`));
    expect((await readdir(folder)).toSorted()).toEqual(
      [...foreign, `ready-2020-01-01T000000Z.${kind}`, older[2] ?? '', file.slice(folder.length + 1)].toSorted(),
    );
    expect((await ready(['doctor'], place)).said).toMatch(`the last backup was made today: ${file}`);
    expect(await done(['backup', '--verify', file], place)).toMatchObject({ counts: { organisations: 1 } });
    // Facts about this place alone stay here.
    await done(['export', join(folder, 'moving.ndjson')], place);
    expect(await readFile(join(folder, 'moving.ndjson'), 'utf8')).not.toContain('last_backup');
  });
});

it('says in one sentence what cannot be written or read', async () => {
  await done(['org', 'add', 'Harbor']);
  const nowhere = join(base, 'nowhere', 'deeper');
  for (const args of [
    ['backup', join(nowhere, 'x.db')],
    ['backup', '--keep', '2', nowhere],
    ['export', join(nowhere, 'x')],
  ]) {
    const { code, error } = await ready(args);
    expect([args, code, error]).toEqual([
      args,
      1,
      expect.stringMatching(/^[^\n]+ (written|made)[^\n]+ENOENT[^\n]+\n$/),
    ]);
  }
  for (const args of [
    ['backup', '--verify', nowhere],
    ['restore', nowhere],
  ])
    expect([args, (await ready(args)).code]).toEqual([args, 1]);
  expect((await ready(['backup', '--keep', '0', base])).code).toBe(2);
  // As of a folder that the service's user may not enter: root may enter any.
  const refused = join(base, 'x'.repeat(300));
  for (const args of [
    ['backup', '--verify', refused],
    ['backup', refused],
    ['restore', refused],
    ['template', 'check', refused],
  ]) {
    const said = await ready(args);
    expect([args[0], said.code, said.error]).toEqual([
      args[0],
      1,
      expect.stringMatching(/^[^\n]*ENAMETOOLONG[^\n]+\n$/),
    ]);
  }
  const empty = await ready(['backup', join(base, 'none.db')], { READY_DATA: nowhere });
  expect([empty.code, empty.error]).toEqual([1, expect.stringMatching(/^There is no database in the data folder /)]);
  expect(existsSync(nowhere)).toBe(false);
});

it('doctor warns of a backup that is old, missing, or was never made, where it matters', async () => {
  const production = { NODE_ENV: 'production' };
  await done(['org', 'add', 'Harbor']);
  expect((await ready(['doctor'])).said).toMatch(/^ok {7}no backup was made yet/m);
  expect((await ready(['doctor'], production)).said).toMatch(/^warning {2}no backup was made yet: backup --keep/m);
  const backup = join(base, `${randomUUID()}.db`);
  await done(['backup', backup]);
  expect((await ready(['doctor'], production)).said).toMatch(/^ok {7}the last backup was made today/m);
  const at = new Date(Date.now() - 8.5 * 86_400_000).toISOString();
  rows(`update settings set value = '${JSON.stringify({ at, file: backup })}' where name = 'last_backup'`);
  expect((await ready(['doctor'], production)).said).toMatch(/^warning {2}the last backup was made 8 days ago/m);
  rows(
    `update settings set value = '${JSON.stringify({ at, file: join(base, 'gone.db') })}' where name = 'last_backup'`,
  );
  expect((await ready(['doctor'])).said).toMatch(/^warning {2}the last backup .*gone\.db, where it is not any more/m);
});

describe('backup --verify', () => {
  it('counts what is in a backup, proves its archives, and leaves it and its folder as they were', async () => {
    const server = await start();
    const writer = await signedIn(server.origin, demo.writer);
    const before = rows('select count(*) as archives from archives')[0]?.['archives'];
    await submit(writer, (await save(writer, 'Shift 1')).uuid);
    const folder = join(base, randomUUID());
    await mkdir(folder);
    const backup = join(folder, 'one.db');
    await done(['backup', backup]);
    const bytes = await readFile(backup);
    const found = await done(['backup', '--verify', backup]);
    expect(found).toMatchObject({ problems: [], counts: { archives: Number(before) + 1, users: 9 } });
    expect([await readdir(folder), (await readFile(backup)).equals(bytes)]).toEqual([['one.db'], true]);

    const text = (file: string) => ready(['backup', '--verify', file], { READY_DATA: join(base, 'nowhere') });
    expect((await text(backup)).out).toMatch(
      /one\.db can be restored: 9 users, .* \d+ archives, .*the newest line of 20/,
    );
    expect(existsSync(join(base, 'nowhere'))).toBe(false);

    const changed = join(folder, 'changed.db');
    await copyFile(backup, changed);
    rows("update archives set name = 'Shift 2' where number = (select max(number) from archives)", changed);
    const result = await text(changed);
    expect([result.code, result.said]).toEqual([
      1,
      expect.stringMatching(/cannot be relied on:\nRecord no\. \d+ \(Shift 2, .* was changed/),
    ]);
    await writeFile(join(folder, 'cut.db'), bytes.subarray(0, bytes.length - 8192));
    expect(await text(join(folder, 'cut.db'))).toMatchObject({
      code: 1,
      error: expect.stringMatching(/no sound backup/) as string,
    });
    expect((await readdir(folder)).toSorted()).toEqual(['changed.db', 'cut.db', 'one.db']);
  });

  it('finds that rows were lost, on the way to this version’s form or into an export', async () => {
    const server = await start();
    const amir = await signedIn(server.origin, demo.administrator);
    await newBoard(amir);
    const backup = join(base, `${randomUUID()}.db`);
    await done(['backup', backup]);
    const lines = join(base, `${randomUUID()}.ndjson`);
    await done(['export', lines]);
    const counted = { boards: 1, displays: 0, role_holders: expect.any(Number) as number };
    for (const file of [backup, lines]) {
      expect(await done(['backup', '--verify', file])).toMatchObject({ problems: [], counts: counted });
    }
    // A step to a newer form, which this database has not made yet, takes something along.
    const older = join(base, `${randomUUID()}.db`);
    const { db } = openSqlite(older);
    await migrate(db, sqliteEngine, new Date().toISOString(), null, migrations.slice(0, -1));
    await db.destroy();
    rows("insert into organisations (uuid, organization_id, name) values ('o-1', 1, 'Harbor Fire')", older);
    rows('create trigger lose after insert on migrations begin delete from organisations; end', older);
    const result = await ready(['backup', '--verify', older]);
    expect([result.code, result.said]).toEqual([
      1,
      expect.stringMatching(/cannot be relied on:\norganisations: 1 became 0 in this version's form\n$/),
    ]);
    const text = await readFile(lines, 'utf8');
    await writeFile(lines, text.replace('"boards":1', '"boards":2'));
    expect(await ready(['backup', '--verify', lines])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The export cannot be read: of boards it has 1 rows, and there were 2\./) as string,
    });
  });

  it('of an installation that cannot be relied on is put aside by --keep, which removes nothing then', async () => {
    const server = await start();
    const writer = await signedIn(server.origin, demo.writer);
    await submit(writer, (await save(writer, 'Shift 1')).uuid);
    await server.interrupt();
    rows("update archives set name = 'Shift 2' where number = (select max(number) from archives)");
    const folder = join(base, randomUUID());
    await mkdir(folder);
    await writeFile(join(folder, 'ready-2025-01-01T000000Z.db'), 'x');
    const { code, error } = await ready(['backup', '--keep', '1', folder]);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/ready-failed\.db\. No older one was removed\.\nRecord no\. /),
    ]);
    expect((await readdir(folder)).toSorted()).toEqual(['ready-2025-01-01T000000Z.db', 'ready-failed.db']);
    expect((await ready(['doctor'])).said).toMatch(/no backup was made yet/);
  });
});
