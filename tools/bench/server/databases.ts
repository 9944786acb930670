import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Place } from './host.ts';
import { processorSeconds } from './processes.ts';

const REPORTED_AFTER = 1_500;

/** A bare table of one row in the same database engine and on the same disk, which is written repeatedly. */
export type RawCommits = AsyncDisposable & {
  /** Writes the row and commits it durably. */
  commit(): Promise<void>;
};

function rowText(row: unknown): string {
  if (row === undefined) throw new Error('The WIP has no row.');
  return JSON.stringify(row);
}

/**
 * The row of a WIP in the product's database, as text: the bytes that a commit of the floor has to write.
 * @throws when it does not exist
 */
async function rowOf({ READY_DATA: folder, DATABASE_URL: url }: Place, wip: string): Promise<string> {
  if (url === undefined) {
    const database = new DatabaseSync(join(folder ?? '', 'ready.db'), { readOnly: true });
    const row = database.prepare('select * from wips where uuid = ?').get(wip);
    database.close();
    return rowText(row);
  }
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select * from wips where uuid = $1', [wip]);
  await client.end();
  return rowText(rows[0]);
}

/** The floor of saves of one WIP: its row's bytes, written by nothing but the database's own driver. */
export async function rawCommits(place: Place, wip: string): Promise<RawCommits> {
  const row = await rowOf(place, wip);
  let count = 0;
  const content = (): string => {
    count += 1;
    return `${count} ${row}`;
  };
  const { READY_DATA: folder, DATABASE_URL: url } = place;
  if (url === undefined) {
    const database = new DatabaseSync(join(dirname(folder ?? ''), `raw-${wip}.db`));
    database.exec('pragma journal_mode = wal; pragma synchronous = full');
    database.exec("create table t (id integer primary key, content text); insert into t values (1, '')");
    const update = database.prepare('update t set content = ? where id = 1');
    return {
      commit: async () => void update.run(content()),
      [Symbol.asyncDispose]: async () => database.close(),
    };
  }
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create schema bench; create table bench.t (id integer primary key, content text)');
  await client.query("insert into bench.t values (1, '')");
  await client.query('set synchronous_commit = on');
  return {
    commit: async () =>
      void (await client.query({
        name: 'raw',
        text: 'update bench.t set content = $1 where id = 1',
        values: [content()],
      })),
    async [Symbol.asyncDispose]() {
      await client.query('drop schema bench cascade');
      await client.end();
    },
  };
}

/** Bytes that an installation's database takes on the disk, without its log. */
export async function databaseBytes({ READY_DATA: folder, DATABASE_URL: url }: Place): Promise<number> {
  if (url === undefined) {
    const database = new DatabaseSync(join(folder ?? '', 'ready.db'), { readOnly: true });
    const pages = database
      .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
      .get();
    database.close();
    return Number(pages?.['bytes']);
  }
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0]?.bytes);
}

/**
 * Work of PostgreSQL for an installation so far: queries and transactions, and its processor's seconds for its present
 * connections.
 */
export async function databaseWork(url: string): Promise<{ transactions: number; seconds: number }> {
  const client = new pg.Client(url);
  await client.connect();
  // A connection reports its work a second later.
  await delay(REPORTED_AFTER);
  const { rows } = await client.query<{ count: string; pid: number }>(
    `select xact_commit as count, pid from pg_stat_database, pg_stat_activity
      where pg_stat_database.datname = current_database() and pg_stat_activity.datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  const seconds = await Promise.all(rows.map(({ pid }) => processorSeconds(pid)));
  return { transactions: Number(rows[0]?.count), seconds: seconds.reduce((sum, each) => sum + each, 0) };
}
