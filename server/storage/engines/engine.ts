import {
  sql,
  type ColumnBuilderCallback,
  type ColumnDataType,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
} from 'kysely';
import { exportedBy, type Schema } from '../schema.ts';

/** Differences between the engines: queries and migrations use these instead of an engine's own SQL. */
export type Engine = {
  name: 'sqlite' | 'postgres';
  /** Text that compares and sorts by code points. */
  text: ColumnDataType | RawBuilder<unknown>;
  /** Bytes. */
  bytes: ColumnDataType;
  /** A whole number that holds any safe integer. */
  integer: ColumnDataType;
  /** A primary key that counts up by itself. */
  numbered: ColumnBuilderCallback;
  /** Makes the database itself refuse changes of a table's rows. */
  onlyGrows(db: Kysely<Schema>, table: string, refusal: string): Promise<void>;
  /**
   * The same for a table that is protected so already, except that rows whose `at` is before a moment may be deleted.
   * @param mark the setting with the moment
   */
  onlyGrowsSince(db: Kysely<Schema>, table: string, mark: string, refusal: string): Promise<void>;
  /** Keeps a column of large texts uncompressed. */
  keepPlain(db: Kysely<Schema>, table: string, column: string): Promise<void>;
  /**
   * True if the engine needs `for update`; a writing transaction of SQLite locks the whole database against other
   * writers.
   */
  hasRowLocks: boolean;
  /** Locks a name against other transactions until this one ends. */
  lockName(db: QueryExecutorProvider, name: string): Promise<void>;
  /** Sets the milliseconds for which each lock of this transaction is waited for. */
  limitLocks(db: QueryExecutorProvider, most: number): Promise<void>;
  /** Wakes the other processes after this transaction is committed. @param last the number of the newest event */
  notify(db: Kysely<Schema>, last: number): Promise<void>;
  /**
   * Notifies the other processes of what a change made stale, after this transaction is committed.
   * @param message '' for everything
   */
  notifyStale(db: Kysely<Schema>, message: string): Promise<void>;
  /**
   * Sends a text to every process that listens, this one included.
   * @returns false if the database has only one process: then nothing is sent
   */
  announce(db: Kysely<Schema>, text: string): Promise<boolean>;
  /**
   * Returns free room within the database's file to the disk, which needs as much again meanwhile.
   * @returns false if the engine leaves that to its operator
   */
  shrink(db: Kysely<Schema>): Promise<boolean>;
  /** Bytes of the whole database. */
  sizeOf(db: Kysely<Schema>): Promise<number>;
  /** Drops every table of this application, with its rows. */
  dropAll(db: Kysely<Schema>): Promise<void>;
  /** Sets the next number above those of rows that were added with numbers of their own. */
  continueNumbers(db: Kysely<Schema>, table: string): Promise<void>;
};

/**
 * The names of this application's tables. Views and tables of extensions are in schemas of their own, or are no tables.
 */
export async function ownTables(db: Kysely<Schema>, engine: Engine['name']): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter((table) => !table.isView && (engine === 'sqlite' || table.schema === 'public'))
    .map(({ name }) => name);
}

async function dropTables(
  db: Kysely<Schema>,
  engine: Engine['name'],
  drop: (table: string) => RawBuilder<unknown>,
): Promise<void> {
  // Tables that an operator has added stay.
  const tables = (await ownTables(db, engine)).filter((table) => Object.hasOwn(exportedBy, table));
  // Tables that refer to others first.
  for (const table of tables.toReversed()) await drop(table).execute(db);
}

const nothing = async (): Promise<void> => undefined;

/**
 * The embedded database. Its writers run one after another, so it needs no locks; other processes find changes by
 * polling (`openSqlite`).
 */
export const sqliteEngine: Engine = {
  name: 'sqlite',
  text: 'text',
  bytes: 'blob',
  integer: 'integer',
  numbered: (column) => column.primaryKey().autoIncrement(),
  async onlyGrows(db, table, refusal) {
    for (const change of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, ${sql.lit(refusal)}); end`.execute(db);
    }
  },
  async onlyGrowsSince(db, table, mark, refusal) {
    const name = sql.raw(`${table}_no_delete`);
    await sql`drop trigger ${name}`.execute(db);
    await sql`create trigger ${name} before delete on ${sql.table(table)} begin select raise(abort, ${sql.lit(refusal)})
      where old.at >= coalesce((select value from settings where name = ${sql.lit(mark)}), ''); end`.execute(db);
  },
  keepPlain: nothing,
  hasRowLocks: false,
  lockName: nothing,
  limitLocks: nothing,
  notify: nothing,
  notifyStale: nothing,
  announce: async () => false,
  async shrink(db) {
    await sql`vacuum`.execute(db);
    return true;
  },
  async sizeOf(db) {
    const size = sql<{
      bytes: number;
    }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
    return (await size.execute(db)).rows[0]?.bytes ?? 0;
  },
  dropAll: (db) => dropTables(db, 'sqlite', (table) => sql`drop table ${sql.table(table)}`),
  continueNumbers: nothing,
};

/** The channel for new events. It carries the number of the newest: a process that has not seen it reads the events. */
export const CHANNEL = 'ready_events';
/** The channel for names that another process made stale. */
export const STALE_CHANNEL = 'ready_stale';
/** The channel for announcements, which are not stored. */
export const ANNOUNCED_CHANNEL = 'ready_announced';

/** PostgreSQL. The collation is by code points, whatever the database's own is. */
export const postgresEngine: Engine = {
  name: 'postgres',
  text: sql`text collate "C"`,
  bytes: 'bytea',
  integer: 'bigint',
  numbered: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  async onlyGrows(db, table, refusal) {
    const name = sql.raw(`${table}_only_grows`);
    await sql`create function ${name}() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception '${refusal}'; end`)}`.execute(db);
    await sql`create trigger ${name} before update or delete on ${sql.table(table)}
      for each row execute function ${name}()`.execute(db);
    await sql`create trigger ${sql.raw(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
      for each statement execute function ${name}()`.execute(db);
  },
  async onlyGrowsSince(db, table, mark, refusal) {
    await sql`create or replace function ${sql.raw(`${table}_only_grows`)}() returns trigger language plpgsql as
      ${sql.lit(`begin
        if tg_op = 'DELETE' then
          if old.at < (select value from settings where name = '${mark}') then return old; end if;
        end if;
        raise exception '${refusal}';
      end`)}`.execute(db);
  },
  // Compression makes a save two to three and a half times as slow.
  async keepPlain(db, table, column) {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`.execute(db);
  },
  hasRowLocks: true,
  async lockName(db, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  },
  async limitLocks(db, most) {
    await sql.raw(`set local lock_timeout = ${most}`).execute(db);
  },
  async notify(db, last) {
    await sql`select pg_notify(${CHANNEL}, ${String(last)})`.execute(db);
  },
  async notifyStale(db, message) {
    await sql`select pg_notify(${STALE_CHANNEL}, ${message})`.execute(db);
  },
  async announce(db, text) {
    await sql`select pg_notify(${ANNOUNCED_CHANNEL}, ${text})`.execute(db);
    return true;
  },
  shrink: async () => false,
  async sizeOf(db) {
    const size = sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
    return Number((await size.execute(db)).rows[0]?.bytes);
  },
  async dropAll(db) {
    await dropTables(db, 'postgres', (table) => sql`drop table ${sql.table(table)} cascade`);
    await sql`drop function if exists audit_only_grows`.execute(db);
  },
  async continueNumbers(db, table) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'number'), max(number)) from ${sql.table(table)} having max(number) is not null`.execute(
      db,
    );
  },
};
