import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { stateNodes } from '../../tests/paths/engine/chart.ts';
import { explore } from '../../tests/paths/engine/explore.ts';
import { PathError } from '../../tests/paths/engine/model.ts';
import { walks } from '../../tests/paths/engine/walks.ts';
import { entries, entryOf, modelOf } from '../../tests/paths/registry.ts';
import { drawingsOf } from './drawings.ts';
import { aboutOf, type IndexRow, indexPage, page } from './page.ts';
import { flatSource } from './source.ts';
import { svg } from './svg.ts';

const folder = resolve(import.meta.dirname, '../../docs/statecharts');
const FAULTS = 'planted-faults.md';

/** Every file of `docs/statecharts`, by name. */
async function files(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const rows: IndexRow[] = [];
  for (const entry of await entries()) {
    const explored = explore(modelOf(entry));
    // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
    const placed = await drawingsOf(entry.machine, entry.stem);
    const drawings = placed.map(({ drawing }) => drawing);
    for (const one of placed) found.set(`${one.drawing.name}.svg`, svg(one, 'file'));
    const about = aboutOf(entry.file);
    const paths = walks(explored, 'transitions');
    found.set(`${entry.stem}.md`, page({ file: entry.file, explored, paths, drawings, about }));
    rows.push({
      stem: entry.stem,
      name: entry.name,
      about,
      states: stateNodes(entry.machine).length,
      transitions: explored.transitions.length,
      paths: paths.length,
    });
  }
  found.set('README.md', indexPage(rows));
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
