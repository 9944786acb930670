import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '#server/domain/refusal.ts';
import { linesOf } from '#server/storage/lifecycle/lines.ts';
import { importLines, writeExport } from '#server/storage/lifecycle/transfer.ts';
import type { Command } from './command.ts';
import { writing } from './writing.ts';

/** Commands `export` and `import`. */
export const dataCommands: readonly Command[] = [
  {
    name: 'export',
    words: ['file'],
    summary: 'write everything but sessions as lines of JSON, also while the server runs',
    async run({ words }, { db }) {
      const file = resolve(words[0] ?? '');
      if (existsSync(file)) throw new Refusal('invalid', `${file} is there already. Choose another name.`);
      const rows = await writing(file, () => writeExport(db, file));
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
      const { rows } = await importLines(installation.db, installation.engine, linesOf(file), now().toISOString());
      return { text: `Imported ${rows} rows. Everybody signs in anew.`, json: { file, rows } };
    },
  },
];
