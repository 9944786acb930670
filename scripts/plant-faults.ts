import { type ChildProcess, fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { codeFaultsOf, layers } from './faults/code.ts';
import { camel } from '../tests/paths/registry.ts';
import { type Fault, faultsOf } from './faults/mutations.ts';
import { type Order, runPlanter, type Verdict } from './faults/planter.ts';
import { report } from './faults/report.ts';
import { survivors } from './faults/survivors.ts';
import { stagesFor, stagesForFile } from './faults/tests-of.ts';

const root = resolve(import.meta.dirname, '..');
/** Planters that work at the same time. */
const PLANTERS = 2;
/** Of one kind in one machine. */
const MOST = 2;
/** A fault whose tests do not end in this time, in ms, is one that makes the program go round in circles: several times what the slowest machine's take. */
const LIMIT = 600_000;

/** What is known so far, for `--continue`. */
const KNOWN = join(root, '.cache', 'planted-faults.json');

type Result = { fault: Fault; by: string | null; seconds: number };
/** A fault that was seen; or, where `by` is null, one that is explained, or a machine whose tests pass without any. */
type Known = { key: string; by: string | null; seconds: number };

const keyOf = ({ machine, kind, file, what, line }: Fault): string => [machine, kind, file, line, what].join(' ');

const isExplained = ({ machine, what }: Fault): boolean =>
  survivors.some((one) => one.machine === machine && one.what === what);

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

/**
 * Plants every fault, one after the other in each planter.
 * @param stems the machines' file names, and the layers of the other code
 * @param most faults of one kind in one machine
 * @param known what an earlier run caught: not planted again
 * @param until when no further fault is begun, in ms
 * @returns what each fault came to, and how many were not planted for want of time
 */
async function plant(
  stems: readonly string[],
  { most, known, until }: { most: number; known: readonly Known[]; until: number },
): Promise<{ results: Result[]; sound: Known[]; left: number }> {
  const folders = await Promise.all(Array.from({ length: PLANTERS }, copy));
  const planters = folders.map((folder) => new Planter(folder));
  const stopped = (): void => {
    for (const planter of planters) planter.end();
    process.exit(1);
  };
  process.once('SIGINT', stopped);
  process.once('SIGTERM', stopped);
  try {
    const [machines, code] = [
      stems.filter((stem) => !layers.includes(stem)),
      layers.filter((one) => stems.includes(one)),
    ];
    const all = [...(await faultsOf(root, machines, most)), ...(await codeFaultsOf(root, code, most))];
    const before = new Map(known.map((one) => [one.key, one]));
    const results: Result[] = all.flatMap((fault) => {
      const one = before.get(keyOf(fault));
      return one ? [{ fault, by: one.by, seconds: one.seconds }] : [];
    });
    const queue = stems.flatMap((stem): { stem: string; fault: Fault | null }[] => {
      const own = all.filter((fault) => fault.machine === camel(stem) && !before.has(keyOf(fault)));
      const orders = own.map((fault) => ({ stem, fault }));
      return orders.length === 0 || before.has(stem) ? orders : [{ stem, fault: null }, ...orders];
    });
    const total = all.length;
    const sound: Known[] = [];
    const work = async (planter: Planter): Promise<void> => {
      for (let next = queue.shift(); next; next = Date.now() < until ? queue.shift() : undefined) {
        const { stem, fault } = next;
        const about = fault ? [fault] : all.filter(({ machine }) => machine === camel(stem));
        const stages = about.flatMap((one) =>
          layers.includes(stem) ? stagesForFile(root, one) : stagesFor(root, stem, one),
        );
        const once = stages.filter(
          (stage, index) => stages.findIndex((other) => JSON.stringify(other) === JSON.stringify(stage)) === index,
        );
        const start = Date.now();
        // oxlint-disable-next-line eslint/no-await-in-loop -- one fault at a time
        const { by } = await planter.ask({ fault, stages: once });
        const seconds = Math.round((Date.now() - start) / 1000);
        if (fault === null) {
          process.stderr.write(`without a fault: ${stem}, ${seconds} s\n`);
          if (by !== null) throw new Error(`The tests of ${stem} fail without any fault (${by}): mend them first.`);
          sound.push({ key: stem, by, seconds });
          continue;
        }
        results.push({ fault, by, seconds });
        const { machine, line, what, kind } = fault;
        const verdict = by === null ? 'MISSED' : 'caught';
        process.stderr.write(
          `${results.length}/${total} ${verdict} ${seconds} s  ${machine} ${kind} ${basename(fault.file)}:${line}  ${what}  (${by ?? ''})\n`,
        );
      }
    };
    await Promise.all(planters.map(work));
    return { results, sound, left: total - results.length };
  } finally {
    for (const planter of planters) planter.end();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    planter: { type: 'string' },
    most: { type: 'string', default: String(MOST) },
    // Goes on where an earlier run stopped: what that one caught is not planted again; what it missed is, unless it is explained.
    continue: { type: 'boolean', default: false },
    // Minutes after which no further fault is begun.
    for: { type: 'string', default: 'Infinity' },
  },
});
if (values.planter !== undefined) await runPlanter(values.planter);
else {
  const machines = globSync('src/machines/*.machine.ts', { cwd: root }).map((file) => basename(file, '.machine.ts'));
  const all = [...machines.toSorted(), ...layers];
  const unknown = positionals.filter((stem) => !all.includes(stem));
  if (unknown.length > 0)
    throw new Error(`There is no machine or layer ${unknown.join(', ')}: write some of ${all.join(', ')}.`);
  const earlier = values.continue ? (JSON.parse(await readFile(KNOWN, 'utf8').catch(() => '[]')) as Known[]) : [];
  const { results, sound, left } = await plant(positionals.length > 0 ? positionals : all, {
    most: Number(values.most),
    known: earlier,
    until: Date.now() + Number(values.for) * 60_000,
  });
  const kept = results
    .filter(({ fault, by }) => by !== null || isExplained(fault))
    .map(({ fault, by, seconds }) => ({ key: keyOf(fault), by, seconds }));
  const known = new Map([...earlier, ...sound, ...kept].map((one) => [one.key, one]));
  await writeFile(KNOWN, JSON.stringify([...known.values()], null, 1));
  if (left > 0) process.stderr.write(`${left} faults were not planted yet: --continue goes on.\n`);
  const whole = [...results, ...[...known.values()].filter(({ key }) => all.includes(key))];
  const seconds = whole.reduce((sum, one) => sum + one.seconds, 0);
  const text = report(results, Math.round(seconds / PLANTERS / 60));
  // The report of a part would pass for one of the whole.
  if (positionals.length === 0 && left === 0)
    await writeFile(join(root, 'docs', 'statecharts', 'planted-faults.md'), text);
  process.stdout.write(text);
}
