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

/** The data folder belongs to a server that runs now. */
export class FolderInUse extends StartError {}

/** The data folder's disk can only be read: nobody can write there, and nobody needs a lock. */
export class ReadOnlyFolder extends StartError {}

/** A data folder that this process alone uses. */
export type DataFolder = {
  /** The path of the database's file. */
  database: string;
  /** Whether the last process that had the folder was cut off or lost its database, and nobody has looked through that since. */
  isUnclean(): boolean;
  /** The database was looked through, and is sound; or another was put in its place. */
  settle(): void;
  /** @throws {StartError} where the database must not be opened as it lies there, after what the last process left behind */
  requireWhole(): void;
  /** Why the log beside the database may not be its own, in a sentence; null when nothing speaks for it. */
  doubtOfLog(): string | null;
  /** Whether a log of another database lies beside it. */
  hasForeignLog(): boolean;
  /** Notes which file the database is, now that it is open: whoever comes while this process has the folder can see whether it still is. */
  noteDatabase(): void;
  /**
   * Notes for the next process that something of the database was taken away while this one had it.
   * @param rescued where what this one held is; null where it is in the database's own file, which stayed, or could not be written
   */
  noteLoss(rescued: string | null): void;
  /** Lets others have the folder. One that is unclean stays so for the next, and what was noted of a database that was not opened is noted still. */
  release(): void;
};

/**
 * Makes the data folder when it is not there, and takes it for this server. The lock is the operating system's own, held through an
 * open SQLite transaction: it ends with the process, however that dies.
 * @param folder its path
 * @throws {StartError} when it is not a folder, cannot be written or is in use
 */
export function takeDataFolder(folder: string): DataFolder {
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
  // Whoever ends by itself takes this file away.
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
    database,
    requireWhole() {
      const refused = whyNotOpen(database, left);
      if (refused) throw refused;
    },
    doubtOfLog: () => doubtOfLog(database, isUnclean),
    hasForeignLog: () => hasForeignLog(database, left),
    noteDatabase() {
      left = null;
      opened = identityOf(database);
      withRoom(folder, () => writeFileSync(noteOf(folder), `${opened ?? ''}\n`));
    },
    isUnclean: () => isUnclean,
    settle() {
      isUnclean = false;
      left = null;
    },
    noteLoss(rescued) {
      isUnclean = true;
      left = rescued === null ? opened : rescueNote(rescued);
    },
    release() {
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

/** Whether there was no room, on the file system or for SQLite. */
const isFull = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_FULL || (error instanceof Error && 'code' in error && error.code === 'ENOSPC');

/** A start is possible on a full disk, so that people go on reading: the room that is kept is for that too. */
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
 * @param folder a data folder that a server has just now
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
