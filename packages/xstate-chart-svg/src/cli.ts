#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { type ChartOptions, chartSvg, diffSvg } from './chart-svg.ts';
import { readCoverage } from './coverage.ts';
import { type Found, filesOf, machinesOf } from './load.ts';
import { mermaid } from './mermaid.ts';
import { flatSource } from './source.ts';

const HELP = `Draws XState machines as pictures.

  xstate-chart-svg <file or 'pattern'>… [--out <folder>]

  --out <folder>       where the pictures go; the folder that you are in without it
  --check              writes nothing: fails and names the files that are missing or differ
  --mermaid            also a Mermaid diagram of each machine (.mmd)
  --source             also each machine as one file without imports (.source.ts)
  --coverage <file>    paints what tests took, from JSON (see README.md)
  --active <state>     marks a state, such as form.editing; may be repeated
  --diff <old> <new>   draws two versions of a file as one picture
  --against <revision> draws what has changed since a revision of git, such as main
  --help               this text

Example: xstate-chart-svg 'src/**/*.machine.ts' --out docs/charts
`;

/** A wrong use of the command, or something to mend, in words for its user. */
class UseError extends Error {}

const fail = (message: string): never => {
  throw new UseError(message);
};

type Output = { name: string; text: string };
type Result = { outputs: Output[]; problems: string[]; said: string[] };

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function draw(
  all: readonly Found[],
  options: ChartOptions,
  kinds: { mermaid: boolean; source: boolean },
): Promise<Result> {
  const outputs: Output[] = [];
  const problems: string[] = [];
  for (const { machine, stem, file, exported } of all) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
      outputs.push({ name: `${stem}.svg`, text: await chartSvg(machine, options) });
      if (kinds.mermaid) outputs.push({ name: `${stem}.mmd`, text: mermaid(machine) });
      if (kinds.source) outputs.push({ name: `${stem}.source.ts`, text: flatSource(machine) });
    } catch (error) {
      problems.push(`${file}: ${exported} cannot be drawn. ${describe(error)}`);
    }
  }
  return { outputs, problems, said: [] };
}

/** Draws the machines of two lists that have changed; they belong together by their files' names and their own. */
async function diff(before: readonly Found[], after: readonly Found[]): Promise<Result> {
  const result: Result = { outputs: [], problems: [], said: [] };
  const nameOf = ({ stem }: Found): string => stem;
  for (const now of after) {
    const old =
      before.find((one) => nameOf(one) === nameOf(now)) ??
      (before.length === 1 && after.length === 1 ? before[0] : undefined);
    if (!old) {
      result.said.push(`${now.stem}: new, there is no older version to compare with.`);
      continue;
    }
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the layout is a single worker
      const found = await diffSvg(old.machine, now.machine);
      if (!found) continue;
      result.outputs.push({ name: `${now.stem}.diff.svg`, text: found.svg });
      const signs = { added: '+', removed: '−', changed: '~' };
      result.said.push(`${now.stem}:`, ...found.changes.map(({ kind, what }) => `  ${signs[kind]} ${what}`));
    } catch (error) {
      result.problems.push(`${now.file}: the versions cannot be drawn as one. ${describe(error)}`);
    }
  }
  for (const old of before) {
    const isGone = after.length > 0 && !after.some((now) => nameOf(now) === nameOf(old));
    if (isGone && before.length > 1) result.said.push(`${old.stem}: removed.`);
  }
  if (result.said.length === 0 && result.problems.length === 0) result.said.push('No chart differs.');
  return result;
}

