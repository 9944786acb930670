import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import {
  chartProblems,
  explore,
  type Explored,
  PathError,
  figures,
  pathsJson,
  pathsMarkdown,
  pathsText,
  textTable,
  type Cover,
  covers,
  type Path,
  pathOf,
  walks,
} from 'chart-walks';
import { emitPlaywright } from '../../tests/paths/emit.ts';
import { mermaid } from 'xstate-chart-svg';
import { withinReach } from '../../tests/paths/oracles/reach.ts';
import { type Entry, entries, entryOf, modelOf } from '../../tests/paths/registry.ts';
import { pathsPart } from '../charts/page.ts';

const USAGE = `npm run paths                                a table of every machine
npm run paths -- <machine>                   its paths, to read
  --cover transitions|states|pairs|edges     what the paths leave nothing out of (transitions)
  --json | --md | --mermaid                  as data, as Markdown, the chart as Mermaid
npm run paths -- <machine>/<id>              one path
npm run paths -- <machine>/<id> --emit playwright   that path as a file that stands alone, for a bug report
npm run paths -- --check                     every transition taken, everything named, the lists in docs/statecharts current
`;

const root = resolve(import.meta.dirname, '../..');

function coverOf(given: string | undefined): Cover {
  const found = covers.find((cover) => cover === (given ?? 'transitions'));
  if (found) return found;
  throw new PathError(`There is no cover '${given ?? ''}': write one of --cover ${covers.join(', ')}.`);
}

function table(all: readonly Entry[], cover: Cover): string {
  const head = ['machine', 'starts', 'states', 'situations', 'edges', 'transitions', 'paths', 'steps', 'never taken'];
  const rows = all.map((entry) => {
    const row = attempt(entry, (explored) => {
      if (explored.broken.length > 0) throw new PathError(chartProblems(explored).join('\n'));
      return Object.values(figures(explored, walks(explored, cover)));
    });
    if (typeof row !== 'string') return [entry.name, ...row];
    // A machine that cannot be walked gets an error in its row, and does not hide the other rows.
    process.exitCode = 1;
    return [entry.name, row.replaceAll(/\s+/g, ' ')];
  });
  const sums = head.slice(1).map((_, at) => rows.reduce((total, row) => total + (Number(row[at + 1]) || 0), 0));
  return `${textTable([head, ...rows, ['all', ...sums]])}\n`;
}

/** @returns the result for a machine, or in words why it cannot be walked */
function attempt<T extends object>(entry: Entry, make: (explored: Explored) => T): T | string {
  try {
    return make(explore(modelOf(entry)));
  } catch (error) {
    return error instanceof PathError ? error.message : `${entry.name}: ${String(error)}`;
  }
}

function check(all: readonly Entry[]): string {
  const problems = all.flatMap((entry) => {
    const file = join('docs', 'statecharts', `${entry.stem}.md`);
    const written = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    return attempt(entry, (explored) => {
      const isCurrent = written.endsWith(pathsPart(explored));
      const stale = `${entry.name}: the list of paths in ${file} is not current; run npm run charts`;
      return [...chartProblems(explored), ...(isCurrent ? [] : [stale])];
    });
  });
  if (problems.length > 0) throw new PathError(problems.join('\n'));
  return `${all.length} machines: every transition is taken, everything has a name, the lists are current.\n`;
}

/** One path by its id, whatever it covers, on the machine or within reach of its screen. */
function onePath(entry: Entry, explored: Explored, id: string, cover: Cover): Path {
  const found =
    pathOf(explored, id, cover) ?? (entry.screen && pathOf(withinReach(explored, entry.screen.outOfReach), id, cover));
  if (found) return found;
  throw new PathError(`There is no path '${entry.name}/${id}': write npm run paths -- ${entry.name} for the list.`);
}

async function emit(entry: Entry, explored: Explored, path: Path, what: string): Promise<string> {
  if (what !== 'playwright') throw new PathError(`Nothing is emitted for '${what}': write --emit playwright.`);
  const { name, stem, screen } = entry;
  if (screen) return emitPlaywright(explored, path, screen);
  throw new PathError(
    `The machine '${name}' has no screen to walk: write tests/paths/oracles/${stem}.screen.ts with export const ${name}Screen: ScreenSpec = { … }.`,
  );
}

const formats = ['json', 'md', 'mermaid'] as const;

/** Reads the arguments after `npm run paths --`; wrong ones are refused, not ignored. */
function readArguments(args: readonly string[]) {
  const read = () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cover: { type: 'string' },
        json: { type: 'boolean' },
        md: { type: 'boolean' },
        mermaid: { type: 'boolean' },
        check: { type: 'boolean' },
        emit: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  let given: ReturnType<typeof read>;
  try {
    given = read();
  } catch (error) {
    const [said = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new PathError(`${said.replace(/\.$/, '')}: write npm run paths -- --help for what there is.`);
  }
  const { values, positionals } = given;
  const [what, more] = positionals;
  const asked = [...formats, 'emit' as const].filter((name) => values[name] !== undefined);
  if (more !== undefined)
    throw new PathError(`One machine or path at a time, not '${positionals.join("' and '")}': write one of them.`);
  if (asked.length > 1)
    throw new PathError(`It is written in one way at a time: write one of --${asked.join(', --')}.`);
  if (asked.length > 0 && !what && !values.help && !values.check)
    throw new PathError(
      `--${asked.join()} is for one machine${asked[0] === 'emit' ? "'s path" : ''}: write npm run paths -- ` +
        (asked[0] === 'emit' ? '<machine>/<id> --emit playwright.' : `<machine> --${asked.join()}.`),
    );
  return { values, what };
}

/** The text that `npm run paths` prints for its arguments. @throws {PathError} with one sentence that says what to write */
export async function answer(args: readonly string[]): Promise<string> {
  const { values, what } = readArguments(args);
  if (values.help) return USAGE;
  const all = await entries();
  if (values.check) return check(what ? [entryOf(all, what)] : all);
  if (!what) return table(all, coverOf(values.cover));
  const cover = coverOf(values.cover);

  const [name = '', id] = what.split('/');
  const entry = entryOf(all, name);
  if (values.mermaid) return mermaid(entry.machine);
  const explored = explore(modelOf(entry));
  if (explored.broken.length > 0) throw new PathError(chartProblems(explored).join('\n'));
  const one = id === undefined ? null : onePath(entry, explored, id, cover);
  if (one && values.emit !== undefined) return emit(entry, explored, one, values.emit);
  const paths = one ? [one] : walks(explored, cover);
  if (values.emit !== undefined)
    throw new PathError(`One path is emitted at a time: write npm run paths -- ${name}/<id> --emit playwright.`);
  if (values.json) return `${JSON.stringify(pathsJson(explored, paths), null, 2)}\n`;
  return values.md ? pathsMarkdown(explored, paths) : `${pathsText(explored, paths)}\n`;
}

if (import.meta.main) {
  try {
    process.stdout.write(await answer(process.argv.slice(2)));
  } catch (error) {
    const isOurs = error instanceof PathError;
    process.stderr.write(`${isOurs ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = 1;
  }
}
