import { sql, type Kysely } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#server/start-error.ts';
import { connectPostgres, singleClient } from './postgres-driver.ts';
import { startError } from './postgres-errors.ts';
import { SERVERS_LOCK } from './postgres-watch.ts';
import type { Schema } from '../schema.ts';

/** Held while the database is migrated to this version's format. */
const PREPARE_LOCK = 7_264_000;
/** The oldest version that PostgreSQL still maintains. */
const LEAST = { number: 140_000, name: '14' };
const STARTING_UP = '57P03';
/** Milliseconds to wait for a PostgreSQL that is starting. */
const PATIENCE = 30_000;
const PAUSE = 250;

/**
 * Checks that the database can be reached and is usable.
 * @param url DATABASE_URL
 * @throws {StartError} in one sentence
 */
export async function checkPostgres(url: string): Promise<void> {
  for (let waited = 0; ; waited += PAUSE) {
    const client = singleClient(url);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number; encoding: string; standby: boolean }>(
        `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`,
      );
      const { version = 0, encoding = '', standby = false } = rows[0] ?? {};
      if (version < LEAST.number) throw new StartError(`Ready needs PostgreSQL ${LEAST.name} or newer.`);
      if (encoding !== 'UTF8') {
        throw new StartError(
          `The database keeps text as ${encoding}. Make another one for Ready: createdb --encoding=UTF8 --template=template0 ready.`,
        );
      }
      if (standby)
        throw new StartError('The database is a standby, which cannot be written. Name the primary in DATABASE_URL.');
      return;
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && error.code === STARTING_UP;
      if (!isStarting || waited >= PATIENCE) throw startError(error, url);
      await delay(PAUSE);
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}

/**
 * Runs work that no two processes may do at once, without time limits.
 * @param url DATABASE_URL
 * @param work gets queries over a connection of its own
 */
export async function preparePostgres<T>(url: string, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const client = singleClient(url);
  const db = connectPostgres(url, 2, true);
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${SERVERS_LOCK}), pg_advisory_lock(${PREPARE_LOCK})`);
    return await work(db);
  } catch (error) {
    throw startError(error, url);
  } finally {
    await db.destroy();
    await client.end().catch(() => undefined);
  }
}

/**
 * Tries to lock every server out.
 * @param url DATABASE_URL
 * @returns a function that ends the lock; null when there is a server
 */
export async function takePostgres(url: string): Promise<(() => Promise<void>) | null> {
  const client = singleClient(url);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${SERVERS_LOCK}) as taken`);
  const end = (): Promise<void> => client.end().catch(() => undefined);
  if (rows[0]?.taken) return end;
  await end();
  return null;
}

/** PostgreSQL's facts about an installation, for `doctor`. */
export async function postgresFacts(
  db: Kysely<Schema>,
): Promise<{ version: string; bytes: number; isDurable: boolean; connections: number; most: number }> {
  const { rows } = await sql<{ version: string; bytes: number; durable: boolean; connections: number; most: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as durable,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL says nothing about itself.');
  return { ...facts, isDurable: facts.durable };
}
