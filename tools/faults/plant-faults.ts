import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { codeFaultsOf, layers } from './code.ts';
import { type Entry, entries } from '../../tests/paths/registry.ts';
import { type Fault, faultsOf } from './mutations.ts';
import { type Layer, LAYERS, type Order, runPlanter, type Verdict } from './planter.ts';
import { layerTable, report, whyOf } from './report.ts';
import { stagesFor, stagesForFile } from './tests-of.ts';

const root = resolve(import.meta.dirname, '../..');
/** Planters that work at the same time. */
const PLANTERS = 2;
/** Maximum of one kind in one machine. */
const MOST = 2;
/**
 * Kinds of tests that are run by default: Chromium takes the same steps as the walks in jsdom, and the headless walks
 * those of the rules.
 */
const USUAL: readonly Layer[] = ['rules', 'spec', 'screens'];
/**
 * Milliseconds after which a fault counts as one that makes the program loop forever: several times as long as the
 * tests of the slowest machine take, so that a busy computer is not taken for one.
 */
const LIMIT = 600_000;

/** File of the results so far, for `--continue`. */
const KNOWN = join(root, '.cache', 'planted-faults.ndjson');
/** Name in place of the tests' when a fault has made them take too long. */
const LATE = 'the limit of time';

type Seen = Verdict['seen'];
type Result = { fault: Fault; seen: Seen; seconds: number };
/** A fault that was seen, or one that is explained. */
type Known = { key: string; seen: Seen; seconds: number };

const keyOf = ({ machine, kind, place, what }: Fault): string => [machine, kind, place, what].join(' ');

