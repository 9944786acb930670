import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectPostgres } from '#server/storage/engines/postgres-driver.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { startPostgres } from '#tests/support/postgres/postgres.ts';
import { startExpectingFailure, startServer } from '#tests/support/hosts/server.ts';
import { given, givenDist, givenFolder, runReady } from '../given.ts';

const base = givenFolder();
const dist = givenDist();
const postgres = given(startPostgres);
const ready = (env: Record<string, string>, ...args: string[]) => runReady({ READY_DIST: dist, ...env }, args);
async function ask(url: string, ...queries: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const query of queries) await client.query(query);
  await client.end();
}

describe('a start on PostgreSQL that cannot be says why in one sentence, without the password', () => {
  const fails = async (url: string): Promise<string> => {
    const dataDir = join(base, 'unused');
    const failure = await startExpectingFailure({ dist, dataDir, env: { DATABASE_URL: url } });
    expect([failure.code, failure.stdout]).toEqual([1, '']);
    expect(failure.stderr.trimEnd().split('\n')).toHaveLength(1);
    const password = URL.canParse(url) ? new URL(url).password : '';
    if (password) expect(failure.stderr).not.toContain(password);
    // A command meets the same.
    expect((await ready({ DATABASE_URL: url }, 'org', 'add', 'Harbor')).said).toBe(failure.stderr);
    return failure.stderr;
  };
  const changed = async (change: Partial<Pick<URL, 'port' | 'hostname' | 'password' | 'pathname'>>): Promise<string> =>
    Object.assign(new URL(await postgres.newDatabase()), change).href;
  const prepared = async (...queries: string[]): Promise<string> => {
    const url = await postgres.newDatabase();
    await ask(url, ...queries);
    return url;
  };

  it.each<[string, () => string | Promise<string>, RegExp]>([
    [
      'an address that is none',
      () => 'mysql://ready:secret-word@127.0.0.1/ready',
      /^DATABASE_URL must be an address such as postgres:/,
    ],
    [
      'nobody at the address',
      () => changed({ port: '1' }),
      /^PostgreSQL at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. Start it, or correct/,
    ],
    [
      'a host that is not there',
      () => changed({ hostname: 'nowhere.invalid' }),
      /^There is no host nowhere\.invalid to be found\./,
    ],
    [
      'a wrong password',
      () => changed({ password: 'not-the-password' }),
      /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the password of the user ready\./,
    ],
    [
      'a database that is not there',
      () => changed({ pathname: '/elsewhere' }),
      / has no database elsewhere\. Make it \(createdb --encoding=UTF8 elsewhere\)/,
    ],
    [
      'a database of another program',
      () => prepared('create table recipes (name text)'),
      /^The database in the PostgreSQL database is not one of Ready\. Choose another/,
    ],
    [
      'a database of a newer version',
      async () => {
        const url = await postgres.newDatabase();
        await ready({ DATABASE_URL: url }, 'org', 'add', 'Harbor');
        await ask(url, "insert into migrations values (999, 'from the future', '2099-01-01T00:00:00.000Z')");
        return url;
      },
      /^The database was written by a newer version of Ready \(format 999, this version/,
    ],
    [
      'a user who may not make tables',
      async () => {
        const url = await prepared(`create role guest login password 'guest-word'`);
        return Object.assign(new URL(url), { username: 'guest', password: 'guest-word' }).href;
      },
      / does not let the user guest work in the database .* Make the user its owner\./,
    ],
    [
      'a database in another encoding',
      async () => {
        const latin = "create database latin encoding 'LATIN1' template template0 locale_provider libc locale 'C'";
        return (await prepared(latin)).replace(/[^/]+$/, 'latin');
      },
      /^The database keeps text as LATIN1\. Make another one/,
    ],
  ])('%s', async (_what, address, sentence) => {
    expect(await fails(await address())).toMatch(sentence);
  });
});

it('moves an installation from the embedded database to PostgreSQL and back, and nothing is lost or changed', async () => {
  const sqlite = { READY_DATA: join(base, 'first') };
  const there = { DATABASE_URL: await postgres.newDatabase() };
  const back = { READY_DATA: join(base, 'back') };
  const file = (name: string): string => join(base, name);
  const first = await startServer({ dist, dataDir: sqlite.READY_DATA });
  const before = (await (await signedIn(first.origin, demo.reader)).get('/v1/templates')).text;
  await first.stop();
  expect(await ready(sqlite, 'export', file('one'))).toMatchObject({ code: 0 });
  expect(await ready(there, 'import', file('one'))).toMatchObject({ code: 0 });
  expect((await ready(there, 'import', file('one'))).said).toMatch(/^The PostgreSQL database holds something already/);
  expect(await ready(there, 'export', file('two'))).toMatchObject({ code: 0 });
  expect(await ready(back, 'import', file('two'))).toMatchObject({ code: 0 });
  expect(await ready(back, 'export', file('three'))).toMatchObject({ code: 0 });
  const [one, two, three] = await Promise.all(['one', 'two', 'three'].map((name) => readFile(file(name), 'utf8')));
  expect(one?.split('\n').length).toBeGreaterThan(30);
  expect(two === one).toBe(true);
  expect(three === one).toBe(true);

  // It also works there: people sign in, and numbers go on where they were.
  const moved = await startServer({ dist, env: there });
  const writer = await signedIn(moved.origin, demo.writer);
  expect((await writer.get('/v1/templates')).text).toBe(before);
  const [wip] = one?.match(/(?<="table":"wips","row":\{"uuid":")[^"]+/) ?? [];
  const submitted = await writer.post(`/v1/wips/${String(wip)}/submit`);
  expect(submitted.status).toBe(200);
  await moved.stop();
  expect((await ready(there, 'doctor')).said).toMatch(/a server is not running on this database/);
});

it('imports all of an export or nothing', async () => {
  const there = { DATABASE_URL: await postgres.newDatabase() };
  const lines = (await readFile(join(base, 'one'), 'utf8')).trimEnd().split('\n');
  await writeFile(join(base, 'cut'), lines.slice(0, -1).join('\n'));
  expect((await ready(there, 'import', join(base, 'cut'))).said).toMatch(/its end is missing\. Nothing was imported\./);
  expect((await ready(there, 'org', 'list', '--json')).said).toContain('"organizations":[]');
});

it('keeps so many statements of a connection prepared, and goes on when a table that they read got another form', async () => {
  const url = await postgres.newDatabase();
  await ask(url, 'create table things (a integer)', 'insert into things values (1)');
  await using db = connectPostgres(url, 1, false);
  const read = async () => (await sql`select * from things where a = ${1}`.execute(db)).rows;
  const kept = async (): Promise<unknown> =>
    (await sql`select count(*)::int as count from pg_prepared_statements`.execute(db)).rows;
  await read();
  await read();
  expect(await kept()).toEqual([{ count: 1 }]);
  await ask(url, 'alter table things add b integer');
  await expect(read()).rejects.toThrow(StorageUnavailable);
  expect(await read()).toEqual([{ a: 1, b: null }]);
  for (let at = 0; at < 310; at += 1) await sql`select ${at}::int as ${sql.ref(`a${at}`)}`.execute(db);
  expect(await kept()).toEqual([{ count: 300 }]);
});
