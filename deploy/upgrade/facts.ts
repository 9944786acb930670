import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readSettings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { requireDatabase } from '#server/storage/lifecycle/backup.ts';
import { databaseOf, FolderInUse, takeDataFolder } from '#server/storage/lifecycle/data-folder.ts';

/**
 * `node deploy/upgrade/facts.ts <moment>`: prints an installation's facts for an upgrade as JSON. It runs as the service's
 * user, reads a database of any format, and changes nothing.
 */

/** Facts of an installation. */
export type Facts = {
  /** Format of its database; 0 if it has none. */
  format: number;
  /** Size of the database in bytes. */
  bytes: number;
  /** True if a server uses it now. */
  isInUse: boolean;
  /** Number of the last submission, and of the last entry of the audit log. */
  archives: number;
  audit: number;
  /** Documents that were saved since the moment. */
  saved: number;
};

type Query = (sql: string) => Promise<number>;

async function factsBy(query: Query, since: string): Promise<Omit<Facts, 'bytes' | 'isInUse'>> {
  const most = (table: string): Promise<number> => query(`select coalesce(max(number), 0) as n from ${table}`);
  const moment = new Date(since).toISOString();
  return {
    format: await most('migrations'),
    archives: await most('archives'),
    audit: await most('audit'),
    saved: await query(`select count(*) as n from wips where updated_at > '${moment}'`),
  };
}

function isInUse(data: string): boolean {
  try {
    takeDataFolder(data).release();
    return false;
  } catch (error) {
    if (error instanceof FolderInUse) return true;
    throw error;
  }
}

async function ofFolder(data: string, since: string): Promise<Facts> {
  const file = databaseOf(data);
  requireDatabase(file, data);
  const inUse = isInUse(data);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    const query: Query = (sql) => Promise.resolve(Number(database.prepare(sql).get()?.['n']));
    const bytes = [file, `${file}-wal`].reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);
    return { ...(await factsBy(query, since)), bytes, isInUse: inUse };
  } catch (error) {
    throw new StartError(
      `${file} is no database of Ready, or cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
  } finally {
    database.close();
  }
}

async function ofPostgres(url: string, since: string): Promise<Facts> {
  const { checkPostgres, takePostgres } = await import('#server/storage/engines/postgres.ts');
  const { singleClient } = await import('#server/storage/engines/postgres-driver.ts');
  await checkPostgres(url);
  const alone = await takePostgres(url);
  await alone?.();
  const client = singleClient(url);
  await client.connect();
  try {
    const query: Query = async (sql) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n);
    const bytes = await query('select pg_database_size(current_database()) as n');
    const isThere = await query(`select count(to_regclass('migrations')) as n`);
    const none = { format: 0, archives: 0, audit: 0, saved: 0 };
    return { ...(isThere ? await factsBy(query, since) : none), bytes, isInUse: alone === null };
  } finally {
    await client.end();
  }
}

try {
  const { data, databaseUrl } = readSettings(process.env);
  const since = process.argv[2] ?? new Date().toISOString();
  const facts = databaseUrl === null ? await ofFolder(data, since) : await ofPostgres(databaseUrl, since);
  process.stdout.write(JSON.stringify(facts));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
