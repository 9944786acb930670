import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { PathError } from '../model.ts';
import { type Fault, grouped, nameOfFault } from './fault.ts';
import type { Order } from './planter.ts';
import type { FaultyMachine, Project, Result, Seen } from './project.ts';

/** Planters that work at the same time. */
const PLANTERS = 2;
/** Name in place of the tests' when a fault has made them take too long. */
const LATE = 'the limit of time';
/** Kinds of tests that the engine runs on the model itself. */
const OF_MODEL: readonly string[] = ['rules', 'walks'];

/** A fault that was detected, or one that is explained, as the file of an unfinished run has it. */
type Known = { key: string; seen: Seen; seconds: number };

/** Results of a run, and what they are of. */
export type Run = {
  results: readonly Result[];
  /** Number of faults for which there was no time. */
  left: number;
  /** Faults of one kind in one machine. */
  most: number;
  /** Kinds of tests that ran for every fault; null where a fault that was detected was not tried further. */
  asked: readonly string[] | null;
  seed: string;
  /** True unless only some machines, layers or faults were asked for. */
  isWhole: boolean;
};

/** The folder of copies and of the results so far, which git ignores. */
const cacheOf = ({ root }: Project): string => join(root, '.cache', 'chart-walks');
const knownFile = (project: Project): string => join(cacheOf(project), 'planted-faults.ndjson');

