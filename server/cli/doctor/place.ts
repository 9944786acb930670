import { statfsSync, statSync } from 'node:fs';
import { databaseProblems } from '#server/storage/lifecycle/backup.ts';
import { isWriteProtected } from '#server/storage/lifecycle/disk.ts';
import type { Installation } from '../command.ts';
import type { Examiner, Note } from './finding.ts';

/** Free bytes on the disk below which there is a warning, and below which there is a problem. */
const LITTLE_DISK = 500_000_000;
const NO_DISK = 50_000_000;
/** The part of PostgreSQL's connections from which on there may soon be none left. */
const CROWDED = 0.8;

/** Examines the place of the data: the database, its folder and their disk. */
export const examinePlace: Examiner = async ({ settings, installation: { db, file, inUse } }, note) => {
  const place = file === null ? 'this database' : settings.data;
  note('ok', `Node ${process.versions.node}; a server is ${inUse ? '' : 'not '}running on ${place}`);
  if (file === null) await examinePostgres(db, note);
  else examineFolder(settings.data, file, note);
};

async function examinePostgres(db: Installation['db'], note: Note): Promise<void> {
  const { postgresFacts } = await import('#server/storage/engines/postgres.ts');
  const { version, bytes, isDurable, connections, most } = await postgresFacts(db);
  note('ok', `PostgreSQL ${version} answers (${bytes} bytes)`);
  if (isDurable) note('ok', 'it has on its disk what it has answered');
  else note('problem', 'it may lose what it has answered: set fsync = on and full_page_writes = on in its settings');
  const busy = `${connections} of ${most} connections are in use`;
  note(connections > most * CROWDED ? 'warning' : 'ok', busy);
}

function examineFolder(data: string, file: string, note: Note): void {
  if (isWriteProtected(data))
    note('problem', `the disk of ${data} can only be read: nothing is saved. Look at the log of the machine (dmesg)`);
  const damage = databaseProblems(file);
  // The newest writes may be in the write-ahead log beside the database.
  const bytes = [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  if (damage.length === 0) note('ok', `the database is sound (${bytes} bytes)`);
  for (const text of damage) note('problem', `the database is damaged: ${text}. Restore a backup.`);

  if ((statSync(data).mode & 0o077) === 0) note('ok', 'the data folder is open to its owner alone');
  else note('warning', `the data folder is open to others: chmod 700 ${data}`);
  const { bavail, bsize } = statfsSync(data);
  noteRoom(bavail * bsize, data, note);
}

/**
 * Notes if a folder's disk has enough room.
 * @param free bytes
 */
export function noteRoom(free: number, folder: string, note: Note): void {
  const room = `${Math.round(free / 1_000_000)} MB free on the disk of ${folder}`;
  if (free >= LITTLE_DISK) note('ok', room);
  else if (free >= NO_DISK) note('warning', `only ${room}: make room`);
  else note('problem', `only ${room}: make room now. On a full disk nothing is saved`);
}
