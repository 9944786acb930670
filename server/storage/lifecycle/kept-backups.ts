import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, StartError } from '#server/start-error.ts';
import { SCRATCH } from './verify.ts';

/** Names of backups in a folder with several: by time, so that they sort in their order. */
const NAME = /^ready-\d{4}-\d{2}-\d{2}T\d{6}Z\.(db|ndjson)$/;
const UNFINISHED = /^ready-\d{4}-\d{2}-\d{2}T\d{6}Z\.(db|ndjson)\.part$/;
/** Milliseconds after which an unfinished file belongs to a process that was cut off. */
const ABANDONED = 86_400_000;

/** Kinds of backups in a folder: copies of the embedded database, or exports. */
export type BackupKind = 'db' | 'ndjson';

/**
 * Path of the next backup in a folder. Makes the folder for its owner alone, if its parent exists.
 * @throws {StartError} when it cannot be made
 */
export function nextBackup(folder: string, kind: BackupKind, now: Date): string {
  try {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${messageOf(error)}.`);
  }
  if (!statSync(folder).isDirectory()) throw new StartError(`${folder} is no folder. With --keep, name the folder.`);
  const moment = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
  const file = join(folder, `ready-${moment}.${kind}`);
  if (statSync(file, { throwIfNoEntry: false }))
    throw new StartError(`${file} is there already: another backup was made in this very second.`);
  return file;
}

/**
 * Renames a backup that failed its check, over the last such one, so that it is not taken for a good one.
 * @returns its path
 */
export function putAside(file: string): string {
  const aside = join(dirname(file), file.endsWith('.db') ? 'ready-failed.db' : 'ready-failed.ndjson');
  renameSync(file, aside);
  return aside;
}

/**
 * Removes the oldest backups of a folder, by their names, and unfinished files of processes that were cut off. No other
 * file is touched.
 * @param newest the file that was just written: it stays, whatever the clock did
 * @param keep maximum of backups that stay
 * @returns the removed files
 */
export function removeOldest(newest: string, keep: number, now: Date): string[] {
  const folder = dirname(newest);
  const names = readdirSync(folder);
  const kind = newest.endsWith('.db') ? '.db' : '.ndjson';
  const older = names
    .filter((name) => NAME.test(name) && name.endsWith(kind) && join(folder, name) !== newest)
    .map((name) => join(folder, name))
    .filter((file) => lstatSync(file).isFile())
    .toSorted();
  const removed = older.slice(0, Math.max(0, older.length - (keep - 1)));
  for (const file of removed) rmSync(file);
  for (const name of names.filter((one) => UNFINISHED.test(one) || one.startsWith(SCRATCH))) {
    const left = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (left && now.getTime() - left.mtimeMs > ABANDONED) rmSync(join(folder, name), { recursive: true, force: true });
  }
  return removed;
}