/** A copy of the project, in which files are changed. */
async function copy(project: Project): Promise<string> {
  const { root, parts } = project;
  await mkdir(cacheOf(project), { recursive: true });
  await writeFile(join(cacheOf(project), '.gitignore'), '*\n');
  const folder = await mkdtemp(join(cacheOf(project), 'faults-'));
  await Promise.all(parts.map((part) => cp(join(root, part), join(folder, part), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** One planter in a process of its own, which is ended and restarted when it hangs. */
class Planter {
  readonly #folder: string;
  readonly #limit: number;
  #child: ChildProcess | null = null;
  #isClosed = false;

  constructor(folder: string, limit: number) {
    this.#folder = folder;
    this.#limit = limit;
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    if (this.#isClosed) throw new PathError('The planting of faults has ended.');
    // The same command again, so that the same project is loaded.
    const child = fork(process.argv[1] ?? '', [...process.argv.slice(2), '--planter', this.#folder], {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Before it has started, or `end` would leave it behind in a folder that is gone.
    this.#child = child;
    await new Promise((done, failed) => {
      child.once('message', done);
      child.once('exit', (code) => failed(new PathError(`The process that plants faults ended with ${code}.`)));
    });
    return child;
  }

  async ask(order: Order): Promise<Seen> {
    const child = await this.#started();
    return new Promise((done, failed) => {
      const ended = (code: number | null): void => {
        // Else the command waits for it.
        clearTimeout(timer);
        failed(new PathError(`The process that plants faults ended with ${code}: the reason is above.`));
      };
      const answered = (seen: Seen): void => {
        clearTimeout(timer);
        child.off('exit', ended);
        done(seen);
      };
      const timer = setTimeout(
        () => {
          child.off('message', answered);
          child.off('exit', ended);
          this.end();
          done([{ layer: order.stages[0]?.layer ?? 'rules', by: LATE }]);
          // Without a fault they are the tests of many machines.
        },
        this.#limit * (order.fault === null ? 10 : 1),
      );
      child.once('exit', ended);
      child.once('message', answered);
      child.send(order);
    });
  }

  /** Ends it for good. */
  close(): void {
    this.#isClosed = true;
    this.end();
  }

  /** Ends it with all its workers: they are one group. */
  end(): void {
    try {
      if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    this.#child = null;
  }
}

/** Chooses so many of the faults, the same for the same seed. */
function sampleOf(all: readonly Fault[], sample: number | null, seed: string): Fault[] {
  if (sample === null) return [...all];
  const place = (fault: Fault): string =>
    createHash('sha256')
      .update(`${seed} ${nameOfFault(fault)}`)
      .digest('hex');
  return all
    .map((fault) => ({ fault, at: place(fault) }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .slice(0, sample)
    .map(({ fault }) => fault);
}

/** Adds a result to the file unless it has to be tried again: a fault that no test detected, or that only took too long. */
async function remember(project: Project, { fault, seen, seconds }: Result): Promise<void> {
  const isLate = seen.some(({ by }) => by === LATE);
  if (isLate || (seen.length === 0 && project.whyOf(fault) === null)) return;
  const known: Known = { key: nameOfFault(fault), seen, seconds };
  await appendFile(knownFile(project), `${JSON.stringify(known)}\n`);
}

/** Results of earlier runs by the names of their faults, the newest of each. A line that a killed run left unfinished is passed over. */
async function remembered(project: Project): Promise<Map<string, Known>> {
  const text = await readFile(knownFile(project), 'utf8').catch(() => '');
  const lines = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Known];
    } catch {
      return [];
    }
  });
  return new Map(lines.map((known) => [known.key, known]));
}

/** Orders that run the tests of all these once without a fault: a test that fails by itself would count as one that detects everything. */
function soundness(orders: readonly Order[]): Order[] {
  const stages = orders.flatMap((order) => order.stages);
  const ofFiles = grouped(
    stages.filter(({ files, command }) => files.length > 0 || command !== undefined),
    ({ layer, pattern, command }) => `${layer} ${pattern !== null} ${command?.join(' ') ?? ''}`,
  );
  return [
    ...[...ofFiles.values()].map((own): Order => {
      const patterns = new Set(own.flatMap(({ pattern }) => pattern ?? []));
      const [{ layer, command } = { layer: '' }] = own;
      const files = [...new Set(own.flatMap((stage) => stage.files))];
      const pattern = patterns.size === 0 ? null : [...patterns].join('|');
      return {
        machine: '',
        fault: null,
        stages: [{ layer, files, pattern, ...(command && { command }) }],
        isWhole: false,
      };
    }),
    ...[...grouped(orders, ({ machine }) => machine)].map(([machine, own]): Order => ({
      machine,
      fault: null,
      stages: OF_MODEL.flatMap((layer) =>
        own.some((order) => order.stages.some((stage) => stage.layer === layer && stage.files.length === 0))
          ? [{ layer, files: [], pattern: null }]
          : [],
      ),
      isWhole: false,
    })),
  ].filter((order) => order.stages.length > 0);
}

type Asked = {
  machines: readonly FaultyMachine[];
  code: readonly string[];
  most: number;
  known: ReadonlyMap<string, Known>;
  /** Time after which no further fault is started, in epoch milliseconds. */
  until: number;
  layers: readonly string[];
  isWhole: boolean;
  sample: number | null;
  seed: string;
};

/** Plants faults, one after the other in each planter. */
async function plantAll(project: Project, asked: Asked): Promise<{ results: Result[]; left: number }> {
  const { machines, code, most, known, until, layers, isWhole, sample, seed } = asked;
  const all = sampleOf(await project.faults(machines, code, most), sample, seed);
  const folders: string[] = [];
  const planters: Planter[] = [];
  const stopped = (): void => {
    for (const planter of planters) planter.end();
    process.exit(1);
  };
  process.once('SIGINT', stopped);
  process.once('SIGTERM', stopped);
  try {
    folders.push(...(await Promise.all(Array.from({ length: PLANTERS }, () => copy(project)))));
    planters.push(...folders.map((folder) => new Planter(folder, project.limit)));
    const results: Result[] = all.flatMap((fault) => {
      const one = known.get(nameOfFault(fault));
      return one ? [{ fault, seen: one.seen, seconds: one.seconds }] : [];
    });
    const orders = all
      .filter((fault) => !known.has(nameOfFault(fault)))
      .map((fault) => {
        const stages = project.stagesOf(fault).filter(({ layer }) => layers.includes(layer));
        return { machine: fault.machine, fault, stages, isWhole };
      });
    const each = async <One extends Order>(
      queue: One[],
      end: number,
      done: (order: One, seen: Seen, seconds: number) => Promise<void> | void,
    ): Promise<void> => {
      const work = async (planter: Planter): Promise<void> => {
        for (let next = queue.shift(); next; next = Date.now() < end ? queue.shift() : undefined) {
          const start = Date.now();
          // oxlint-disable-next-line eslint/no-await-in-loop -- one fault at a time
          const seen = await planter.ask(next);
          // oxlint-disable-next-line eslint/no-await-in-loop -- a run that is ended loses nothing of this
          await done(next, seen, Math.round((Date.now() - start) / 1000));
        }
      };
      await Promise.all(planters.map(work));
    };
    const byOf = (seen: Seen): string => seen.map(({ layer, by }) => `${layer}: ${by}`).join('; ');
    await each(soundness(orders), Infinity, ({ machine, stages }, seen, seconds) => {
      const name = `${machine} ${stages.map(({ layer }) => layer).join(', ')}`.trim();
      process.stderr.write(`without a fault: ${name}, ${seconds} s\n`);
      if (seen.length > 0)
        throw new PathError(`The tests fail without any fault (${name}, ${byOf(seen)}): repair them first.`);
    });
    await each(orders, until, async ({ fault }, seen, seconds) => {
      const result = { fault, seen, seconds };
      results.push(result);
      if (!isWhole) await remember(project, result);
      process.stderr.write(
        `${results.length}/${all.length} ${seen.length === 0 ? 'MISSED' : 'caught'} ${seconds} s  ${fault.machine} ${fault.kind} ${fault.place}: ${fault.what}  (${byOf(seen)})\n`,
      );
    });
    return { results, left: all.length - results.length };
  } finally {
    for (const planter of planters) planter.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** The options of the command, for `parseArgs`. */
export const RUN_OPTIONS = {
  planter: { type: 'string' },
  most: { type: 'string' },
  // Continues an earlier run: faults that it caught are not planted again; missed ones are, unless they are explained.
  continue: { type: 'boolean', default: false },
  // Minutes after which no further fault is started.
  for: { type: 'string' },
  // Kinds of tests, each run for every fault, to see which of them catch it.
  layers: { type: 'string' },
  // Number of faults, chosen by the seed.
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
} as const;

/** A number that an option gives. @throws PathError for another text */
function numberOf(name: string, given: string | undefined): number | null {
  if (given === undefined) return null;
  const number = Number(given);
  if (given !== '' && number >= 0) return number;
  throw new PathError(`--${name} is a number, not '${given}': write --${name} 10.`);
}

/**
 * Plants the faults that the arguments ask for. The command calls itself again, with `--planter`, in the processes that plant: nothing may be done before
 * this call that such a process should not do again.
 * @param project the project
 * @param args arguments of the command: names of machines and layers, and options
 * @param others further options of the command, which are allowed here and read elsewhere
 * @returns the results; null in a process that plants, which goes on by itself
 * @throws PathError for a wrong argument, or where the tests fail without any fault
 */
export async function plantFaults(
  project: Project,
  args: readonly string[],
  others: Readonly<Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>> = {},
): Promise<Run | null> {
  const options = { ...others, ...RUN_OPTIONS };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  if (values.planter !== undefined) {
    // Vitest is loaded only where tests are run.
    const { runPlanter } = await import('./planter.ts');
    await runPlanter(project, values.planter);
    return null;
  }
  const every = await project.machines();
  const isAsked = (...names: readonly (string | undefined)[]): boolean =>
    positionals.length === 0 || names.some((name) => name !== undefined && positionals.includes(name));
  const names = [...every.flatMap(({ name, alias }) => [name, alias]), ...project.code];
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new PathError(
      `There is no machine or layer ${unknown.join(', ')}: write some of ${[...every.map(({ name, alias }) => alias ?? name), ...project.code].join(', ')}.`,
    );
  const layers = values.layers?.split(',') ?? null;
  const wrong = layers?.find((layer) => !project.layers.includes(layer));
  if (wrong !== undefined)
    throw new PathError(`There are no tests '${wrong}': write some of --layers ${project.layers.join(',')}.`);
  const most = numberOf('most', values.most) ?? project.most;
  const { results, left } = await plantAll(project, {
    machines: every.filter(({ name, alias }) => isAsked(name, alias)),
    code: project.code.filter((one) => isAsked(one)),
    most,
    known: values.continue ? await remembered(project) : new Map(),
    until: Date.now() + (numberOf('for', values.for) ?? Infinity) * 60_000,
    layers: project.layers.filter((layer) => (layers ?? project.usual).includes(layer)),
    isWhole: layers !== null,
    sample: numberOf('sample', values.sample),
    seed: values.seed,
  });
  if (left > 0) process.stderr.write(`${left} faults were not planted yet: --continue goes on.\n`);
  const isWhole = positionals.length === 0 && left === 0 && values.sample === undefined;
  const asked = layers && project.layers.filter((layer) => layers.includes(layer));
  return { results, left, most, asked, seed: values.seed, isWhole };
}
