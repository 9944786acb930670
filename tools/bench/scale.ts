import { chosen, type BenchRun } from './core.ts';
import { costsOf } from './scale/costs.ts';
import { comeback, threadLoad } from './scale/formula.ts';
import { causes, resources, simulate, type Outcome, type Resource } from './scale/model.ts';
import { habits, type World } from './scale/world.ts';
import { alone, shown, type Row } from './table.ts';

/** Maximum used part of anything that can run out; the rest is for the busy minute. */
const FULL = 0.7;
/** Seconds until the last wall has a submission, in 99 of 100. */
const LATE = 2;
/** Seconds until the walls of a process that ended are back. */
const BACK = 30;

const WALLS = 100_000;
const WRITERS = 2_000;
const PROCESSES = [1, 3, 8, 16, 32, 64, 128];
/** Audiences by size: walls that show the same are those of a small organisation, of a large one, or all. */
const AUDIENCES: [name: string, audiences: number][] = [
  ['organisations of 100 walls', 1_000],
  ['organisations of 5,000 walls', 20],
  ['all walls show the same', 1],
];
const WALLS_A_WRITER = WALLS / WRITERS;
const WALLS_AN_ORGANISATION = 100;

const run = (world: World): Outcome => simulate(world, costsOf(world.engine), habits);
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const secondsOf = (time: number): string => `${time.toFixed(2)} s`;
const returned = (world: World): string => {
  const time = comeback(world, costsOf(world.engine), habits);
  return `the walls of an ended process are back ${Number.isFinite(time) ? `after ${time.toFixed(1)} s` : 'never'}`;
};
const firstOf = ({ use }: Outcome): Resource =>
  resources.reduce((first, each) => (use[each] > use[first] ? each : first), 'thread');

/** The first limit that a world exceeds; null if there is none. */
function fault(world: World): string | null {
  const outcome = run(world);
  const first = firstOf(outcome);
  if (outcome.use[first] > FULL) return first;
  if (outcome.lastWall.most > LATE) return 'the time to the last wall';
  return comeback(world, costsOf(world.engine), habits) > BACK
    ? 'the time until the walls of an ended process are back'
    : null;
}

/**
 * The most walls, with one writer for fifty and in organisations of a hundred, that some processes can serve, and the
 * limit that more would exceed.
 */
function carried(engine: World['engine'], processes: number): { walls: number; lack: string | null } {
  const faultOf = (walls: number): string | null =>
    fault({
      engine,
      processes,
      walls,
      writers: Math.max(1, Math.round(walls / WALLS_A_WRITER)),
      audiences: Math.max(1, Math.round(walls / WALLS_AN_ORGANISATION)),
    });
  let [least, most] = [0, 400_000];
  while (most - least > Math.max(100, least / 50)) {
    const middle = (least + most) / 2;
    if (faultOf(middle) === null) least = middle;
    else most = middle;
  }
  return { walls: Math.floor(least / 100) * 100, lack: faultOf(most) };
}

function* scenario(name: string, audiences: number): Generator<Row> {
  process.stdout.write(`\n${name}: what is used, of ${WALLS.toLocaleString('en')} walls and ${WRITERS} writers\n`);
  for (const processes of PROCESSES) {
    const world: World = { engine: 'PostgreSQL', processes, walls: WALLS, writers: WRITERS, audiences };
    const outcome = run(world);
    const uses = resources.map((resource) => `${resource} ${percent(outcome.use[resource])}`);
    const ofThread = causes.map((cause) => `${cause} ${percent(outcome.thread[cause])}`);
    const { half, most } = outcome.lastWall;
    process.stdout.write(
      `  ${processes} processes: ${uses.join(', ')}\n    the thread: ${ofThread.join(', ')}; by the formula ${percent(threadLoad(world, costsOf(world.engine), habits))}\n` +
        `    the last wall has it after ${secondsOf(half)}, in 99 of 100 after ${secondsOf(most)}; a small call waits for up to ${(outcome.wait * 1_000).toFixed(0)} ms; ` +
        `${returned(world)}\n`,
    );
    const first = firstOf(outcome);
    yield alone(`${name}, ${processes} processes: ${first} first`, outcome.use[first] * 100, '%', FULL * 100);
  }
}

/** The parts of the bench, by their names on the command line. */
const parts: Record<string, () => Generator<Row>> = {
  *first() {
    for (const [name, audiences] of AUDIENCES) yield* scenario(name, audiences);
  },
  *carried() {
    for (const [what, engine, processes] of [
      ['one process, SQLite', 'SQLite', 1],
      ['one process, PostgreSQL', 'PostgreSQL', 1],
      ['three processes, PostgreSQL', 'PostgreSQL', 3],
      ['one machine, PostgreSQL', 'PostgreSQL', habits.processesAMachine],
    ] as const) {
      const { walls, lack } = carried(engine, processes);
      yield shown(`walls of ${what}; more lack ${lack ?? 'nothing'}`, walls, '');
    }
  },
};

/**
 * 100,000 walls and 2,000 writers over more and more processes, without sockets: what runs out first (docs/scale.md).
 */
export async function measure({ report, isWanted }: BenchRun): Promise<void> {
  const [names = []] = chosen(isWanted, Object.keys(parts));
  for (const name of names) for (const row of parts[name]?.() ?? []) report(row);
}
