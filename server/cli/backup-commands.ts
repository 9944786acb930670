import { renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '#server/domain/refusal.ts';
import { messageOf, StartError } from '#server/start-error.ts';
import { backUp, requireDatabase, restoreBackup, type Restored } from '#server/storage/lifecycle/backup.ts';
import { databaseOf, takeDataFolder } from '#server/storage/lifecycle/data-folder.ts';
import { nextBackup, putAside, removeOldest } from '#server/storage/lifecycle/kept-backups.ts';
import { noteLastBackup, noteLastBackupIn, type LastBackup } from '#server/storage/lifecycle/last-backup.ts';
import { openForCommand, requireWholeDatabase } from '#server/storage/lifecycle/open.ts';
import { writeExport } from '#server/storage/lifecycle/transfer.ts';
import { verifyBackup, type VerifiedBackup } from '#server/storage/lifecycle/verify.ts';
import { NOT_ENDED, runHook } from './backup-hook.ts';
import { Misuse, type Call, type Command, type Outcome } from './command.ts';
import { writing } from './writing.ts';

/** PostgreSQL's own tools also back up tables of others in the same database. */
function ownMeans(command: string, ours: string): Refusal {
  return new Refusal('invalid', `This installation is on PostgreSQL: use its own means (${command}), or ${ours}.`);
}

function inWords({ counts, newest, format }: VerifiedBackup): string {
  const { users, templates, wips, archives, audit } = counts;
  const found = `${users} users, ${templates} templates, ${wips} WIPs, ${archives} archives, ${audit} audit lines`;
  const of = newest === null ? '' : `, the newest line of ${newest}`;
  return `${found}${of}${format === null ? '' : ` (format ${format})`}`;
}

async function verified(file: string, now: Date): Promise<Outcome> {
  const result = await verifyBackup(file, now);
  const isFailure = result.problems.length > 0;
  const text = isFailure
    ? [`${file} cannot be relied on:`, ...result.problems].join('\n')
    : `${file} can be restored: ${inWords(result)}.`;
  return { text, json: { file, ...result }, isFailure };
}

/** Notes a backup in the installation. */
type Remember = (last: LastBackup) => Promise<void>;

/** Writes an export, which gets its name when it is complete. @returns a function that notes it in the installation */
async function writeWholeExport({ settings, now }: Call, file: string): Promise<Remember> {
  const open = () => openForCommand(settings, now().toISOString(), 'look');
  const installation = await open();
  try {
    const part = `${file}.part`;
    try {
      await writing(file, () => writeExport(installation.db, part));
      renameSync(part, file);
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
  } finally {
    await installation.close();
  }
  return async (last) => {
    const again = await open();
    try {
      await noteLastBackup(again.storage.settings, last);
    } finally {
      await again.close();
    }
  };
}

function writeCopy({ settings }: Call, file: string): { bytes: number; note: Remember } {
  const database = databaseOf(settings.data);
  requireWholeDatabase(settings.data);
  requireDatabase(database, settings.data);
  const bytes = backUp(database, file);
  return { bytes, note: async (last) => noteLastBackupIn(database, last) };
}

/** A backup succeeds even if recording it fails: the failure is only reported. */
async function noted(note: Remember, last: LastBackup): Promise<string> {
  try {
    await note(last);
    return '';
  } catch (error) {
    return `\nThat could not be noted for doctor (${messageOf(error)}).`;
  }
}

/** Notes a backup and runs the operator's program. A backup succeeds even if that fails: the failure is reported and noted. */
async function finished({ settings: { backupHook } }: Call, note: Remember, file: string, now: Date): Promise<string> {
  const last = { at: now.toISOString(), file };
  if (backupHook === null) return noted(note, { ...last, hook: null });
  // Noted before: a program that is cut off must not look like one that ended well.
  await noted(note, { ...last, hook: { failure: NOT_ENDED } });
  const failure = await runHook(backupHook, file);
  const unnoted = await noted(note, { ...last, hook: { failure } });
  return `${failure === null ? '' : `\nThe command after it failed (READY_BACKUP_HOOK): ${failure}.`}${unnoted}`;
}

async function keepBackups(call: Call, folder: string, keep: number): Promise<Outcome> {
  const now = call.now();
  const isPostgres = call.settings.databaseUrl !== null;
  const file = nextBackup(folder, isPostgres ? 'ndjson' : 'db', now);
  const note = isPostgres ? await writeWholeExport(call, file) : writeCopy(call, file).note;
  const trial = await verifyBackup(file, now).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    return { problems: [error.message], counts: null };
  });
  if (trial.counts === null || trial.problems.length > 0) {
    const aside = putAside(file);
    const text = [`The new backup cannot be relied on; it is ${aside}. No older one was removed.`, ...trial.problems];
    return { text: text.join('\n'), json: { file: aside, problems: trial.problems, removed: [] }, isFailure: true };
  }
  const after = await finished(call, note, file, now);
  let removed: string[];
  try {
    removed = removeOldest(file, keep, call.now());
  } catch (error) {
    throw new Refusal('invalid', `Wrote ${file}, but an older backup could not be removed: ${messageOf(error)}.`);
  }
  const gone = removed.length > 0 ? ` Removed ${removed.length} older.` : '';
  return { text: `Wrote ${file}: ${inWords(trial)}.${gone}${after}`, json: { file, ...trial, removed } };
}

