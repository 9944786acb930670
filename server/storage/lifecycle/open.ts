import { closeSync, existsSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Settings } from '#server/settings.ts';
import { messageOf, StartError } from '#server/start-error.ts';
import { backUp, settle } from './backup.ts';
import {
  databaseOf,
  FolderInUse,
  ReadOnlyFolder,
  requireServersDatabase,
  takeDataFolder,
  type DataFolder,
} from './data-folder.ts';
import { guardWrites } from './disk-guard.ts';
import { createDisk, freeBytesOf, makeWay, untroubled, type Condition, type Disk, type FreeBytes } from './disk.ts';
import { ownTables, postgresEngine, sqliteEngine, type Engine } from '../engines/engine.ts';
import { migrate, requireCurrent, requireThisForm, type KeepCopy } from '../migrations/migrate.ts';
import type { Storage } from '../storage.ts';
import type { Schema } from '../schema.ts';
import { checkFile, type FileCheck } from './file-check.ts';
import { RESCUED } from './left-behind.ts';
import { inWords, openSqlite } from '../engines/sqlite.ts';
import { createStorage } from '../storage.ts';
import { writeExport } from './transfer.ts';

/** Location of an installation. */
type Place = Pick<Settings, 'data' | 'databaseUrl' | 'databasePool'>;

/**
 * Permissions of opening an installation: `look` changes nothing; `use` migrates it to this version's format; `make`
 * also creates one if there is none.
 */
export type May = 'look' | 'use' | 'make';

/** An open installation. */
export type OpenDatabase = {
  storage: Storage;
  /** The same for sessions and sign-ins: while the disk is full it uses the reserve. */
  sessionStorage: Storage;
  /** State of its disk and file; watched for a server alone. */
  condition: Condition;
  db: Kysely<Schema>;
  engine: Engine;
  /** The database's file; null on PostgreSQL. */
  file: string | null;
  /** Error if a server uses it now; null when none does, and then none can start until it is closed. */
  inUse: StartError | null;
  /**
   * Checks the database while it is used, if the last process with it was cut off. Problems are reported again at each
   * start until it is sound.
   * @returns its problems, empty when it is sound; null if no check is needed, or it is closed first
   */
  check(): Promise<readonly string[] | null>;
  /**
   * Turns an error into one sentence for the operator, if the database is damaged or lacks something; returns any other
   * unchanged.
   */
  inWords(error: unknown): unknown;
  close(): Promise<void>;
};

/** PostgreSQL checks its files itself. */
const unchecked = { check: async () => null };

/** The name of the copy of a database that is kept before this version changes its format. */
const copyName = (format: number): string => `before-this-version-format-${format}`;

const say = (what: string, copy: string): void =>
  console.warn(`This version keeps its data in another form. ${what} of before is kept as ${copy}.`);

/** Replaces the last copy: a start that fails is tried again, and only one copy is kept. */
async function keptAs(copy: string, write: (file: string) => unknown): Promise<void> {
  const part = `${copy}.new`;
  rmSync(part, { force: true });
  await write(part);
  renameSync(part, copy);
}

function keepBackup(database: string): KeepCopy {
  return async (format) => {
    const copy = `${database}.${copyName(format)}`;
    await keptAs(copy, (file) => backUp(database, file));
    say('The database', copy);
  };
}

/** Keeps an export: PostgreSQL's own tools would make a better copy, but may not be installed here. */
function keepExport(db: Kysely<Schema>, data: string): KeepCopy {
  return async (format) => {
    const copy = join(data, `${copyName(format)}.ndjson`);
    try {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      await keptAs(copy, (file) => writeExport(db, file, format));
    } catch (error) {
      throw new StartError(
        `The copy that is kept before the database is changed could not be written to ${copy}: ${messageOf(error)}. Make the folder writable, or name another: READY_DATA=/path/to/folder.`,
      );
    }
    say('An export', copy);
  };
}

// Loaded on demand: an installation with the embedded database never loads the client of PostgreSQL.
const postgres = async () => ({
  ...(await import('../engines/postgres.ts')),
  ...(await import('../engines/postgres-driver.ts')),
  ...(await import('../engines/postgres-errors.ts')),
  ...(await import('../engines/postgres-watch.ts')),
});

async function postgresStorage(db: Kysely<Schema>, url: string): Promise<Storage> {
  const { watchPostgres } = await postgres();
  return createStorage(db, postgresEngine, {
    watch: (notifications) => watchPostgres(url, notifications),
    state: null,
  });
}

