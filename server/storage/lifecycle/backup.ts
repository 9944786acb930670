import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/start-error.ts';
import { isWriteProtected } from './disk.ts';
import { migrations } from '../migrations/migrations.ts';
import { makeFresh, readBefore, type Regained } from './restored.ts';
import { inWords, readOnlyPlace, sqliteCode } from '../engines/sqlite.ts';

/** Opens a database beside whoever writes it, also where its disk can only be read. */
function openToRead(file: string): DatabaseSync {
  const readOnly = isWriteProtected(file);
  return new DatabaseSync(readOnly ? readOnlyPlace(file) : file, { timeout: 5_000, readOnly });
}

/** What is wrong with a database file; empty when it is sound. */
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

/** @throws {StartError} where a data folder has no database: then there is nothing to back up */
export function requireDatabase(database: string, data: string): void {
  if (existsSync(database)) return;
  throw new StartError(
    `There is no database in the data folder ${data}. Name the server's: READY_DATA=/path/to/folder.`,
  );
}

/** What was written is on the disk, and the name of the file too. */
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
    throw new StartError(
      `The backup could not be written to ${target}: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
  }
}

/** How a restore went. */
export type Restored = {
  /** Where the database of before is; null when there was none. */
  kept: string | null;
  /** Where the write-ahead log of a database is that was not there any more; null when there was none. */
  log: string | null;
  /** Who gets back by it what was taken from them after the backup; null when the database of before cannot be read. */
  regained: Regained[] | null;
};

/**
 * Puts a backup in the place of the database, which is kept beside it. Nobody is signed in afterwards. The data folder must be held (`takeDataFolder`).
 * @param backup a file that `backUp` wrote
 * @param database the file in the data folder, which need not be there
 * @param now goes into the name of the database that is kept, and into the audit log
 * @param hasForeignLog whether the log that lies beside the database belongs to another
 * @throws {StartError} when the backup cannot be used; nothing is changed then
 */
export function restoreBackup(backup: string, database: string, now: Date, hasForeignLog = false): Restored {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${backup}.`);
  const part = `${database}.part`;
  const removePart = (): void => {
    for (const leftover of [part, `${part}-wal`, `${part}-shm`, `${part}-journal`]) rmSync(leftover, { force: true });
  };
  const aside = `${database}.before-restore-${now.toISOString().replace(/[:.]/g, '-')}`;
  // Under a name at which SQLite would not find it for the database that is kept.
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
    throw new StartError(
      `${backup} could not be put in the place of ${database}: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
  }
}

/**
 * Copies a backup and looks through the copy, so that the backup itself is not touched.
 * @throws {StartError} when it is none, is damaged, or comes from a newer version
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
    // A damaged database is a reason to restore: then its log goes aside with it.
    if (sqliteCode(error) === null) throw error;
  }
}

/** What stands beside a database goes aside before it gets its own name: SQLite would lay a log that stays behind over whichever file has that next. */
function moveLog(database: string, name: string): void {
  for (const suffix of ['-wal', '-shm', '-journal'])
    if (existsSync(database + suffix)) renameSync(database + suffix, name + suffix);
}
