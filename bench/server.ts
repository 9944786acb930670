import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { ensureBuilt } from '../scripts/build.ts';
import {
  fanOut,
  largestAsset,
  startFloor,
  startTimes,
  throughput,
  type Floor,
  type StreamFloor,
} from './server/measure.ts';
import { startNginx, type Nginx } from './server/nginx.ts';
import { saveTimes } from './server/save.ts';
import type { BenchRun, Pairs } from './core.ts';
import { median, type Row } from './table.ts';

const KEPT = { situation: 'Smoke over the ridge. ', name: 'Bench' };
const DOCUMENT = 200_000;

const LIMITS = {
  READY_CALLS_MAX: '1000000',
  READY_STREAMS_MAX: '20000',
  READY_STREAMS_USER_MAX: '20000',
  READY_STREAMS_TOPIC_MAX: '20000',
};
const PEOPLE = [demo.reader, demo.writer, demo.otherWriter, demo.writerWithoutRoles, demo.administrator];

/** A server with a document, who asks for it, and the floors that run beside it. */
type Stage = { server: TestServer; pid: number; writer: Person; wip: string; floor: Floor; nginx: Nginx | null };

async function* requests({ server, pid, writer, wip, floor, nginx }: Stage): AsyncGenerator<Row> {
  const asset = await largestAsset();
  const addresses: [what: string, path: string, bar: number][] = [
    ['JSON list', '/v1/templates', 0.75],
    ['200 kB document in JSON', `/v1/wips/${wip}?html=true`, 0.8],
    [`largest file of the application`, asset, 0.85],
  ];
  for (const [what, path, least] of addresses) {
    const name = String(path.length);
    const reply = await writer.fetch('GET', path);
    const isFile = path === asset && nginx !== null;
    if (isFile) await nginx.keep(name, Buffer.from(await reply.arrayBuffer()));
    else await floor.keep(name, reply);
    const beside = isFile
      ? { port: nginx.port, pid: 0, path: `/${name}` }
      : { port: floor.port, pid: floor.pid, path: `/bytes/${name}` };
    const { wall, processor } = await throughput(server, writer, path, { pid, floor: beside });
    const against = isFile ? 'nginx' : 'node:http';
    const row = (how: string, { floor: bare, ours }: Pairs): Row => ({
      what: `${what}, requests ${how} (${against})`,
      floor: median(bare),
      ours: median(ours),
      unit: '/s',
      bar: { atLeast: least },
    });
    yield row('a second', wall);
    // What else the machine does falls on a wall clock, and hardly on this.
    if (processor.floor.length > 0) yield row('a second of processor', processor);
  }
}

async function* streams({ server, pid, writer, wip, floor, nginx }: Stage): AsyncGenerator<Row> {
  const submit = async (): Promise<void> => {
    const { status, text } = await writer.post(`/v1/wips/${wip}/submit`);
    if (status !== 200) throw new Error(text);
  };
  const floors: [against: string, at: StreamFloor][] = [['node:http', floor]];
  if (nginx?.hasStreams) floors.push(['nginx + nchan', { port: nginx.port, pid: null }]);
  else process.stderr.write('  no nginx with nchan (Debian: nginx libnginx-mod-nchan): bare node:http is the floor\n');
  // The most first: memory that a process had once is not given back, so only the first run says what a stream takes.
  for (const count of [5_000, 1_000]) {
    for (const [against, at] of floors) {
      const wanted = { people: PEOPLE, template: COMMAND_TEMPLATE_LEFT, pid, count, submit };
      const { spread, memory } = await fanOut(server, at, wanted);
      yield {
        what: `a submission to ${count.toLocaleString('en')} streams, first to last (${against})`,
        floor: median(spread.floor),
        ours: median(spread.ours),
        unit: 'ms',
        bar: { atMost: 1.25 },
      };
      if (memory && count === 5_000)
        yield { what: 'memory a stream', floor: memory.floor, ours: memory.ours, unit: 'B', bar: { atMost: 1.5 } };
    }
  }
}

async function* starts({ server }: Stage): AsyncGenerator<Row> {
  await server.interrupt();
  const start = await startTimes(server.dataDir);
  yield {
    what: 'start to first answer, over `node -e 0`',
    floor: median(start.floor),
    ours: median(start.ours),
    unit: 'ms',
    bar: { more: 600 },
  };
}

async function* saves(): AsyncGenerator<Row> {
  const { median: times, p99 } = await saveTimes();
  yield {
    what: 'durable save of 200 kB, against a raw commit',
    floor: median(times.floor),
    ours: median(times.ours),
    unit: 'ms',
    bar: { atMost: 1 / 0.6 },
  };
  yield { what: 'the same, 99th percentile', floor: p99.floor, ours: p99.ours, unit: 'ms', bar: { atMost: 3 } };
}

async function stage(): Promise<Stage> {
  const server = await startServer({ env: { LOG_LEVEL: 'info', ...LIMITS } });
  const writer = await signedIn(server.origin, demo.writer);
  const saved = await writer.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, {
    save_name: KEPT.name,
    edited_attributes: [{ id: 'incident-name', value: KEPT.situation.repeat(DOCUMENT / KEPT.situation.length) }],
    new_attributes: [],
  });
  const wip = (saved.json as { result: { uuid: string } }).result.uuid;
  return {
    server,
    writer,
    wip,
    pid: server.pid(),
    floor: await startFloor(),
    nginx: await startNginx(),
  };
}

/** Its parts, by the names by which one can be asked for: `npm run bench -- server streams`. `start` ends the server. */
const parts = { requests, streams, start: starts, save: saves };

/** The server against bare `node:http`, nginx, a raw SQLite commit and an empty Node (quality.md, "Speed"). */
export async function measure({ report, isWanted }: BenchRun): Promise<Row[]> {
  await ensureBuilt();
  const rows: Row[] = [];
  const set = await stage();
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!isWanted(name)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      for await (const row of part(set)) {
        rows.push(row);
        report(row);
      }
    }
  } finally {
    set.floor.stop();
    await set.nginx?.stop();
    await set.server.stop();
  }
  return rows;
}
