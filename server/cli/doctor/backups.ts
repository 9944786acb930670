import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readLastBackup } from '#server/storage/lifecycle/last-backup.ts';
import type { Examiner, Note, Subject } from './finding.ts';

const DAY = 86_400_000;
/** Days after which there should be another backup. */
const STALE = 7;
/** Days after which a version, or a restore, has proved itself, and the copy from before it is no longer needed. */
const PROVED = 30;
/**
 * Files that this program leaves beside the database: copies from before a change, and unfinished ones of a process
 * that was cut off.
 */
const LEFTOVERS = [
  /^ready\.db\.before-this-version-format-\d+(-wal|-shm|\.new)?$/,
  /^before-this-version-format-\d+\.ndjson(\.new)?$/,
  /^ready\.db\.before-restore-[\dTZ-]+(\.gone)?(-wal|-shm|-journal)?$/,
  /^ready\.db\.part$/,
];
const UNFINISHED = /\.(part|new)$/;

const daysSince = (then: number, now: Date): number => Math.max(0, Math.floor((now.getTime() - then) / DAY));
const inDays = (days: number): string => (days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`);

/** @returns null when it does not exist, undefined when this system user may not read it */
function look(path: string): Stats | null | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return undefined;
  }
}

/** Reports the time of the last backup, if it still exists, and copies from before changes. */
export const examineBackups: Examiner = async (subject, note) => {
  await examineLast(subject, note);
  examineLeftovers(subject, note);
};

async function examineLast({ settings, installation: { storage }, now }: Subject, note: Note): Promise<void> {
  const last = await readLastBackup(storage.settings);
  const wanted = settings.isProduction ? 'warning' : 'ok';
  if (last === null) {
    if (settings.databaseUrl === null) note(wanted, 'no backup was made yet: backup --keep 14 /path/to/folder');
    else note('ok', 'no backup by this program is known; those by PostgreSQL’s own means are not known here');
    return;
  }
  const days = daysSince(Date.parse(last.at), now);
  const text = `the last backup was made ${inDays(days)}: ${last.file}`;
  if (look(last.file) === null) note('warning', `${text}, where it is not any more, unless another machine made it`);
  else if (days > STALE) note(wanted, `${text}. Make one each day: backup --keep 14 /path/to/folder`);
  else note('ok', text);
  if (last.hook?.failure === null) note('ok', 'the command after it ended well (READY_BACKUP_HOOK)');
  else if (last.hook) note('warning', `the command after it failed (READY_BACKUP_HOOK): ${last.hook.failure}`);
}

function examineLeftovers({ settings, now }: Subject, note: Note): void {
  const names = look(settings.data)?.isDirectory() ? readdirSync(settings.data) : [];
  for (const name of names.filter((one) => LEFTOVERS.some((pattern) => pattern.test(one))).toSorted()) {
    const file = join(settings.data, name);
    const found = look(file);
    if (!found) continue;
    const days = daysSince(found.mtimeMs, now);
    const text = `${file} is a copy from before a change (${Math.ceil(found.size / 1_000_000)} MB, ${inDays(days)})`;
    if (UNFINISHED.test(name)) note('warning', `${file} was left by a process that was cut off: remove it`);
    else if (days > PROVED) note('warning', `${text}: it also holds what was deleted since. Remove it`);
    else note('ok', `${text}: remove it when all is well`);
  }
}
