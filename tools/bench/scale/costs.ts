import type { World } from './world.ts';

/** One constant of the simulation for each engine, and its source. */
type Cost = { SQLite: number; PostgreSQL: number; unit: 'us' | 'B' | ''; from: string };

const BENCH = 'npm run bench -- server costs';
const STREAMS = 'npm run bench -- server streams';

/**
 * Every constant of the simulation, for a document of 16 kB: microseconds of a process's processor, or bytes. Measured
 * on 23 November 2026, when a save still wrote a document's whole HTML, on two processors with other work on them (load
 * 3 to 9): medians of four runs on SQLite and three on PostgreSQL. To measure one again, run the command in `from`,
 * write the figure down here, and see with `npm run bench -- scale` which sentences of `docs/scale.md` have changed.
 */
export const costTable = {
  verify: { SQLite: 116, PostgreSQL: 460, unit: 'us', from: `${BENCH}: a verify` },
  call: { SQLite: 119, PostgreSQL: 695, unit: 'us', from: `${BENCH}: a list` },
  refresh: { SQLite: 867, PostgreSQL: 2_900, unit: 'us', from: `${BENCH}: an exchange of a session's token` },
  save: { SQLite: 3_867, PostgreSQL: 5_800, unit: 'us', from: `${BENCH}: a save` },
  submission: { SQLite: 1_400, PostgreSQL: 3_933, unit: 'us', from: `${BENCH}: a submission` },
  firstRead: { SQLite: 1_050, PostgreSQL: 2_000, unit: 'us', from: `${BENCH}: the first read of an archive` },
  packedRead: { SQLite: 134, PostgreSQL: 470, unit: 'us', from: `${BENCH}: a read of an archive that is packed` },
  open: { SQLite: 290, PostgreSQL: 680, unit: 'us', from: `${BENCH}: opening a stream` },
  event: { SQLite: 9, PostgreSQL: 10, unit: 'us', from: `${BENCH}: an event to a stream` },
  heartbeat: { SQLite: 9, PostgreSQL: 10, unit: 'us', from: 'taken as that of an event' },
  commit: { SQLite: 1_200, PostgreSQL: 3_300, unit: 'us', from: `${BENCH}: a bare durable commit` },
  notification: {
    SQLite: 0,
    PostgreSQL: 695,
    unit: 'us',
    from: 'taken as that of a list: a notification and a query of the events after it',
  },
  keepAlive: {
    SQLite: 50,
    PostgreSQL: 240,
    unit: 'us',
    from: 'taken as two of the queries of a verify, without its HTTP',
  },
  query: { SQLite: 0, PostgreSQL: 214, unit: 'us', from: `${BENCH}: the database's processor for each` },
  readQueries: { SQLite: 0, PostgreSQL: 2.8, unit: '', from: `${BENCH}: queries that it takes` },
  writeQueries: {
    SQLite: 0,
    PostgreSQL: 10,
    unit: '',
    from: 'counted in the code of a save, begin and commit included',
  },
  keepAliveQueries: {
    SQLite: 0,
    PostgreSQL: 2,
    unit: '',
    from: "counted in the code: a stream's session and its user",
  },
  stream: { SQLite: 20_636, PostgreSQL: 37_831, unit: 'B', from: `${STREAMS}: memory a stream` },
  memory: {
    SQLite: 130_000_000,
    PostgreSQL: 130_000_000,
    unit: 'B',
    from: 'what a process at rest has resident: VmRSS in /proc/<its number>/status',
  },
  archiveBytes: { SQLite: 3_431, PostgreSQL: 3_431, unit: 'B', from: `${BENCH}: an archive of 16 kB on the wire` },
  archiveDisk: { SQLite: 17_039, PostgreSQL: 18_241, unit: 'B', from: `${BENCH}: an archive of 16 kB, on the disk` },
  eventBytes: {
    SQLite: 300,
    PostgreSQL: 300,
    unit: 'B',
    from: 'an event of 130 bytes, the call for the archive, and the headers of their packets',
  },
  heartbeatBytes: {
    SQLite: 120,
    PostgreSQL: 120,
    unit: 'B',
    from: '28 bytes, and the headers of a packet and of its receipt',
  },
} as const satisfies Record<string, Cost>;

type Name = keyof typeof costTable;

/** The constants of one engine, in seconds and bytes. */
export type Costs = Record<Name, number>;

/** The constants of an engine in the units of the simulation. */
export function costsOf(engine: World['engine']): Costs {
  const rows = Object.entries(costTable).map(([name, cost]) => [
    name,
    cost[engine] / (cost.unit === 'us' ? 1_000_000 : 1),
  ]);
  return Object.fromEntries(rows) as Costs;
}
