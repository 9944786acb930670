import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, StartError } from '#server/start-error.ts';
import { isWriteProtected } from './disk.ts';
import { migrations } from '../migrations/migrations.ts';
import { makeFresh, readBefore, type Regained } from './restored.ts';
import { inWords, readOnlyPlace, sqliteCode } from '../engines/sqlite.ts';

/** Opens a database for reading while other processes write it, also on a read-only disk. */
function openToRead(file: string): DatabaseSync {
  const readOnly = isWriteProtected(file);
  return new DatabaseSync(readOnly ? readOnlyPlace(file) : file, { timeout: 5_000, readOnly });
}

/** Problems of a database file; empty when it is sound. */
export function databaseProblems(file: string): string[] {
  try {
    const database = openToRead(file);
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

/** The format of a database of this application; null when it is none. */
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

/** @throws {StartError} if a data folder has no database: then there is nothing to back up */
export function requireDatabase(database: string, data: string): void {
  if (existsSync(database)) return;
  throw new StartError(
    `There is no database in the data folder ${data}. Name the server's: READY_DATA=/path/to/folder.`,
  );
}

/** Flushes a file to the disk, and its name too. */
export function settle(file: string): void {
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
 * Writes a copy of one moment of the database, also while a server writes to it; checks the copy before it gets its
 * name.
 * @param database the file in the data folder
 * @param target a file that does not exist yet
 * @returns its size in bytes
 * @throws {StartError} when it cannot be made
 */
export function backUp(database: string, target: string): number {
  if (existsSync(target)) throw new StartError(`${target} is there already. Choose another name.`);
  const part = `${target}.part`;
  rmSync(part, { force: true });
  try {
    // Only its owner can read the file before it has content.
    closeSync(openSync(part, 'wx', 0o600));
    const source = openToRead(database);
    try {
      source.prepare('vacuum into ?').run(part);
    } finally {
      source.close();
    }
    const problems = databaseProblems(part);
    if (problems.length > 0)
      throw new StartError(`The copy is damaged (${problems[0]}); the database may be too. Run: doctor.`);
    if (databaseFormat(part) === null) throw new StartError(`${database} is no database of Ready.`);
    settle(part);
    renameSync(part, target);
    settle(target);
    return statSync(target).size;
  } catch (thrown) {
    rmSync(part, { force: true });
    const error = inWords(thrown, database);
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup could not be written to ${target}: ${messageOf(error)}.`);
  }
}

/** Result of a restore. */
export type Restored = {
  /** Path of the previous database; null when there was none. */
  kept: string | null;
  /** Path of a write-ahead log whose database no longer existed; null when there was none. */
  log: string | null;
  /** Users who regain rights that they lost after the backup; null when the previous database cannot be read. */
  regained: Regained[] | null;
};

/**
 * Replaces the database with a backup, and keeps the old one beside it. All sessions end. The data folder must be
 * locked (`takeDataFolder`).
 * @param backup a file that `backUp` wrote
 * @param database the file in the data folder, which need not exist
 * @param now used in the name of the database that is kept, and in the audit log
 * @param hasForeignLog true if the log beside the database belongs to another one
 * @throws {StartError} when the backup cannot be used; nothing is changed then
 */
export function restoreBackup(backup: string, database: string, now: Date, hasForeignLog = false): Restored {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${backup}.`);
  const part = `${database}.part`;
  const removePart = (): void => {
    for (const leftover of [part, `${part}-wal`, `${part}-shm`, `${part}-journal`]) rmSync(leftover, { force: true });
  };
  const aside = `${database}.before-restore-${now.toISOString().replace(/[:.]/g, '-')}`;
  // Under this name SQLite does not take the log for that of the kept database.
  const gone = `${aside}.gone`;
  let isReplaced = false;
  removePart();
  try {
    copySound(backup, part);
    const hasBefore = existsSync(database);
    if (!hasBefore || hasForeignLog) moveLog(database, gone);
    const before = hasBefore ? readBefore(database) : null;
    const regained = makeFresh(part, before, now);
    settle(part);
    if (hasBefore) {
      writeLogBack(database);
      moveLog(database, aside);
      renameSync(database, aside);
    }
    renameSync(part, database);
    isReplaced = true;
    settle(database);
    return {
      kept: hasBefore ? aside : null,
      log: existsSync(`${gone}-wal`) ? `${gone}-wal` : null,
      regained: hasBefore && before === null ? null : regained,
    };
  } catch (error) {
    removePart();
    if (!isReplaced) {
      for (const name of [aside, gone]) moveLog(name, database);
      if (existsSync(aside)) renameSync(aside, database);
    }
    if (error instanceof StartError) throw error;
    throw new StartError(`${backup} could not be put in the place of ${database}: ${messageOf(error)}.`);
  }
}

/**
 * Copies a backup and checks the copy, so that the backup itself is not touched.
 * @throws {StartError} when it is no backup, is damaged, or comes from a newer version
 */
export function copySound(backup: string, copy: string): void {
  copyFileSync(backup, copy);
  const problems = databaseProblems(copy);
  const format = problems.length === 0 ? databaseFormat(copy) : null;
  const known = migrations.at(-1)?.number ?? 0;
  if (format === null)
    throw new StartError(`${backup} is no sound backup of Ready${problems[0] ? ` (${problems[0]})` : ''}.`);
  if (format > known) {
    throw new StartError(
      `${backup} was written by a newer version of Ready (format ${format}, this version knows ${known}).`,
    );
  }
}

function writeLogBack(database: string): void {
  try {
    const old = new DatabaseSync(database, { timeout: 5_000 });
    old.exec('pragma wal_checkpoint(truncate)');
    old.close();
  } catch (error) {
    // A damaged database is a reason to restore: then its log is moved aside with it.
    if (sqliteCode(error) === null) throw error;
  }
}

/**
 * Moves a database's log away before the database itself is renamed: SQLite would apply a log that stays behind to the
 * next file of that name.
 */
function moveLog(database: string, name: string): void {
  for (const suffix of ['-wal', '-shm', '-journal'])
    if (existsSync(database + suffix)) renameSync(database + suffix, name + suffix);
}