function git(folder: string, ...words: string[]): Buffer {
  try {
    return execFileSync('git', words, { cwd: folder, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return fail(`git ${words.slice(0, 2).join(' ')} failed: ${stderr?.toString().trim() || describe(error)}`);
  }
}

/** The files of a revision, by git's own name. */
function treeOf(revision: string, folder: string): string {
  try {
    const words = ['rev-parse', '--verify', '--quiet', `${revision}^{tree}`];
    return execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return fail(`'${revision}' is no revision of git.`);
  }
}

/** Does something with the files of a revision in a folder of their own, which is removed afterwards. The packages are those that are installed now. */
async function atRevision<T>(revision: string, folder: string, act: (old: string) => Promise<T>): Promise<T> {
  if (revision.startsWith('-')) fail(`'${revision}' is no revision of git.`);
  const top = git(folder, 'rev-parse', '--show-toplevel').toString().trim();
  const tree = treeOf(revision, folder);
  const copy = mkdtempSync(join(tmpdir(), 'xstate-chart-svg-'));
  try {
    execFileSync('tar', ['-x', '-C', copy], { input: git(top, 'archive', '--format=tar', tree) });
    const here = relative(top, folder);
    for (let at = here; ; at = dirname(at)) {
      const packages = join(top, at, 'node_modules');
      const link = join(copy, at, 'node_modules');
      if (existsSync(packages) && existsSync(dirname(link)) && !existsSync(link))
        symlinkSync(packages, link, 'junction');
      if (at === '' || at === '.') break;
    }
    return await act(join(copy, here));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Writes a file whole or not at all. */
function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.part`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes what differs from the folder, or only names it. @returns the names */
function settle(outputs: readonly Output[], out: string, isCheck: boolean): string[] {
  const stale = outputs.filter(
    ({ name, text }) => !existsSync(join(out, name)) || readFileSync(join(out, name), 'utf8') !== text,
  );
  if (!isCheck) {
    mkdirSync(out, { recursive: true });
    for (const { name, text } of stale) writeWhole(join(out, name), text);
  }
  return stale.map(({ name }) => name);
}

function read<T>(file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`${file} cannot be read. ${describe(error)}`);
  }
}

type Words = {
  values: {
    check?: boolean;
    coverage?: string;
    active?: string[];
    against?: string;
    diff?: boolean;
    mermaid?: boolean;
    source?: boolean;
    out?: string;
    help?: boolean;
  };
  positionals: string[];
};

function wordsOf(args: readonly string[]): Words {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        check: { type: 'boolean' },
        mermaid: { type: 'boolean' },
        source: { type: 'boolean' },
        coverage: { type: 'string' },
        active: { type: 'string', multiple: true },
        diff: { type: 'boolean' },
        against: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    return fail(`${describe(error)}\n\n${HELP}`);
  }
}

async function load(patterns: readonly string[], folder: string): Promise<{ found: Found[]; problems: string[] }> {
  const { found, unread } = await machinesOf(filesOf(patterns, folder), folder);
  return { found, problems: unread.map(({ file, problem }) => `${file} cannot be read. ${problem}`) };
}

async function resultOf({ values, positionals }: Words, folder: string): Promise<Result> {
  const { coverage, active, against, diff: isDiff } = values;
  if ([coverage, active, against, isDiff].filter((one) => one !== undefined).length > 1) {
    fail('Write only one of --coverage, --active, --diff and --against.');
  }
  if (isDiff) {
    const [one, other] = positionals;
    if (one === undefined || other === undefined || positionals.length > 2)
      return fail('Write two files: --diff <old> <new>.');
    const [before, after] = [await load([one], folder), await load([other], folder)];
    const result = await diff(before.found, after.found);
    return { ...result, problems: [...before.problems, ...after.problems, ...result.problems] };
  }
  const now = await load(positionals, folder);
  if (against !== undefined) {
    return atRevision(against, folder, async (old) => {
      // A pattern without a file in the older version is no mistake: the charts are new.
      const before = existsSync(old)
        ? await load(positionals, old).catch(() => ({ found: [], problems: [] }))
        : { found: [], problems: [] };
      const result = await diff(before.found, now.found);
      return {
        ...result,
        problems: [...now.problems, ...before.problems.map((one) => `${against}: ${one}`), ...result.problems],
      };
    });
  }
  const options: ChartOptions = {
    ...(coverage !== undefined && { coverage: read(resolve(folder, coverage), readCoverage) }),
    ...(active && { active }),
  };
  const result = await draw(now.found, options, { mermaid: values.mermaid ?? false, source: values.source ?? false });
  return { ...result, problems: [...now.problems, ...result.problems] };
}

/**
 * The command. @param args its words
 * @returns the exit code: 0, or 1 where something could not be drawn or differs
 */
async function run(args: readonly string[]): Promise<number> {
  const words = wordsOf(args);
  const { values, positionals } = words;
  if (values.help || positionals.length === 0) {
    process[values.help ? 'stdout' : 'stderr'].write(HELP);
    return values.help ? 0 : 1;
  }
  const folder = process.cwd();
  const { outputs, problems, said } = await resultOf(words, folder);
  const out = resolve(folder, values.out ?? '.');
  const isCheck = values.check ?? false;
  const stale = settle(outputs, out, isCheck);
  const where = relative(folder, out) || '.';
  for (const line of said) process.stdout.write(`${line}\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (isCheck && stale.length > 0) {
    process.stderr.write(`${where} is not current (${stale.join(', ')}): run the same command without --check.\n`);
  } else if (outputs.length > 0) {
    process.stdout.write(
      `${where}: ${outputs.length} files, ${isCheck ? 'all current' : `${stale.length} written`}.\n`,
    );
  }
  return problems.length > 0 || (isCheck && stale.length > 0) ? 1 : 0;
}

// XState's own frames come first: the line of the chart is behind them.
Error.stackTraceLimit = 100;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exitCode = 1;
}