/**
 * Opens the installation for a server: the data folder alone, or PostgreSQL together with others.
 * @param now ISO text
 * @param prepare work that must be done once: no other process does it at the same time
 * @param freeBytes reads the room on the data folder's disk; by default from the operating system
 * @throws {StartError} with one sentence, when it cannot be used
 */
export async function openForServer(
  { data, databaseUrl, databasePool }: Place,
  now: string,
  prepare: (storage: Storage) => Promise<void>,
  freeBytes: FreeBytes = freeBytesOf,
): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    const { checkPostgres, connectPostgres, lackOf, preparePostgres } = await postgres();
    await checkPostgres(databaseUrl);
    await preparePostgres(databaseUrl, async (alone) => {
      await migrate(alone, postgresEngine, now, keepExport(alone, data));
      await prepare(await postgresStorage(alone, databaseUrl));
    });
    const db = connectPostgres(databaseUrl, databasePool, false);
    const storage = await postgresStorage(db, databaseUrl);
    const close = (): Promise<void> => storage.close();
    const inPostgres = { db, engine: postgresEngine, file: null, inUse: null, inWords: lackOf };
    return { ...unguarded(storage), ...inPostgres, close, ...unchecked };
  }
  const folder = takeDataFolder(data);
  try {
    await makeWay(data, freeBytes);
    const doubt = folder.doubtOfLog();
    if (doubt !== null) console.warn(doubt);
    const disk = createDisk(folder.database, freeBytes);
    const database = await sqliteDatabase(
      folder.database,
      folder,
      async (db, storage) => {
        await migrate(db, sqliteEngine, now, keepBackup(folder.database));
        await prepare(storage);
      },
      disk,
    );
    // The probe writes, and changes nothing: SQLite would not write a row that is set to its own values.
    disk.begin(() => sql`pragma user_version = 0`.execute(database.db));
    return database;
  } catch (error) {
    folder.release();
    throw error;
  }
}

/**
 * Opens the installation for a command: alone if no server has it, else beside those servers.
 * @param now ISO text
 * @param may permissions of the command
 * @throws {StartError} with one sentence, when it cannot be used
 */
export async function openForCommand(
  { data, databaseUrl }: Place,
  now: string,
  may: May = 'make',
): Promise<OpenDatabase> {
  if (databaseUrl !== null) return postgresForCommand(databaseUrl, { data, now, may });
  if (may !== 'make' && !isThere(databaseOf(data))) {
    // A server may still have it open, though the file was removed: then that error is reported.
    requireWholeDatabase(data);
    throw noInstallation(data, 'READY_DATA=/path/to/folder');
  }
  const folder = folderOf(data);
  try {
    // A command that only reads must not be the one that applies the log to the database.
    const doubt = may === 'look' && !(folder instanceof StartError) ? folder.doubtOfLog() : null;
    if (doubt !== null) throw new StartError(doubt);
    return await sqliteDatabase(databaseOf(data), folder, (db) =>
      folder instanceof FolderInUse
        ? requireCurrent(db)
        : may === 'look' || folder instanceof ReadOnlyFolder
          ? requireThisForm(db, sqliteEngine)
          : migrate(db, sqliteEngine, now, keepBackup(folder.database)),
    );
  } catch (error) {
    releaseAtOnce(folder);
    throw error;
  }
}

/**
 * Checks a database before it is read directly, not by `openForCommand`.
 * @param data the data folder
 * @throws {StartError} if its file must not be opened, or is not the one that a server has open
 */
export function requireWholeDatabase(data: string): void {
  if (!existsSync(databaseOf(data)) && !existsSync(join(data, 'server.pid'))) return;
  const folder = folderOf(data);
  if (folder instanceof StartError) return;
  try {
    folder.requireWhole();
  } finally {
    folder.release();
  }
}

/** @throws {StartError} if this system user may not read the folder */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new StartError(
      `Whether there is an installation in ${dirname(file)} cannot be seen (${messageOf(error)}). Run this as the user to whom the folder belongs.`,
    );
  }
}

/** A data folder, or the reason why this process does not have it alone and can still use it. */
type Folder = DataFolder | FolderInUse | ReadOnlyFolder;

function releaseAtOnce(folder: Folder): void {
  if (!(folder instanceof StartError)) folder.release();
}

function folderOf(data: string): Folder {
  try {
    return takeDataFolder(data);
  } catch (error) {
    if (error instanceof ReadOnlyFolder && existsSync(databaseOf(data))) return error;
    if (error instanceof FolderInUse) requireServersDatabase(data);
    if (error instanceof FolderInUse && existsSync(databaseOf(data))) return error;
    throw error;
  }
}

