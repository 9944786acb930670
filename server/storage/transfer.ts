import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import { StartError } from '#server/start-error.ts';
import type { Engine } from './engine.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { StorageUnavailable } from './unavailable.ts';

/** Each table that is carried over, with its key; parents before children. Sessions stay behind, and so does the secret that signs them: people sign in anew. */
const KEYS = {
  settings: ['name'],
  organisations: ['uuid'],
  users: ['uuid'],
  roles: ['uuid'],
  role_holders: ['role', 'user'],
  templates: ['uuid'],
  wips: ['uuid'],
  archives: ['number'],
  audit: ['number'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;
type Table = keyof typeof KEYS;
const TABLES = Object.keys(KEYS) as Table[];

const FORMAT = 'ready-export';
const format = (): number => migrations.at(-1)?.number ?? 0;
const cell = v.union([v.string(), v.number(), v.null()]);
const json = v.pipe(v.string(), v.parseJson());
const head = v.pipe(json, v.object({ format: v.literal(FORMAT), database: v.number() }));
const line = v.pipe(json, v.object({ table: v.picklist(TABLES), row: v.record(v.string(), cell) }));
const tail = v.pipe(json, v.object({ end: v.literal(true), rows: v.number() }));

/** Rows read at once: each may hold a document of 5 MB. */
const BATCH = 20;

type Row = Record<string, string | number | null>;

/**
 * An installation as lines of JSON, all of one moment, also while servers write. It is the same on either engine.
 * @param db the open database
 */
export async function* exportLines(db: Kysely<Schema>): AsyncGenerator<string, void, undefined> {
  const moment = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    yield JSON.stringify({ format: FORMAT, database: format() });
    let rows = 0;
    for (const table of TABLES) {
      for await (const row of rowsOf(moment, table)) {
        rows += 1;
        yield JSON.stringify({ table, row });
      }
    }
    yield JSON.stringify({ end: true, rows });
  } finally {
    await moment.rollback().execute();
  }
}

/** The rows of a table in the order of its key, without the secret. */
async function* rowsOf(db: Kysely<Schema>, table: Table): AsyncGenerator<Row, void, undefined> {
  const keys = KEYS[table];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`(${columns}) > (${sql.join(keys.map((key) => last?.[key] ?? null))})` : sql`1 = 1`;
    const own = table === 'settings' ? sql`name <> 'secret'` : sql`1 = 1`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${after} and ${own}
      order by ${columns} limit ${sql.lit(BATCH)}`.execute(db);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}

/**
 * Fills an installation in which nothing is yet: all of it or nothing.
 * @param db the open and migrated database, which nobody else uses
 * @param engine its ways
 * @returns how many rows
 * @throws {StartError} for a database that is not empty, and for a file that is not whole
 */
export async function importLines(db: Kysely<Schema>, engine: Engine, lines: AsyncIterable<string>): Promise<number> {
  const no = (why: string): StartError => new StartError(`The export cannot be read: ${why}. Nothing was imported.`);
  const organisation = await db.selectFrom('organisations').select('uuid').limit(1).executeTakeFirst();
  if (organisation ?? (await db.selectFrom('templates').select('uuid').limit(1).executeTakeFirst())) {
    throw new StartError(
      engine.name === 'sqlite'
        ? 'The data folder holds something already. Import into an empty one: READY_DATA=/path/to/folder.'
        : 'The PostgreSQL database holds something already. Import into an empty one: DATABASE_URL=postgres://….',
    );
  }
  const tables = await db.introspection.getTables();
  const columns = new Map(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]));
  return db.transaction().execute(async (transaction) => {
    let number = 0;
    let rows = 0;
    let isWhole = false;
    for await (const text of lines) {
      number += 1;
      if (isWhole) throw no(`line ${number} stands after the end`);
      if (number === 1) {
        const first = v.safeParse(head, text);
        if (!first.success) throw no('it is none of Ready');
        if (first.output.database !== format()) {
          throw no(`it comes from another version (format ${first.output.database}, this version writes ${format()})`);
        }
        continue;
      }
      const entry = v.safeParse(line, text);
      if (entry.success) {
        const { table, row } = entry.output;
        await insert(transaction, table, row, columns.get(table) ?? []).catch((error: unknown) => {
          throw error instanceof StorageUnavailable ? error : no(`line ${number} does not fit`);
        });
        rows += 1;
        continue;
      }
      const last = v.safeParse(tail, text);
      if (!last.success || last.output.rows !== rows) throw no(`line ${number} is not what it should be`);
      isWhole = true;
    }
    if (!isWhole) throw no('its end is missing');
    for (const table of TABLES) if (KEYS[table][0] === 'number') await engine.continueNumbers(transaction, table);
    return rows;
  });
}

async function insert(db: Kysely<Schema>, table: Table, row: Row, known: readonly string[]): Promise<void> {
  // The names of the columns come from the database, never from the file.
  const columns = known.filter((column) => Object.hasOwn(row, column));
  if (columns.length === 0 || columns.length !== Object.keys(row).length) throw new Error('There is no such column.');
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(columns.map((column) => row[column] ?? null))})`.execute(
    db,
  );
}
