import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { explore, PathError } from 'chart-walks';
import { entries, entryOf, modelOf } from '../../tests/paths/registry.ts';
import { chartFiles } from './files.ts';
import { pathsPart } from './page.ts';
import { flatSource } from 'xstate-chart-svg';

const folder = resolve(import.meta.dirname, '../../docs/statecharts');
const FAULTS = 'planted-faults.md';

/** Every file of `docs/statecharts`, by name. */
async function files(): Promise<Map<string, string>> {
  const all = await entries();
  const found = await chartFiles(all);
  for (const entry of all) {
    const page = `${entry.stem}.md`;
    found.set(page, `${found.get(page) ?? ''}${pathsPart(explore(modelOf(entry)))}`);
  }
  return found;
}

async function run(isCheck: boolean): Promise<string> {
  const wanted = await files();
  const there = globSync('*.{md,svg}', { cwd: folder, exclude: [FAULTS] });
  const extra = there.filter((file) => !wanted.has(file)).toSorted();
  const stale = [...wanted].filter(([file, text]) => {
    const path = join(folder, file);
    return !existsSync(path) || readFileSync(path, 'utf8') !== text;
  });
  if (!isCheck) {
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of stale) writeFileSync(join(folder, file), text);
    for (const file of extra) rmSync(join(folder, file));
    return `docs/statecharts: ${wanted.size} files, ${stale.length} written, ${extra.length} removed.\n`;
  }
  const names = [...stale.map(([file]) => file), ...extra];
  if (names.length > 0)
    throw new PathError(`docs/statecharts is not current (${names.join(', ')}): run npm run charts.`);
  return `docs/statecharts: ${wanted.size} files are current.\n`;
}

/** @param words those behind `npm run charts --`; gives what is written to standard output */
async function answer(words: readonly string[]): Promise<string> {
  const options = words.filter((word) => word.startsWith('--')).join(' ');
  const [name, ...more] = words.filter((word) => !word.startsWith('--'));
  if (name === undefined && options === '') return run(false);
  if (name === undefined && options === '--check') return run(true);
  if (name !== undefined && more.length === 0 && options === '--source') {
    return flatSource(entryOf(await entries(), name).machine);
  }
  throw new PathError('Write npm run charts, npm run charts -- --check, or npm run charts -- <machine> --source.');
}

try {
  process.stdout.write(await answer(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(
    `${error instanceof PathError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
}