/** A storage without a disk guard: others check the disk. */
const unguarded = (storage: Storage) => ({ storage, sessionStorage: storage, condition: untroubled });

/**
 * Saves the data of the open database, whose file was removed.
 * @returns path of the copy; null when it could not be written
 */
function rescue(file: string, copyTo: (target: string) => void): string | null {
  const target = `${file}${RESCUED}${new Date().toISOString().replace(/[:.]/g, '-')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Only its owner can read it before it has content.
    closeSync(openSync(target, 'wx', 0o600));
    copyTo(target);
    settle(target);
    console.warn(`The database ${file} was taken away while the server ran. What the server held is in ${target}.`);
    return target;
  } catch (error) {
    console.error(
      `The database ${file} was taken away while the server ran, and what it held could not be written to ${target}: ${messageOf(error)}.`,
    );
    return null;
  }
}

/**
 * Leaves a database when one of its files was removed. After a rescue removes the log, which SQLite would apply to any
 * file that gets the database's name.
 * @returns the rescued file if it has the only copy of the data
 */
function leave(disk: Disk, rescued: string | null): string | null {
  // A file that is in its place got the content of its log at the end, though the log has no name any more.
  if (rescued === null || disk.isInPlace()) return null;
  disk.removeCompanions();
  return rescued;
}

/** @param disk watches its disk; null for a command, which ends soon */
async function sqliteDatabase(
  file: string,
  folder: Folder,
  prepare: (db: Kysely<Schema>, storage: Storage) => Promise<void>,
  disk: Disk | null = null,
): Promise<OpenDatabase> {
  const own = folder instanceof StartError ? null : folder;
  const inUse = folder instanceof FolderInUse ? folder : null;
  own?.requireWhole();
  const { db, state, watch, copyTo } = openSqlite(file, disk?.met, folder instanceof ReadOnlyFolder);
  const storage = createStorage(db, sqliteEngine, { watch: ({ changed }) => watch(() => changed(null)), state });
  try {
    await prepare(db, storage);
    own?.noteDatabase();
  } catch (error) {
    await storage.close();
    throw inWords(error, file);
  }
  let running: FileCheck | null = null;
  const check = async (): Promise<readonly string[] | null> => {
    if (!own?.isUnclean()) return null;
    running = checkFile(file);
    const problems = await running.found;
    if (problems?.length === 0) own.settle();
    return problems;
  };
  const close = async (): Promise<void> => {
    running?.end();
    await disk?.close();
    const isMoved = disk?.isMoved() ?? false;
    const rescued = isMoved ? rescue(file, copyTo) : null;
    await storage.close();
    if (isMoved && disk) own?.noteLoss(leave(disk, rescued));
    own?.release();
  };
  const guarded = disk ? { ...guardWrites(storage, disk), condition: disk } : unguarded(storage);
  return { ...guarded, db, engine: sqliteEngine, file, inUse, check, inWords: (error) => inWords(error, file), close };
}

const noInstallation = (place: string, setting: string): StartError =>
  new StartError(
    `There is no installation in ${place}. Name the one that is meant (${setting}), or make one: start the server, or org add.`,
  );

async function postgresForCommand(
  url: string,
  { data, now, may }: { data: string; now: string; may: May },
): Promise<OpenDatabase> {
  const { checkPostgres, connectPostgres, lackOf, startError, takePostgres } = await postgres();
  await checkPostgres(url);
  const letIn = await takePostgres(url);
  const db = connectPostgres(url, 2, true);
  const close = async (): Promise<void> => {
    await db.destroy();
    await letIn?.();
  };
  try {
    if (may !== 'make' && (await ownTables(db, 'postgres')).length === 0)
      throw noInstallation('the PostgreSQL database', 'DATABASE_URL=postgres://…');
    if (!letIn) await requireCurrent(db);
    else if (may === 'look') await requireThisForm(db, postgresEngine);
    else await migrate(db, postgresEngine, now, keepExport(db, data));
    const storage = await postgresStorage(db, url);
    const inUse = letIn
      ? null
      : new StartError('A Ready server is using the database. Stop every server, then try again.');
    const inPostgres = { db, engine: postgresEngine, file: null, inUse, inWords: lackOf };
    return { ...unguarded(storage), ...inPostgres, close, ...unchecked };
  } catch (error) {
    await close();
    throw startError(error, url);
  }
}
