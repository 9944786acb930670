import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#server/start-error.ts';
import { isLogOfAnother } from './disk.ts';

/** Part of a rescued file's name, between the database's name and the time. */
export const RESCUED = '.rescued-';
/**
 * Beginning of the data folder's note if the last server ended without its database; the name of the rescued file
 * follows.
 */
const ENDED_WITHOUT = 'ended without its database: ';

/** Bytes of a file that SQLite takes for an empty database: some systems write one byte, as does `echo > ready.db`. */
const EMPTY = 1;

/** Path of the note of a process about its open database, or about its loss. @param folder the data folder */
export const noteOf = (folder: string): string => join(folder, 'server.file');

/** The note of a server that saved its data to a file, for the next process. */
export const rescueNote = (rescued: string): string => `${ENDED_WITHOUT}${basename(rescued)}`;

/**
 * True if the write-ahead log beside a database belongs to another one, by the last process's note about its database.
 * @param note null if that process ended normally
 */
export const hasForeignLog = (database: string, note: string | null): boolean =>
  note !== null && existsSync(database) && isLogOfAnother(database, note);

/**
 * The reason why the database of a data folder must not be opened, after what the last process left behind. Only the
 * operator knows which of two files is meant: a start that chose one could show users outdated documents as current.
 * @param database its path
 * @param note that process's note; null if it ended normally
 * @returns null if there is no reason
 */
export function whyNotOpen(database: string, note: string | null): StartError | null {
  const name = note?.startsWith(ENDED_WITHOUT) ? note.slice(ENDED_WITHOUT.length) : null;
  const rescued = name === null ? null : join(dirname(database), name);
  if (!existsSync(database)) return deadLink(database) ?? whyNotBegin(database, rescued === null ? note : null);
  if (rescued !== null && existsSync(rescued)) {
    return new StartError(
      `The last server lost its database ${database} while it ran, and wrote what it held to ${rescued}. Restore that (ready restore ${rescued}), or move it away to go on with the file that is ${database} now.`,
    );
  }
  const beside = statSync(database).size <= EMPTY ? leftBeside(database, note) : [];
  if (beside.length > 0) {
    return new StartError(
      `The database ${database} is empty, and there was one that was not: ${beside.join(' and ')} is left of it. Restore a backup (ready restore), which puts the empty file aside; or remove it and ${beside.join(' and ')} to start with a new one.`,
    );
  }
  if (!hasForeignLog(database, note)) return null;
  return new StartError(
    `The database ${database} is another file than the one to which ${database}-wal belongs, in which the newest writes stand: neither can be read with the other. Put the file of before back in its place; or restore a backup (ready restore), which puts both aside; or move ${database}-wal away to go on without those writes.`,
  );
}

/** Milliseconds by which a database may be newer than its log: its latest writes were in the log a moment before. */
const NEWER = 10_000;

/**
 * The reason to suspect that the write-ahead log beside a database belongs to the file's earlier content: SQLite cannot
 * detect this, and applies it to any file.
 * @param isUnclean true if the last process was cut off; one that ends normally leaves no log
 * @returns a sentence; null if there is no reason
 */
export function doubtOfLog(database: string, isUnclean: boolean): string | null {
  const [own, log] = [database, `${database}-wal`].map((file) => (existsSync(file) ? statSync(file) : null));
  if (!own || !log || log.size === 0) return null;
  if (isUnclean && own.mtimeMs - log.mtimeMs < NEWER) return null;
  return `The log ${database}-wal may belong to what ${database} held before: ${isUnclean ? 'the database is newer than it' : 'the last process that had the database has left none'}. Where the file was put there by hand (cp), move ${database}-wal and ${database}-shm away before anything opens it, since the log would be laid over it; better put the backup back with ready restore. Where it was not, start the server, which takes the log up.`;
}

/** Refuses to begin with a new database if a disk is not mounted. */
function deadLink(database: string): StartError | null {
  if (!lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
  return new StartError(
    `The database ${database} is a link that leads nowhere. Bring back what it leads to, as by mounting its disk; or remove the link to start with a new one.`,
  );
}

/** Files that a database leaves beside it after its first start; a first start that was cut off leaves none of them. */
function leftBeside(database: string, note: string | null): string[] {
  const folder = dirname(database);
  const names = readdirSync(folder).filter((name) => name === 'ready.reserve' || /\.(before|rescued)-/.test(name));
  return [...(note === null ? [] : [noteOf(folder)]), ...names.map((name) => join(folder, name))];
}

/**
 * Refuses to begin with an empty database if there was another one.
 * @param note the database of a server that was cut off. A first start that was cut off has noted none, and is simply
 * tried again
 */
function whyNotBegin(database: string, note: string | null): StartError | null {
  const folder = dirname(database);
  const rescued = readdirSync(folder).findLast((name) => name.startsWith(basename(database) + RESCUED));
  if (rescued !== undefined) {
    return new StartError(
      `The database ${database} is not there. It was taken away from a running server, which wrote what it held to ${join(folder, rescued)}: restore that, or move it away to start with a new one.`,
    );
  }
  const left = [`${database}-wal`, `${database}.part`].filter((file) => existsSync(file));
  if (note !== null) left.push(noteOf(folder));
  if (left.length === 0) return null;
  return new StartError(
    `The database ${database} is gone: there was one, of which something is left. Put the file back, or restore a backup (ready restore); or remove ${left.join(' and ')} to start with a new one.`,
  );
}
