import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { save, submit } from '#tests/support/writing.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { fanOut, startFloor, startTimes, throughput, type Floor, type StreamFloor } from './server/measure.ts';
import { startNginx, type Nginx } from './server/nginx.ts';
import type { BenchRun } from './core.ts';
import { beside, type Row } from './table.ts';

const KEPT = { situation: 'Smoke over the ridge. ', name: 'Bench' };
const DOCUMENT = 200_000;

const LIMITS = {
  READY_CALLS_MAX: '1000000',
  READY_STREAMS_MAX: '20000',
  READY_STREAMS_USER_MAX: '20000',
  READY_STREAMS_TOPIC_MAX: '20000',
};

/** A server with a document, the session that asks for it, and the floors. */
type Stage = { server: TestServer; writer: Person; wip: string; floor: Floor; nginx: Nginx | null };

async function* requests({ server, writer, wip, floor }: Stage): AsyncGenerator<Row> {
  const addresses: [what: string, path: string][] = [
    ['JSON list', '/v1/templates'],
    ['200 kB document in JSON', `/v1/wips/${wip}?html=true`],
  ];
  for (const [what, path] of addresses) {
    const name = String(path.length);
    await floor.keep(name, await writer.fetch('GET', path));
    const bytes = { port: floor.bytesPort, pid: floor.pid, path: `/bytes/${name}` };
    const { wall, processor } = await throughput(server, writer, path, bytes);
    yield beside(`${what}, requests a second (bare fastify)`, wall, '/s', { atLeast: 0.5 });
    // Other work of the machine lengthens wall time, but hardly processor time.
    yield beside(`${what}, requests a second of processor (bare fastify)`, processor, '/s', { atLeast: 0.5 });
  }
}

async function* streams({ server, writer, wip, floor, nginx }: Stage): AsyncGenerator<Row> {
  const floors: [against: string, at: StreamFloor][] = [['node:http', floor]];
  if (nginx) floors.push(['nginx + nchan', { port: nginx.port, pid: null }]);
  else process.stderr.write('  no nginx with nchan (Debian: nginx libnginx-mod-nchan): bare node:http is the floor\n');
  // The largest number first: a process keeps memory that it had once, so only the first run shows what a stream takes.
  for (const count of [5_000, 1_000]) {
    for (const [against, at] of floors) {
      const { spread, memory } = await fanOut(server, at, count, () => submit(writer, wip));
      const what = `a submission to ${count.toLocaleString('en')} streams, first to last (${against})`;
      yield beside(what, spread, 'ms', { atMost: 1.25 });
      if (memory && count === 5_000)
        yield { what: 'memory a stream', floor: memory.floor, ours: memory.ours, unit: 'B', bar: { atMost: 1.5 } };
    }
  }
}

async function* starts({ server }: Stage): AsyncGenerator<Row> {
  await server.interrupt();
  yield beside('start to first answer, over `node -e 0`', await startTimes(server.dataDir), 'ms', { more: 600 });
}

async function stage(): Promise<Stage> {
  const server = await startServer({ env: LIMITS });
  const writer = await signedIn(server.origin, demo.writer);
  const situation = KEPT.situation.repeat(DOCUMENT / KEPT.situation.length);
  const { uuid: wip } = await save(writer, KEPT.name, { 'incident-name': situation });
  return { server, writer, wip, floor: await startFloor(), nginx: await startNginx() };
}

/** The parts, by their names on the command line: `npm run bench -- server streams`. `start` ends the server. */
const parts = { requests, streams, start: starts };

/** The server against bare fastify, bare `node:http`, nginx with nchan, a raw SQLite commit and an empty Node. */
export async function measure({ report, isWanted }: BenchRun): Promise<void> {
  await ensureBuilt();
  const set = await stage();
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!isWanted(name)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      for await (const row of part(set)) report(row);
    }
  } finally {
    set.floor.stop();
    await set.nginx?.stop();
    await set.server.stop();
  }
}
