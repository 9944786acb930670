import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/start-error.ts';
import { giveUpReserve } from './disk-reserve.ts';
import { COMPANIONS, identityOf } from './disk.ts';
import { doubtOfLog, hasForeignLog, noteOf, rescueNote, whyNotOpen } from './left-behind.ts';
import { sqliteCode } from '../engines/sqlite.ts';
import { StorageTrouble } from '../unavailable.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** Error if a running server has the data folder. */
export class FolderInUse extends StartError {}

/** Error if the data folder's disk can only be read: no process can write there, and none needs a lock. */
export class ReadOnlyFolder extends StartError {}

/** A data folder that this process alone uses. */
export type DataFolder = ReturnType<typeof takeDataFolder>;

/**
 * Makes the data folder if it does not exist, and locks it for this server. The lock is the operating system's own,
 * held through an open SQLite transaction: it ends with the process, however that ends.
 * @param folder its path
 * @throws {StartError} when it is not a folder, cannot be written or is in use
 */
export function takeDataFolder(folder: string) {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new StartError(`The data folder ${folder} is a file. Choose a folder: READY_DATA=/path/to/folder.`);
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === 'EROFS') {
      throw new ReadOnlyFolder(
        `The disk of the data folder ${folder} can only be read. What only reads works: backup to another disk, export, archive verify, user list, doctor. Look at the log of the machine (dmesg), and mount the disk for writing.`,
      );
    }
    const reason = code === null ? '' : ` (${code})`;
    throw new StartError(
      `The data folder ${folder} cannot be written${reason}. Make it writable, or choose another: READY_DATA=/path/to/folder.`,
    );
  }
  const holder = join(folder, 'server.pid');
  const database = databaseOf(folder);
  const lock = new DatabaseSync(join(folder, 'server.lock'));
  try {
    withRoom(folder, () => lock.exec('pragma journal_mode = delete; begin exclusive;'));
  } catch (error) {
    lock.close();
    if (error instanceof StartError) throw error;
    if (sqliteCode(error) !== SQLITE_BUSY)
      throw new StartError(
        `The data folder ${folder} cannot be locked. Remove ${join(folder, 'server.lock')} and start again.`,
      );
    throw new FolderInUse(
      `Another Ready server${processOf(holder)} is using the data folder ${folder}. Stop it, or choose another folder: READY_DATA=/path/to/folder.`,
    );
  }
  // A process that ends normally removes this file.
  let isUnclean = existsSync(holder);
  let left = existsSync(noteOf(folder)) ? readFileSync(noteOf(folder), 'utf8').trim() : null;
  let opened: string | null = null;
  rmSync(noteOf(folder), { force: true });
  try {
    withRoom(folder, () => writeFileSync(holder, `${process.pid}\n`));
  } catch (error) {
    lock.close();
    throw error;
  }
  return {
    /** The path of the database's file. */
    database,
    /** @throws {StartError} if the database must not be opened, because of what the last process left behind */
    requireWhole(): void {
      const refused = whyNotOpen(database, left);
      if (refused) throw refused;
    },
    /** Reason to doubt that the log beside the database is its own, in a sentence; null if there is none. */
    doubtOfLog: (): string | null => doubtOfLog(database, isUnclean),
    /** True if the log beside the database belongs to another one. */
    hasForeignLog: (): boolean => hasForeignLog(database, left),
    /** Notes the identity of the database after it was opened: other processes can check that it is still the same. */
    noteDatabase(): void {
      left = null;
      opened = identityOf(database);
      withRoom(folder, () => writeFileSync(noteOf(folder), `${opened ?? ''}\n`));
    },
    /**
     * True if the last process with the folder was cut off or lost its database, and the database has not been checked
     * since.
     */
    isUnclean: (): boolean => isUnclean,
    /** Notes that the database was checked and is sound, or was replaced. */
    settle(): void {
      isUnclean = false;
      left = null;
    },
    /**
     * Notes for the next process that a file of the database was removed while this process had it open.
     * @param rescued path of the rescued data; null if they are in the database's own file, which stayed, or could not be
     * written
     */
    noteLoss(rescued: string | null): void {
      isUnclean = true;
      left = rescued === null ? opened : rescueNote(rescued);
    },
    /**
     * Releases the folder. If it is unclean it stays so for the next process, and a note about a database that was not
     * opened stays.
     */
    release(): void {
      try {
        if (!isUnclean) rmSync(holder, { force: true });
        if (left === null) rmSync(noteOf(folder), { force: true });
        else writeFileSync(noteOf(folder), `${left}\n`);
      } finally {
        lock.close();
      }
    },
  };
}

/** The file of a data folder's database. */
export function databaseOf(folder: string): string {
  return join(folder, 'ready.db');
}

/** True if there was no room, on the file system or for SQLite. */
const isFull = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_FULL || (error instanceof Error && 'code' in error && error.code === 'ENOSPC');

/** Releases the reserve if needed: a start must be possible on a full disk, so that users can continue to read. */
function withRoom(folder: string, work: () => void): void {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isFull(error)) throw error;
      if (!giveUpReserve(folder)) throw new StartError(new StorageTrouble('full', databaseOf(folder)).message);
    }
  }
}

/**
 * @param folder a data folder that a server uses now
 * @throws {StartError} when the database in it is not the one that the server has open
 */
export function requireServersDatabase(folder: string): void {
  const database = databaseOf(folder);
  if (!existsSync(noteOf(folder)) || readFileSync(noteOf(folder), 'utf8').trim() === (identityOf(database) ?? ''))
    return;
  const isWhole = COMPANIONS.every((suffix) => existsSync(database + suffix));
  const other = isWhole ? 'is another file than the one that it has open' : 'is without its -wal or -shm file';
  const what = existsSync(database) ? other : 'is not there any more';
  throw new StartError(
    `A Ready server${processOf(join(folder, 'server.pid'))} is running, but the database ${database} ${what}: it was moved, removed or replaced. Put the same file back, and the server goes on by itself; or stop the server, not with kill -9: it then writes what it holds to ${database}.rescued-…, which restore takes.`,
  );
}

function processOf(holder: string): string {
  try {
    return ` (process ${readFileSync(holder, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
