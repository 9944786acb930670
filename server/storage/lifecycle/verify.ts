import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { messageOf, StartError } from '#server/start-error.ts';
import { proveArchives } from './archive-proof.ts';
import { proveAudit } from './audit-proof.ts';
import { contentHash } from '../archive-record.ts';
import { copySound, databaseFormat } from './backup.ts';
import { ownTables, sqliteEngine } from '../engines/engine.ts';
import { linesOf } from './lines.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../engines/sqlite.ts';
import { createStorage } from '../storage.ts';
import { importLines } from './transfer.ts';

/** Tables whose rows are counted, in a backup and in its restored copy. */
const COUNTED = [
  'organisations',
  'users',
  'roles',
  'role_holders',
  'templates',
  'wips',
  'archives',
  'boards',
  'displays',
  'audit',
] as const;
type Counts = Record<(typeof COUNTED)[number], number>;

/** Result of the check of a backup. */
export type VerifiedBackup = {
  /** The format of its database, as this version counts; null for an export, whose lines name it. */
  format: number | null;
  counts: Counts;
  /** The time of the newest entry of its audit log; null when it has none. */
  newest: string | null;
  /** Its problems; empty when this version can use it. */
  problems: string[];
};

const EXPORT_BEGINS = '{"format":';
/** Prefix of the folder in which a backup is tried, by which folders of processes that were cut off are recognised. */
export const SCRATCH = '.ready-verify-';

/**
 * Tries a backup or an export: restores it into a folder of its own, migrates it to this version's format, counts its
 * rows before and after, and proves its submissions. The folder is removed again.
 * @param file which is not changed
 * @param now the machine's clock
 * @throws {StartError} when it cannot be used at all
 */
export async function verifyBackup(file: string, now: Date): Promise<VerifiedBackup> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${file}.`);
  let scratch: string | null = null;
  try {
    scratch = scratchBeside(file);
    return await tried(file, join(scratch, 'ready.db'), now);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} could not be tried${scratch === null ? '' : ` in ${scratch}`}: ${messageOf(error)}.`);
  } finally {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
}

/** Beside the backup there is room for another; the system's temporary folder may be in memory. */
function scratchBeside(file: string): string {
  try {
    return mkdtempSync(join(dirname(file), SCRATCH));
  } catch {
    return mkdtempSync(join(tmpdir(), SCRATCH));
  }
}

function beginsAsExport(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(EXPORT_BEGINS.length);
    readSync(handle, bytes);
    return bytes.toString('latin1') === EXPORT_BEGINS;
  } finally {
    closeSync(handle);
  }
}

async function tried(file: string, database: string, now: Date): Promise<VerifiedBackup> {
  const isExport = beginsAsExport(file);
  if (!isExport) copySound(file, database);
  const format = isExport ? null : databaseFormat(database);
  const { db, state } = openSqlite(database);
  try {
    const copied = isExport ? {} : await countsOf(db);
    await migrate(db, sqliteEngine, now.toISOString(), null);
    const before: Partial<Counts> = isExport
      ? (await importLines(db, sqliteEngine, linesOf(file), now.toISOString())).tables
      : copied;
    const counts = await countsOf(db);
    const watch = { isListening: () => true, close: async () => undefined };
    const storage = createStorage(db, sqliteEngine, { state, watch: () => watch });
    const proofs = [await proveArchives(storage.archives), await proveAudit(storage.audit)];
    const problems = proofs.flatMap((proof) => proof.problems);
    const lost = COUNTED.filter((table) => (before[table] ?? 0) !== counts[table]).map(
      (table) => `${table}: ${before[table] ?? 0} became ${counts[table]} in this version's form`,
    );
    return {
      format,
      counts,
      newest: await newestOf(db),
      problems: [...lost, ...problems, ...(await changedTemplates(db))],
    };
  } finally {
    await db.destroy();
  }
}

async function countsOf(db: Kysely<Schema>): Promise<Counts> {
  const there = await ownTables(db, 'sqlite');
  const counts = Object.fromEntries(COUNTED.map((table) => [table, 0])) as Counts;
  for (const table of COUNTED) {
    if (!there.includes(table)) continue;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

async function newestOf(db: Kysely<Schema>): Promise<string | null> {
  const newest = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst();
  return newest?.at ?? null;
}

async function changedTemplates(db: Kysely<Schema>): Promise<string[]> {
  const changed: string[] = [];
  for (const { hash } of await db.selectFrom('template_versions').select('hash').execute()) {
    const row = await db.selectFrom('template_versions').select('content').where('hash', '=', hash).executeTakeFirst();
    if (contentHash(row?.content ?? '') !== hash)
      changed.push(`the HTML ${hash} of a template is not what was imported`);
  }
  return changed;
}
