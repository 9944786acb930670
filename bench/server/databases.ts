import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Place } from './host.ts';

/** A bare table of one row in the same database engine and on the same disk, which is written again and again. */
export type RawCommits = AsyncDisposable & {
  /** Writes the row and commits it durably. */
  commit(): Promise<void>;
};

/** The row of a WIP as the product's database holds it, as text: what a commit that floors a save has to write. */
async function rowOf({ READY_DATA: folder, DATABASE_URL: url }: Place, wip: string): Promise<string> {
  if (url === undefined) {
    const database = new DatabaseSync(join(folder ?? '', 'ready.db'), { readOnly: true });
    const row = database.prepare('select * from wips where uuid = ?').get(wip);
    database.close();
    return JSON.stringify(row);
  }
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select * from wips where uuid = $1', [wip]);
  await client.end();
  return JSON.stringify(rows[0]);
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
