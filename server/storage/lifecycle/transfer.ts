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
import type { Schema } from '../schema.ts';
import { StorageUnavailable } from '../unavailable.ts';

/**
 * Each table that is carried over, with its key; parents before children. Sessions stay behind, and so does the secret that signs them: people sign in anew. Displays go on: what lets them in is signed by nothing. With it
 * stay tries to sign in and known networks, which are hidden by that secret.
 */
const KEYS = {
  settings: ['name'],
  organisations: ['uuid'],
  users: ['uuid'],
  second_factors: ['user'],
  identities: ['issuer', 'subject'],
  roles: ['uuid'],
  role_holders: ['role', 'user'],
  template_versions: ['hash'],
  templates: ['uuid'],
  wips: ['uuid'],
  archive_contents: ['hash'],
  archives: ['number'],
  boards: ['uuid'],
  displays: ['uuid'],
  audit: ['number'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;
type Table = keyof typeof KEYS;
const TABLES = Object.keys(KEYS) as Table[];

const FORMAT = 'ready-export';
const known = migrations.at(-1)?.number ?? 0;
/** Bytes are written as base64. */
const bytes = v.object({ base64: v.string() });
const cell = v.union([v.string(), v.number(), v.null(), bytes]);
const json = v.pipe(v.string(), v.parseJson());
const head = v.pipe(json, v.object({ format: v.literal(FORMAT), database: v.number() }));
const rowLine = v.pipe(json, v.object({ table: v.picklist(TABLES), row: v.record(v.string(), cell) }));
/** `tables`: how many rows each had by its own count, where that was noted. */
const tail = v.pipe(
  json,
  v.object({ end: v.literal(true), rows: v.number(), tables: v.optional(v.record(v.picklist(TABLES), v.number())) }),
);

/** Rows read at once: each may hold a document of 5 MB. */
const BATCH = 20;

type Cell = string | number | null;
type Row = Record<string, Cell | Uint8Array>;
type Counts = Partial<Record<Table, number>>;

/** What stands in the lines for bytes. */
const written = (row: Row): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  );
const read = (value: Cell | v.InferOutput<typeof bytes>): Cell | Uint8Array =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;

/**
 * An installation as lines of JSON, all of one moment, also while servers write. It is the same on either engine.
 * @param db the open database
 * @param format its own, where it has not been brought to this version's yet
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
 * Writes an export into a file that is not there yet.
 * @param format as `exportLines` takes it
 * @returns how many rows
 * @throws {StartError} when the file cannot be written; nothing stays of it
 */
export async function writeExport(db: Kysely<Schema>, file: string, format?: number): Promise<number> {
  // All but the first line and the last.
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
    // Half an export is none. One that was there before is somebody else's.
    if (!isSystemError(error)) throw error;
    if (error.code !== 'EEXIST') rmSync(file, { force: true });
    throw new StartError(`The export could not be written to ${file}: ${error.message}.`);
  }
  return rows;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** What is carried over of a table: all but the secret and what is said of this place alone. */
const carriedOf = (table: Table) => (table === 'settings' ? sql`name not in ('secret', 'last_backup')` : sql`1 = 1`);

async function countOf(db: Kysely<Schema>, table: Table): Promise<number> {
  const all = sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(table)} where ${carriedOf(table)}`;
  return Number((await all.execute(db)).rows[0]?.count);
}

/** The rows of a table in the order of its key, as far as they are carried over. */
async function* rowsOf(db: Kysely<Schema>, table: Table): AsyncGenerator<Row, void, undefined> {
  const keys = KEYS[table];
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
 * Fills an installation in which nothing is yet: all of it or nothing. What an earlier version exported is read in its own form, and brought to this one's.
 * @param db the open and migrated database, which nobody else uses
 * @param engine its ways
 * @param now the moment to note beside each step of the database's form, ISO text
 * @returns how many rows, in all and of each table
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
        await startAnew(transaction, engine, format, now);
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
      if (columns.has(table) && KEYS[table][0] === 'number') await engine.continueNumbers(transaction, table);
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
 * Makes an empty database anew, in the form of an export. One that a server was started on holds a few rows of its own (settings, failed sign-ins in the
 * audit log), whose keys are those of rows that are carried over.
 */
async function startAnew(db: Kysely<Schema>, engine: Engine, format: number, now: string): Promise<void> {
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
