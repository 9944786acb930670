#!/usr/bin/env node
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { type Coverage, joined } from './coverage.ts';
import { type Config, ownProject } from './faults/own-project.ts';
import { layerTable, missedOf, missedText, summary, tables } from './faults/report.ts';
import { plantFaults, RUN_OPTIONS } from './faults/run.ts';
import { PathError } from './model.ts';

const USAGE = `chart-walks plant-faults [machine…]   plants faults, one at a time in a copy, and reports which ones the tests detect
  --models <files>      files that export models, such as 'src/**/*.model.ts'
  --tests <files>       Vitest's test files to run for each fault, after the rules and walks of the model
  --code <files>        code around the charts in which faults are planted, too
  --config <file>       the same and more as JSON (chart-walks.json)
  --most <number>       faults of one kind in one machine (2; 999 for all)
  --report <file>       also writes the report in Markdown there
  --json <file>         also writes it as data there
  --layers <kinds>      runs these for every fault, and counts: rules,walks,tests
  --sample <number>     so many faults, chosen by --seed
  --for <minutes>       starts no further fault after that
  --continue            goes on where a run ended
chart-walks coverage <folder>         adds up the files that describePaths({ coverage }) wrote, for xstate-chart-svg --coverage

Exit code: 0 if every fault was detected or is explained, 1 if not, 2 for a mistake in the command or tests that fail by themselves.
`;

const OPTIONS = {
  models: { type: 'string', multiple: true },
  tests: { type: 'string', multiple: true },
  code: { type: 'string', multiple: true },
  config: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Reads a file of JSON. @throws PathError if it is none */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new PathError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function plant(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], allowPositionals: true, options: { ...RUN_OPTIONS, ...OPTIONS } });
  const given = process.env['CHART_WALKS_ROOT'] ?? process.cwd();
  // A process that plants runs in the copy, with the models of the project.
  process.env['CHART_WALKS_ROOT'] = given;
  const file = resolve(given, values.config ?? 'chart-walks.json');
  const config = (existsSync(file) || values.config !== undefined ? readJson(file) : {}) as Partial<Config>;
  const { models = config.models, tests = config.tests, code = config.code } = values;
  if (!models || models.length === 0)
    throw new PathError(
      'No models are named: write --models \'src/**/*.model.ts\', or "models" into chart-walks.json.',
    );
  const project = ownProject(given, { ...config, models, ...(tests && { tests }), ...(code && { code }) });
  const run = await plantFaults(project, args, OPTIONS);
  if (!run) return 0;
  const { results, asked, seed } = run;
  const { missed } = missedOf(results, project.whyOf);
  const layers = { rules: 'by rules', walks: 'by walks', tests: 'by tests' };
  const text = asked
    ? `seed ${seed}\n${layerTable(results, asked)}\n`
    : `# Planted faults\n\n${summary(results, project.whyOf)}\n\n${tables(results, layers)}\n${missedText(results, project.whyOf)}`;
  const faults = results.map(({ fault: { text: _, ...fault }, seen }) => ({
    ...fault,
    seen,
    why: null as string | null,
  }));
  for (const fault of faults) fault.why = fault.seen.length > 0 ? null : project.whyOf({ ...fault, text: '' });
  if (values.report !== undefined) writeFileSync(resolve(given, values.report), text);
  if (values.json !== undefined)
    writeFileSync(resolve(given, values.json), `${JSON.stringify({ missed: missed.length, faults }, null, 2)}\n`);
  process.stdout.write(text);
  return missed.length > 0 ? 1 : 0;
}

function addUp(folders: readonly string[]): number {
  const [folder] = folders;
  if (folder === undefined) throw new PathError('No folder is named: write chart-walks coverage coverage/charts.');
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith('.json')).toSorted();
  if (files.length === 0) throw new PathError(`There is no coverage in ${folder}: run the tests that write it first.`);
  const all = files.map((file) => readJson(join(folder, file)) as Coverage);
  process.stdout.write(`${JSON.stringify(joined(all), null, 2)}\n`);
  return 0;
}

async function answer([command, ...args]: readonly string[]): Promise<number> {
  if (args.includes('--help') || command === '--help' || command === undefined) {
    process.stdout.write(USAGE);
    return command === undefined ? 2 : 0;
  }
  if (command === 'plant-faults') return plant(args);
  if (command === 'coverage') return addUp(args);
  throw new PathError(`There is no command '${command}': write chart-walks --help for those that there are.`);
}

try {
  process.exitCode = await answer(process.argv.slice(2));
} catch (error) {
  const isWords = error instanceof PathError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isWords || !(error instanceof Error) ? (error as Error).message : error.stack}\n`);
  process.exitCode = 2;
}
