import { type ChildProcess, fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { type Fault, faultsOf } from './faults/mutations.ts';
import { type Order, runPlanter, type Verdict } from './faults/planter.ts';
import { report } from './faults/report.ts';
import { stagesFor } from './faults/tests-of.ts';

const root = resolve(import.meta.dirname, '..');
/** Planters that work at the same time. */
const PLANTERS = 2;
/** Of one kind in one machine. */
const MOST = 4;
/** A fault whose tests do not end in this time, in ms, is one that makes the program go round in circles. */
const LIMIT = 240_000;

const camel = (stem: string): string => stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A copy of the project, in which files are changed. */
async function copy(): Promise<string> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'faults-'));
  const parts = [
    'src',
    'server',
    'tests',
    'scripts',
    'templates',
    'docs',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ];
  await Promise.all(parts.map((part) => cp(join(root, part), join(folder, part), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** One planter in a process of its own, which is ended and begun anew when it hangs. */
class Planter {
  readonly #folder: string;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const child = fork(import.meta.filename, ['--planter', this.#folder], {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((done) => child.once('message', done));
    this.#child = child;
    return child;
  }

  async ask(order: Order): Promise<Verdict> {
    const child = await this.#started();
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.end();
        done({ by: 'the limit of time' });
      }, LIMIT);
      child.once('message', (verdict: Verdict) => {
        clearTimeout(timer);
        done(verdict);
      });
      child.send(order);
    });
  }

  /** Ends it with all its workers: they are one group. */
  end(): void {
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    this.#child = null;
  }
}

/** Plants every fault, one after the other in each planter. */
async function plant(stems: readonly string[], most: number): Promise<{ fault: Fault; by: string | null }[]> {
  const folders = await Promise.all(Array.from({ length: PLANTERS }, copy));
  const planters = folders.map((folder) => new Planter(folder));
  const stopped = (): void => {
    for (const planter of planters) planter.end();
    process.exit(1);
  };
  process.once('SIGINT', stopped);
  process.once('SIGTERM', stopped);
  try {
    const sound = stems.map((stem) => ({ stem, fault: null }));
    const faults = (await faultsOf(root, stems, most)).map((fault) => ({
      stem: stems.find((stem) => camel(stem) === fault.machine) ?? '',
      fault,
    }));
    const queue: { stem: string; fault: Fault | null }[] = [...sound, ...faults];
    const results: { fault: Fault; by: string | null }[] = [];
    const total = faults.length;
    const work = async (planter: Planter): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { stem, fault } = next;
        const kinds = fault ? [fault.kind] : ['text', 'constant', 'wiring', 'chart'];
        const stages = kinds.flatMap((kind) => stagesFor(root, stem, { kind, machine: camel(stem) }));
        const once = stages.filter(
          (stage, index) => stages.findIndex((other) => other.files[0] === stage.files[0]) === index,
        );
        const start = Date.now();
        // oxlint-disable-next-line eslint/no-await-in-loop -- one fault at a time
        const { by } = await planter.ask({ fault, stages: once });
        const seconds = Math.round((Date.now() - start) / 1000);
        if (fault === null) {
          process.stderr.write(`without a fault: ${stem}, ${seconds} s\n`);
          if (by !== null) throw new Error(`The tests of ${stem} fail without any fault (${by}): mend them first.`);
          continue;
        }
        results.push({ fault, by });
        const { machine, line, what, kind } = fault;
        const verdict = by === null ? 'MISSED' : 'caught';
        process.stderr.write(
          `${results.length}/${total} ${verdict} ${seconds} s  ${machine} ${kind} ${basename(fault.file)}:${line}  ${what}  (${by ?? ''})\n`,
        );
      }
    };
    await Promise.all(planters.map(work));
    return results;
  } finally {
    for (const planter of planters) planter.end();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { planter: { type: 'string' }, most: { type: 'string', default: String(MOST) } },
});
if (values.planter !== undefined) await runPlanter(values.planter);
else {
  const all = globSync('src/machines/*.machine.ts', { cwd: root })
    .map((file) => basename(file, '.machine.ts'))
    .toSorted();
  const unknown = positionals.filter((stem) => !all.includes(stem));
  if (unknown.length > 0)
    throw new Error(`There is no machine ${unknown.join(', ')}: write some of ${all.join(', ')}.`);
  const start = Date.now();
  const results = await plant(positionals.length > 0 ? positionals : all, Number(values.most));
  const text = report(results, Math.round((Date.now() - start) / 60_000));
  // The report of a part would pass for one of the whole.
  if (positionals.length === 0) await writeFile(join(root, 'docs', 'statecharts', 'planted-faults.md'), text);
  process.stdout.write(text);
}