/** Lists the users who regain something by a restore, so that the operator can remove it again. */
function regainedText({ regained }: Restored): string {
  if (regained === null)
    return '\nThe database of before cannot be read: whoever was disabled or demoted since the backup is as the backup has it.';
  if (regained.length === 0) return '';
  const lines = regained.map(({ username, since }) => `  ${username}: ${since.join(', ')}`);
  return [
    '',
    'These people have again what was taken from them or changed since the backup. Look at each, and disable (user disable) or remove again (user remove) whom it must not be:',
    ...lines,
  ].join('\n');
}

/** backup, restore. */
export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    words: ['file or folder'],
    summary:
      'write a checked copy of the database, also while the server runs; it holds password hashes, and not the key of the records: keep both safe',
    options: {
      keep: '<number> write it into this folder under the name of its moment, try it, and keep the newest so many; on PostgreSQL an export',
      verify: 'try this backup or export: restore it into a folder of its own, count what is in it, prove its archives',
    },
    needs: 'nothing',
    async run(call) {
      const path = resolve(call.words[0] ?? '');
      const keep = call.text('keep');
      if (call.flag('verify')) {
        if (keep !== undefined) throw new Misuse('--keep tries each backup itself: leave --verify out.');
        return verified(path, call.now());
      }
      if (keep !== undefined) {
        if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Misuse('--keep takes a whole number from 1 to 9999.');
        return keepBackups(call, path, Number(keep));
      }
      if (call.settings.databaseUrl !== null)
        throw ownMeans('pg_dump --format=custom --file=FILE "$DATABASE_URL"', 'export, or backup --keep 14 FOLDER');
      const now = call.now();
      const { bytes, note } = writeCopy(call, path);
      const after = await finished(call, note, path, now);
      return { text: `Wrote ${path} (${bytes} bytes).${after}`, json: { file: path, bytes } };
    },
  },
  {
    name: 'restore',
    words: ['file'],
    summary:
      'put a backup in the place of the database, which is kept beside it; everybody signs in anew; the server must not run',
    needs: 'nothing',
    async run({ settings, words, now }) {
      const file = resolve(words[0] ?? '');
      if (settings.databaseUrl !== null)
        throw ownMeans(
          'pg_restore --clean --dbname="$DATABASE_URL" FILE, then secret rotate, before a server starts; see docs/operations.md',
          'import an export',
        );
      const folder = takeDataFolder(settings.data);
      try {
        const restored = restoreBackup(file, folder.database, now(), folder.hasForeignLog());
        folder.settle();
        const { kept, log } = restored;
        const before = kept === null ? '' : ` The database of before is ${kept}.`;
        const gone = log === null ? '' : ` The log of a database that is gone lay there: it is ${log} now.`;
        return {
          text: `Restored ${file}. Everybody signs in anew.${before}${gone}${regainedText(restored)}`,
          json: { file, ...restored },
        };
      } finally {
        folder.release();
      }
    },
  },
];
