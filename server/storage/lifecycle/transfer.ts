import { createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import { StartError } from '#server/start-error.ts';
import { contentHash } from '../archive-record.ts';
import type { Engine } from '../engines/engine.ts';
import { applySteps, createMigrations } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { exportedBy, type Schema } from '../schema.ts';
import { StorageUnavailable } from '../unavailable.ts';

type Keys = typeof exportedBy;
type Table = { [Name in keyof Keys]: Keys[Name] extends null ? never : Name }[keyof Keys];
const TABLES = (Object.keys(exportedBy) as (keyof Keys)[]).filter((name): name is Table => exportedBy[name] !== null);

const FORMAT = 'ready-export';
const known = migrations.at(-1)?.number ?? 0;
/** Bytes are written as base64. */
const bytes = v.object({ base64: v.string() });
const cell = v.union([v.string(), v.number(), v.null(), bytes]);
const json = v.pipe(v.string(), v.parseJson());
const head = v.pipe(json, v.object({ format: v.literal(FORMAT), database: v.number() }));
const rowLine = v.pipe(json, v.object({ table: v.picklist(TABLES), row: v.record(v.string(), cell) }));
/** `tables`: the number of rows of each by its own count, if that was noted. */
const tail = v.pipe(
  json,
  v.object({ end: v.literal(true), rows: v.number(), tables: v.optional(v.record(v.picklist(TABLES), v.number())) }),
);

/** Rows read at once: each may hold a document of 5 MB. */
const BATCH = 20;

type Cell = string | number | null;
type Row = Record<string, Cell | Uint8Array>;
type Counts = Partial<Record<Table, number>>;

/** Columns of archives that say what the index has, which is not exported. */
const UNREAD = { is_indexed: 0, changed: null };

/** A row as it is written into a line: bytes as base64. */
const written = (row: Row): object =>
  Object.fromEntries(
    Object.entries('is_indexed' in row ? { ...row, ...UNREAD } : row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  );
const read = (value: Cell | v.InferOutput<typeof bytes>): Cell | Uint8Array =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;

/**
 * Exports an installation as lines of JSON, all of one moment, also while servers write. The lines are the same for
 * either engine.
 * @param db the open database
 * @param format its own, if it has not been migrated to this version's yet
 */
async function* exportLines(db: Kysely<Schema>, format = known): AsyncGenerator<string, void, undefined> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const moment = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    yield JSON.stringify({ format: FORMAT, database: format });
    let rows = 0;
    const tables: Counts = {};
    for (const table of TABLES.filter((name) => there.has(name))) {
      tables[table] = await countOf(moment, table);
      for await (const row of rowsOf(moment, table)) {
        rows += 1;
        yield JSON.stringify({ table, row: written(row) });
      }
    }
    yield JSON.stringify({ end: true, rows, tables });
  } finally {
    await moment.rollback().execute();
  }
}

/**
 * Writes an export into a file that does not exist yet.
 * @param format as for `exportLines`
 * @returns number of rows
 * @throws {StartError} when the file cannot be written; then none is left
 */
export async function writeExport(db: Kysely<Schema>, file: string, format?: number): Promise<number> {
  // Without the first line and the last.
  let rows = -2;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const line of exportLines(db, format)) {
      rows += 1;
      yield `${line}\n`;
    }
  };
  try {
    await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    // Half an export is useless. A file that existed before must not be removed.
    if (!isSystemError(error)) throw error;
    if (error.code !== 'EEXIST') rmSync(file, { force: true });
    throw new StartError(`The export could not be written to ${file}: ${error.message}.`);
  }
  return rows;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** Condition for the exported rows of a table: all but the secret and facts about this installation alone. */
const carriedOf = (table: Table) => (table === 'settings' ? sql`name not in ('secret', 'last_backup')` : sql`1 = 1`);

async function countOf(db: Kysely<Schema>, table: Table): Promise<number> {
  const all = sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(table)} where ${carriedOf(table)}`;
  return Number((await all.execute(db)).rows[0]?.count);
}

/** The exported rows of a table in the order of its key. */
async function* rowsOf(db: Kysely<Schema>, table: Table): AsyncGenerator<Row, void, undefined> {
  const keys = exportedBy[table];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`(${columns}) > (${sql.join(keys.map((key) => last?.[key] ?? null))})` : sql`1 = 1`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${after} and ${carriedOf(table)}
      order by ${columns} limit ${sql.lit(BATCH)}`.execute(db);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}

