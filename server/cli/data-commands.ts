import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '#server/domain/refusal.ts';
import { linesOf } from '#server/storage/lines.ts';
import { importLines, writeExport } from '#server/storage/transfer.ts';
import { table, type Command } from './command.ts';
import { writing } from './writing.ts';
import { examine } from './doctor/doctor.ts';

/** export, import, doctor, audit. */
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
    summary: 'fill an empty installation from an export, of either engine: all of it or nothing; no server may run',
    async run({ words, now }, installation) {
      const file = resolve(words[0] ?? '');
      if (installation.inUse) throw installation.inUse;
      if (!existsSync(file)) throw new Refusal('missing', `There is no file ${file}.`);
      const rows = await importLines(installation.db, installation.engine, linesOf(file), now().toISOString());
      return { text: `Imported ${rows} rows. Everybody signs in anew.`, json: { file, rows } };
    },
  },
  {
    name: 'doctor',
    summary: 'look at the installation and say what is wrong; exit code 1 when something is',
    async run({ settings, now }, installation) {
      const findings = await examine(settings, installation, now());
      const isFailure = findings.some((finding) => finding.state === 'problem');
      const text = findings.map((finding) => `${finding.state.padEnd(7)}  ${finding.text}`).join('\n');
      return { text, json: { findings }, isFailure };
    },
  },
  {
    name: 'audit',
    summary: 'show the last lines of the audit log, newest first',
    options: { last: '<number> how many; 50 when it is left out' },
    async run({ text }, { storage }) {
      const last = text('last') ?? '50';
      if (!/^[1-9]\d{0,5}$/.test(last)) throw new Refusal('invalid', '--last takes a whole number.');
      const entries = await storage.audit.list(Number(last));
      const rows = entries.map((one) => [
        one.at,
        one.action,
        one.actor ?? '-',
        one.subject ?? '-',
        one.address ?? '-',
        one.detail ?? '',
      ]);
      const heads = ['WHEN', 'WHAT', 'WHO', 'TO WHAT', 'FROM', ''];
      return { text: table([heads, ...rows]), json: { entries } };
    },
  },
];
