import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { Stores } from '../storage.ts';

const NAME = 'last_backup';
const lastBackup = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    at: v.pipe(v.string(), v.isoTimestamp()),
    file: v.string(),
    hook: v.fallback(v.nullable(v.object({ failure: v.nullable(v.string()) })), null),
  }),
);

/** Time and file of the last backup by this program. `hook`: why the program after it failed, if it did; null without one. */
export type LastBackup = v.InferOutput<typeof lastBackup>;

/** @returns null when none was noted */
export async function readLastBackup(settings: Pick<Stores['settings'], 'get'>): Promise<LastBackup | null> {
  const read = v.safeParse(lastBackup, await settings.get(NAME));
  return read.success ? read.output : null;
}

/** Notes a backup in its database, for `doctor`. */
export async function noteLastBackup(settings: Pick<Stores['settings'], 'set'>, last: LastBackup): Promise<void> {
  await settings.set(NAME, JSON.stringify(last));
}

/** The same in the file of an embedded database, of any format. */
export function noteLastBackupIn(file: string, last: LastBackup): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    writeSetting(database, NAME, JSON.stringify(last));
  } finally {
    database.close();
  }
}

/** Writes a setting into the file of an embedded database, of any format. */
export function writeSetting(database: DatabaseSync, name: string, value: string): void {
  database
    .prepare('insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value')
    .run(name, value);
}