/**
 * Fills an empty installation: all of it or nothing. An export of an earlier version is read in its own format, and
 * migrated to this one's.
 * @param db the open and migrated database, which no other process uses
 * @param engine its engine
 * @param now the time of each migration step, ISO text
 * @returns number of rows, in all and of each table
 * @throws {StartError} for a database that is not empty, and for a file that is not whole
 */
export async function importLines(
  db: Kysely<Schema>,
  engine: Engine,
  lines: AsyncIterable<string>,
  now: string,
): Promise<{ rows: number; tables: Counts }> {
  const no = (why: string): StartError => new StartError(`The export cannot be read: ${why}. Nothing was imported.`);
  const organisation = await db.selectFrom('organisations').select('uuid').limit(1).executeTakeFirst();
  if (organisation ?? (await db.selectFrom('templates').select('uuid').limit(1).executeTakeFirst())) {
    throw new StartError(
      engine.name === 'sqlite'
        ? 'The data folder holds something already. Import into an empty one: READY_DATA=/path/to/folder.'
        : 'The PostgreSQL database holds something already. Import into an empty one: DATABASE_URL=postgres://….',
    );
  }
  return db.transaction().execute(async (transaction) => {
    let columns = new Map<string, string[]>();
    let format = known;
    let number = 0;
    let rows = 0;
    const tables: Counts = {};
    let isWhole = false;
    for await (const text of lines) {
      number += 1;
      if (isWhole) throw no(`line ${number} stands after the end`);
      if (number === 1) {
        const first = v.safeParse(head, text);
        if (!first.success) throw no('it is none of Ready');
        format = first.output.database;
        if (format > known || format < 1) {
          throw no(`it comes from another version (format ${format}, this version knows ${known})`);
        }
        await recreateDatabase(transaction, engine, format, now);
        columns = await columnsOf(transaction);
        continue;
      }
      const entry = v.safeParse(rowLine, text);
      if (entry.success) {
        const { table, row } = entry.output;
        if (table === 'template_versions' && contentHash(String(row['content'])) !== row['hash'])
          throw no(`line ${number} is not what its hash says`);
        await insert(transaction, table, row, columns.get(table) ?? []).catch((error: unknown) => {
          throw error instanceof StorageUnavailable ? error : no(`line ${number} does not fit`);
        });
        rows += 1;
        tables[table] = (tables[table] ?? 0) + 1;
        continue;
      }
      const last = v.safeParse(tail, text);
      if (!last.success || last.output.rows !== rows) throw no(`line ${number} is not what it should be`);
      const short = TABLES.find(
        (table) => (tables[table] ?? 0) !== (last.output.tables?.[table] ?? tables[table] ?? 0),
      );
      if (short !== undefined) {
        throw no(`of ${short} it has ${tables[short] ?? 0} rows, and there were ${last.output.tables?.[short]}`);
      }
      isWhole = true;
    }
    if (!isWhole) throw no('its end is missing');
    for (const table of TABLES)
      if (columns.has(table) && exportedBy[table][0] === 'number') await engine.continueNumbers(transaction, table);
    await applySteps(
      transaction,
      engine,
      migrations.filter(({ number: step }) => step > format),
      now,
    );
    return { rows, tables };
  });
}

/** The columns of each table. */
async function columnsOf(db: Kysely<Schema>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]));
}

/**
 * Recreates an empty database in the format of an export. One on which a server was started has a few rows of its own
 * (settings, failed sign-ins in the audit log), whose keys are also those of imported rows.
 */
async function recreateDatabase(db: Kysely<Schema>, engine: Engine, format: number, now: string): Promise<void> {
  const steps = migrations.filter(({ number }) => number <= format);
  await engine.dropAll(db);
  await createMigrations(db, engine);
  await applySteps(db, engine, steps, now);
}

async function insert(
  db: Kysely<Schema>,
  table: Table,
  row: v.InferOutput<typeof rowLine>['row'],
  there: readonly string[],
): Promise<void> {
  // The names of the columns come from the database, never from the file.
  const columns = there.filter((column) => Object.hasOwn(row, column));
  if (columns.length === 0 || columns.length !== Object.keys(row).length) throw new Error('There is no such column.');
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(columns.map((column) => read(row[column] ?? null)))})`.execute(
    db,
  );
}
