import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '#server/domain/refusal.ts';
import { backUp, restoreBackup } from '#server/storage/backup.ts';
import { takeDataFolder } from '#server/storage/data-folder.ts';
import { importLines, writeExport } from '#server/storage/transfer.ts';
import type { Command } from './command.ts';

/** PostgreSQL's own tools also back up what stands beside our tables. */
function ownMeans(command: string): Refusal {
  return new Refusal(
    'invalid',
    `This installation is on PostgreSQL: use its own means (${command}), or export and import.`,
  );
}

/** By hand: Node's readline also ends a line at U+2028, which JSON may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest;
}

/** backup, restore, export, import. */
export const dataCommands: readonly Command[] = [
  {
    name: 'backup',
    words: ['file'],
    summary: 'write a checked copy of the database, also while the server runs; it holds password hashes: keep it safe',
    async run({ words }, { file: database }) {
      if (database === null) throw ownMeans('pg_dump --format=custom --file=FILE "$DATABASE_URL"');
      const file = resolve(words[0] ?? '');
      const bytes = backUp(database, file);
      return { text: `Wrote ${file} (${bytes} bytes).`, json: { file, bytes } };
    },
  },
  {
    name: 'restore',
    words: ['file'],
    summary: 'put a backup in the place of the database, which is kept beside it; the server must not run',
    needs: 'nothing',
    async run({ settings, words, now }) {
      const file = resolve(words[0] ?? '');
      if (settings.databaseUrl !== null) throw ownMeans('pg_restore --clean --dbname="$DATABASE_URL" FILE');
      const folder = takeDataFolder(settings.data);
      try {
        const stamp = now().toISOString().replace(/[:.]/g, '-');
        const kept = restoreBackup(file, folder.database, stamp);
        folder.settle();
        const before = kept === null ? '' : ` The database of before is ${kept}.`;
        return { text: `Restored ${file}.${before}`, json: { file, kept } };
      } finally {
        folder.release();
      }
    },
  },
  {
    name: 'export',
    words: ['file'],
    summary: 'write everything but sessions as lines of JSON, also while the server runs',
    async run({ words }, { db }) {
      const file = resolve(words[0] ?? '');
      if (existsSync(file)) throw new Refusal('invalid', `${file} is there already. Choose another name.`);
      const rows = await writeExport(db, file);
      return { text: `Wrote ${file} (${rows} rows).`, json: { file, rows } };
    },
  },
  {
    name: 'import',
    words: ['file'],
    makes: true,
    summary: 'fill an empty installation from an export, of either engine: all of it or nothing; no server may run',
    async run({ words, now }, installation) {
      const file = resolve(words[0] ?? '');
      if (installation.inUse) throw installation.inUse;
      if (!existsSync(file)) throw new Refusal('missing', `There is no file ${file}.`);
      const rows = await importLines(installation.db, installation.engine, linesOf(file), now().toISOString());
      return { text: `Imported ${rows} rows. Everybody signs in anew.`, json: { file, rows } };
    },
  },
];
