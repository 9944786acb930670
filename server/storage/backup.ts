import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/start-error.ts';
import { migrations } from './migrations.ts';
import { sqliteCode } from './sqlite.ts';

/** What is wrong with a database file; empty when it is sound. */
export function databaseProblems(file: string): string[] {
  try {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      const integrity = database
        .prepare('pragma integrity_check(10)')
        .all()
        .map((row) => String(row['integrity_check']));
      const loose = database
        .prepare('pragma foreign_key_check')
        .all()
        .map((row) => `${String(row['table'])} names what is not there`);
      return [...integrity.filter((text) => text !== 'ok'), ...new Set(loose)];
    } finally {
      database.close();
    }
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
    return [error instanceof Error ? error.message : 'it cannot be opened'];
  }
}

/** The form of a database of ours; null when it is none. */
export function databaseFormat(file: string): number | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [row] = database.prepare('select max(number) as number from migrations').all();
    return typeof row?.['number'] === 'number' ? row['number'] : null;
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
    return null;
  } finally {
    database.close();
  }
}

/** What was written is on the disk, and the name of the file too. */
function settle(file: string): void {
  for (const path of [file, dirname(file)]) {
    const handle = openSync(path, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}

/**
 * Writes a copy of one moment of the database, also while a server writes to it; checks the copy, and gives it its name only then.
 * @param database the file in the data folder
 * @param target a file that is not there yet
 * @returns its size in bytes
 * @throws {StartError} when it cannot be made
 */
export function backUp(database: string, target: string): number {
  if (existsSync(target)) throw new StartError(`${target} is there already. Choose another name.`);
  const part = `${target}.part`;
  rmSync(part, { force: true });
  try {
    // The file is made for its owner alone before anything is in it.
    closeSync(openSync(part, 'wx', 0o600));
    const source = new DatabaseSync(database, { timeout: 5_000 });
    try {
      source.prepare('vacuum into ?').run(part);
    } finally {
      source.close();
    }
    const problems = databaseProblems(part);
    if (problems.length > 0)
      throw new StartError(`The copy is damaged (${problems[0]}); the database may be too. Run: doctor.`);
    settle(part);
    renameSync(part, target);
    settle(target);
    return statSync(target).size;
  } catch (error) {
    rmSync(part, { force: true });
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The backup could not be written to ${target}: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
  }
}

/**
 * Puts a backup in the place of the database, which is kept beside it. The data folder must be held (`takeDataFolder`).
 * @param backup a file that `backUp` wrote
 * @param database the file in the data folder, which need not be there
 * @param stamp goes into the name of the database that is kept
 * @returns where the database of before is; null when there was none
 * @throws {StartError} when the backup cannot be used; nothing is changed then
 */
export function restoreBackup(backup: string, database: string, stamp: string): string | null {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${backup}.`);
  const part = `${database}.part`;
  for (const leftover of [part, `${part}-wal`, `${part}-shm`]) rmSync(leftover, { force: true });
  copyFileSync(backup, part);
  const problems = databaseProblems(part);
  const format = problems.length === 0 ? databaseFormat(part) : null;
  const known = migrations.at(-1)?.number ?? 0;
  if (problems.length > 0 || format === null || format > known) {
    rmSync(part, { force: true });
    if (format === null)
      throw new StartError(`${backup} is no sound backup of Ready${problems[0] ? ` (${problems[0]})` : ''}.`);
    throw new StartError(
      `${backup} was written by a newer version of Ready (format ${format}, this version knows ${known}).`,
    );
  }
  settle(part);
  let kept: string | null = null;
  if (existsSync(database)) {
    kept = `${database}.before-restore-${stamp}`;
    // The log of the old database must not be taken for the new one's: it goes into its own file before either gets another name.
    moveAside(database, kept);
  }
  renameSync(part, database);
  settle(database);
  return kept;
}

function moveAside(database: string, kept: string): void {
  try {
    const old = new DatabaseSync(database, { timeout: 5_000 });
    old.exec('pragma wal_checkpoint(truncate)');
    old.close();
  } catch (error) {
    // A damaged database is a reason to restore: then its log goes aside with it.
    if (sqliteCode(error) === null) throw error;
  }
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix);
  renameSync(database, kept);
}