/** A copy of the project, in which files are changed. */
async function copy(): Promise<string> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'faults-'));
  const parts = [
    'common',
    'src',
    'server',
    'tests',
    'tools',
    'templates',
    'docs',
    'package.json',
    'tsconfig.json',
    'tsconfig.browser.json',
    'vitest.config.ts',
    'vite.config.ts',
    'index.html',
    'public',
  ];
  await Promise.all(parts.map((part) => cp(join(root, part), join(folder, part), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** One planter in a process of its own, which is ended and restarted when it hangs. */
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
      const timer = setTimeout(
        () => {
          this.end();
          done({ seen: [{ layer: order.stages[0]?.layer ?? 'rules', by: LATE }] });
          // Without a fault they are the tests of many machines.
        },
        LIMIT * (order.fault === null ? 10 : 1),
      );
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

type Options = {
  machines: readonly Entry[];
  code: readonly string[];
  /** Faults of one kind in one machine. */
  most: number;
  /** Results of an earlier run, which are not tried again. */
  known: readonly Known[];
  /** Time after which no further fault is started, in epoch milliseconds. */
  until: number;
  /** The kinds of tests that are run. */
  asked: readonly Layer[];
  /** Every kind of test is run for each fault, also after one that has seen it. */
  isWhole: boolean;
  /** Number of faults, chosen by the seed; null for all. */
  sample: number | null;
  seed: number;
};

/** Chooses so many of the faults, the same for the same seed. */
function sampleOf(all: readonly Fault[], sample: number | null, seed: number): Fault[] {
  if (sample === null) return [...all];
  const place = (fault: Fault): string =>
    createHash('sha256')
      .update(`${seed} ${keyOf(fault)}`)
      .digest('hex');
  return all
    .map((fault) => ({ fault, at: place(fault) }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .slice(0, sample)
    .map(({ fault }) => fault);
}

/** Adds a result to the file unless it has to be tried again: a fault that no test saw, or that only took too long. */
async function remember({ fault, seen, seconds }: Result): Promise<void> {
  const isLate = seen.some(({ by }) => by === LATE);
  if (isLate || (seen.length === 0 && whyOf(fault) === null)) return;
  const known: Known = { key: keyOf(fault), seen, seconds };
  await appendFile(KNOWN, `${JSON.stringify(known)}\n`);
}

/** @returns the results of earlier runs, the newest last */
async function remembered(): Promise<Known[]> {
  const text = await readFile(KNOWN, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Known]));
}

/** Orders that run the tests of all these once without a fault: a test that fails by itself would count as one that sees everything. */
function soundness(orders: readonly Order[]): (Order & { fault: null })[] {
  const machines = Map.groupBy(orders, ({ machine }) => machine);
  const ofFiles = Map.groupBy(
    orders.flatMap(({ stages }) => stages.filter(({ files }) => files.length > 0)),
    ({ layer, pattern }) => `${layer} ${pattern !== null}`,
  );
  return [
    ...[...ofFiles.values()].flatMap((stages) => {
      const patterns = new Set(stages.flatMap(({ pattern }) => pattern ?? []));
      const layer = stages[0]?.layer ?? 'spec';
      const files = [...new Set(stages.flatMap((stage) => stage.files))];
      const pattern = patterns.size === 0 ? null : [...patterns].join('|');
      return [{ machine: '', fault: null, stages: [{ layer, files, pattern }], isWhole: false }];
    }),
    ...[...machines].map(([machine, own]) => ({
      machine,
      fault: null,
      stages: (['rules', 'walks'] as const).flatMap((layer) =>
        own.some(({ stages }) => stages.some((stage) => stage.layer === layer && stage.files.length === 0))
          ? [{ layer, files: [], pattern: null }]
          : [],
      ),
      isWhole: false,
    })),
  ].filter(({ stages }) => stages.length > 0);
}

/**
 * Plants faults, one after the other in each planter.
 * @returns the result of each fault, and the number of faults for which there was no time
 */
async function plant(options: Options): Promise<{ results: Result[]; left: number }> {
  const { machines, code, most, known, until, asked, isWhole, sample, seed } = options;
  const folders = await Promise.all(Array.from({ length: PLANTERS }, copy));
  const planters = folders.map((folder) => new Planter(folder));
  const stopped = (): void => {
    for (const planter of planters) planter.end();
    process.exit(1);
  };
  process.once('SIGINT', stopped);
  process.once('SIGTERM', stopped);
  try {
    const every = [...(await faultsOf(root, machines, most)), ...(await codeFaultsOf(root, code, most))];
    const all = sampleOf(every, sample, seed);
    const before = new Map(known.map((one) => [one.key, one]));
    const results: Result[] = all.flatMap((fault) => {
      const one = before.get(keyOf(fault));
      return one ? [{ fault, seen: one.seen, seconds: one.seconds }] : [];
    });
    const stagesOf = (fault: Fault): Order['stages'] => {
      const stem = machines.find(({ name }) => name === fault.machine)?.stem;
      const stages = stem === undefined ? stagesForFile(root, fault) : stagesFor(root, stem, fault);
      return stages.filter(({ layer }) => asked.includes(layer));
    };
    const orders = all
      .filter((fault) => !before.has(keyOf(fault)))
      .map((fault) => ({ machine: fault.machine, fault, stages: stagesOf(fault), isWhole }));
    const each = async <One extends Order>(
      queue: One[],
      end: number,
      done: (order: One, verdict: Verdict, seconds: number) => Promise<void> | void,
    ): Promise<void> => {
      const work = async (planter: Planter): Promise<void> => {
        for (let next = queue.shift(); next; next = Date.now() < end ? queue.shift() : undefined) {
          const start = Date.now();
          // oxlint-disable-next-line eslint/no-await-in-loop -- one fault at a time
          const verdict = await planter.ask(next);
          // oxlint-disable-next-line eslint/no-await-in-loop -- a run that is ended loses nothing of this
          await done(next, verdict, Math.round((Date.now() - start) / 1000));
        }
      };
      await Promise.all(planters.map(work));
    };
    const byOf = ({ seen }: Verdict): string => seen.map(({ layer, by }) => `${layer}: ${by}`).join('; ');
    await each(soundness(orders), Infinity, ({ machine, stages }, verdict, seconds) => {
      const name = `${machine} ${stages.map(({ layer }) => layer).join(', ')}`;
      process.stderr.write(`without a fault: ${name}, ${seconds} s\n`);
      if (verdict.seen.length > 0)
        throw new Error(`The tests fail without any fault (${name}, ${byOf(verdict)}): mend them first.`);
    });
    await each(orders, until, async ({ fault }, verdict, seconds) => {
      const result = { fault, seen: verdict.seen, seconds };
      results.push(result);
      if (!isWhole) await remember(result);
      process.stderr.write(
        `${results.length}/${all.length} ${verdict.seen.length === 0 ? 'MISSED' : 'caught'} ${seconds} s  ${fault.machine} ${fault.kind} ${fault.place}: ${fault.what}  (${byOf(verdict)})\n`,
      );
    });
    return { results, left: all.length - results.length };
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
    // Continues an earlier run: faults that it caught are not planted again; missed ones are, unless they are
    // explained.
    continue: { type: 'boolean', default: false },
    // Minutes after which no further fault is started.
    for: { type: 'string', default: 'Infinity' },
    // Kinds of tests, each run for every fault, to see which of them catch it.
    layers: { type: 'string' },
    // Number of faults, chosen by the seed.
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.planter !== undefined) await runPlanter(values.planter);
else {
  const every = await entries();
  const machines = every.filter(
    ({ name, stem }) => positionals.length === 0 || positionals.includes(stem) || positionals.includes(name),
  );
  const code = layers.filter((one) => positionals.length === 0 || positionals.includes(one));
  const known = [...every.flatMap(({ name, stem }) => [name, stem]), ...layers];
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `There is no machine or layer ${unknown.join(', ')}: write some of ${[...every.map(({ stem }) => stem), ...layers].join(', ')}.`,
    );
  const asked = LAYERS.filter((layer) => values.layers?.split(',').includes(layer) ?? USUAL.includes(layer));
  const { results, left } = await plant({
    machines,
    code,
    most: Number(values.most),
    known: values.continue ? await remembered() : [],
    until: Date.now() + Number(values.for) * 60_000,
    asked,
    isWhole: values.layers !== undefined,
    sample: values.sample === undefined ? null : Number(values.sample),
    seed: Number(values.seed),
  });
  if (left > 0) process.stderr.write(`${left} faults were not planted yet: --continue goes on.\n`);
  if (values.layers === undefined) {
    const text = report(results, Number(values.most));
    // The report of a part would be mistaken for one of the whole.
    if (positionals.length === 0 && left === 0 && values.sample === undefined)
      await writeFile(join(root, 'docs', 'statecharts', 'planted-faults.md'), text);
    process.stdout.write(text);
  } else process.stdout.write(`seed ${values.seed}\n${layerTable(results, asked)}\n`);
}
