import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  CompiledQuery,
  Kysely,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { StartError } from '#server/start-error.ts';
import type { Watch } from '../storage.ts';
import type { Schema } from '../schema.ts';
import { StorageTrouble, type TroubleKind } from '../unavailable.ts';

const BUSY_TIMEOUT = 5_000;
const CACHED_STATEMENTS = 500;
/** SQLite's result codes for a file that is damaged, or is no database at all. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Its result codes for a file that cannot be written, or not read either. */
const TROUBLES: Readonly<Record<number, TroubleKind>> = { 8: 'readOnly', 10: 'failing', 13: 'full' };

/** Translates the error of a query to the port's errors. */
type Translate = (error: unknown) => unknown;
/** Receives trouble with the disk. @returns it, perhaps with a more exact kind */
type Met = (trouble: StorageTrouble) => StorageTrouble;

/** Writers take the lock when they begin: a transaction that read first could otherwise fail at its first write. */
class ImmediateDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#isInTransaction = isInTransaction;
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const isReading = settings?.accessMode === 'read only';
    await connection.executeQuery(CompiledQuery.raw(isReading ? 'begin' : 'begin immediate'));
  }

  // SQLite itself rolls back a transaction that met a full disk: a second rollback is an error, which would hide the
  // real one.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config, this.#isInTransaction);
  }
}

function inPortsWords<T>(translate: Translate, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

const wrap = (statement: StatementSync, translate: Translate): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => inPortsWords(translate, () => statement.all(...parameters.map(inputValue))),
  run: (parameters) => inPortsWords(translate, () => statement.run(...parameters.map(inputValue))),
  iterate: (parameters) => statement.iterate(...parameters.map(inputValue)),
});

/** The embedded database; `state` names the state in which other processes left it, `watch` reports their writes. */
type OpenSqlite<Database> = {
  db: Database;
  state: () => string;
  watch: (changed: () => void) => Watch;
  /**
   * Writes a copy of the database to a file that does not exist, or is empty; works also if its own file was removed.
   * Slow.
   */
  copyTo: (target: string) => void;
};

/** `node:sqlite` in the form that kysely's driver asks for, with prepared statements kept. */
function adapt(database: DatabaseSync, translate: Translate): OpenSqlite<SqliteDatabase> {
  const statements = new Map<string, SqliteStatement>();
  // The version changes with writes of other connections, not with those of this one.
  const version = database.prepare('pragma data_version');
  const othersWrites = (): number => inPortsWords(translate, () => Number(version.get()?.['data_version']));
  const db: SqliteDatabase = {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = inPortsWords(translate, () => wrap(database.prepare(sql), translate));
      if (statements.size < CACHED_STATEMENTS) statements.set(sql, statement);
      return statement;
    },
  };
  return {
    db,
    state: () => String(othersWrites()),
    watch: (changed) => watchNumber(othersWrites, changed),
    copyTo: (target) => void database.prepare('vacuum into ?').run(target),
  };
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be stored.`);
}

/** The result code of an error that SQLite raised; null for any other error. The lower byte is the primary code. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

/**
 * The address of a database on a read-only disk. Without a log it has no writer, and needs no files beside it; with a
 * log those files must exist.
 */
export function readOnlyPlace(file: string): URL | string {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return file;
  const place = pathToFileURL(file);
  place.searchParams.set('immutable', '1');
  return place;
}

/** Advice for a log that cannot be read; without it the newest writes would be missing. */
const wayOut = (file: string): string =>
  existsSync(`${file}-shm`)
    ? ''
    : ` Its log ${file}-wal is read by means of ${file}-shm, which is missing and cannot be made here: copy the folder to a disk that can be written, and name that (READY_DATA=/path/to/folder).`;

/**
 * Opens the embedded database for durable use: an answered commit is on the disk.
 * @param file the database's path; made if it does not exist
 * @param met receives trouble with its disk
 * @param readOnly true if its disk can only be read
 * @returns the database, with `state` and `watch` for writes of other processes, such as the command line. Close the
 * watch before the database
 * @throws {StartError} when the file is no database or cannot be opened; its content is not checked (`checkFile`)
 */
export function openSqlite(
  file: string,
  met: Met = (trouble) => trouble,
  readOnly = false,
): OpenSqlite<Kysely<Schema>> {
  let database: DatabaseSync | null = null;
  const translate: Translate = (error) => {
    const kind = TROUBLES[sqliteCode(error) ?? -1];
    return kind === undefined ? error : met(new StorageTrouble(kind, file, error));
  };
  try {
    const place = readOnly ? readOnlyPlace(file) : file;
    const opened = new DatabaseSync(place, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true, readOnly });
    database = opened;
    if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full;');
    database.exec('pragma cache_size = -16000;');
    const { db, ...more } = adapt(database, translate);
    const dialect = new NodeSqliteDialect({ database: db }, () => opened.isTransaction);
    return { db: new Kysely<Schema>({ dialect }), ...more };
  } catch (error) {
    database?.close();
    if (error instanceof StorageTrouble) throw new StartError(error.message);
    if (sqliteCode(error) !== null && !isDamage(error) && error instanceof Error)
      throw new StartError(`The database ${file} cannot be opened: ${error.message}.${readOnly ? wayOut(file) : ''}`);
    throw inWords(error, file);
  }
}

/** SQLite's message for something missing that a database of this version has. */
const LACKING = /^no such (table|column): /;

const isDamage = (error: unknown): boolean => [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) ?? -1);

/**
 * Turns an error into one sentence for the operator, if SQLite met damage or trouble with the disk, or lacks something.
 * @param error of a query
 * @param file the database's path
 * @returns any other error unchanged
 */
export function inWords(error: unknown, file: string): unknown {
  if (error instanceof StorageTrouble) return new StartError(error.message);
  if (error instanceof Error && LACKING.test(error.message)) {
    return new StartError(
      `The database ${file} was changed by hand: ${error.message}. Restore a backup (ready restore).`,
    );
  }
  if (!isDamage(error)) return error;
  return new StartError(
    `The database ${file} is damaged. Restore a backup (ready restore), or move it away to start with a new one.`,
  );
}

/** Milliseconds between two checks for writes of other processes. */
const LOOK = 1_000;

function watchNumber(current: () => number, changed: () => void): Watch {
  let seen = current();
  const timer = setInterval(() => {
    try {
      const now = current();
      if (now === seen) return;
      seen = now;
    } catch (error) {
      // Queries report the trouble; writes of others are found at the next check that succeeds.
      if (error instanceof StorageTrouble) return;
      throw error;
    }
    changed();
  }, LOOK);
  timer.unref();
  return {
    isListening: () => true,
    async close() {
      clearInterval(timer);
    },
  };
}
