import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { demo, signedIn, type Person } from '#tests/support/person.ts';
import { alternate } from '../core.ts';
import type { Pairs } from '../table.ts';
import { openStreams, requestsPerSecond, type Load, type Streams } from './load.ts';

/** The floor's process, the ports of its two servers, and a way to give it the bytes that it sends. */
export type Floor = {
  port: number;
  bytesPort: number;
  pid: number;
  keep(name: string, reply: Response): Promise<void>;
  stop(): void;
};

/** Starts bare `node:http` and bare fastify in a process of their own. */
export async function startFloor(): Promise<Floor> {
  const child = fork(join(import.meta.dirname, 'floor.ts'));
  const [ports] = (await once(child, 'message')) as [{ port: number; bytesPort: number }];
  return {
    ...ports,
    pid: child.pid ?? 0,
    async keep(name, reply) {
      const body = Buffer.from(await reply.arrayBuffer()).toString('base64');
      const kept = [...reply.headers].filter(
        ([header]) => !/^(content-length|connection|keep-alive|date|content-encoding)$/.test(header),
      );
      child.send({ name, headers: Object.fromEntries(kept), body });
      await once(child, 'message');
    },
    stop: () => child.disconnect(),
  };
}

const portOf = (origin: string): number => Number(new URL(origin).port);

/** Measurements of throughput: requests a second, and requests for a second of the server's own processor time. */
export type Throughput = { wall: Pairs; processor: Pairs };

const TICKS = 100;

/** Seconds of processor time that a process has had. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Milliseconds of requests after which ours is warm: code compiled, caches filled. */
const WARM = 2_000;

/**
 * Requests of one address, against the same bytes from a floor.
 * @param floor where the bytes are, and its process
 */
export async function throughput(
  server: TestServer,
  person: Person,
  path: string,
  floor: { port: number; pid: number; path: string },
): Promise<Throughput> {
  const ours: Load = {
    port: portOf(server.origin),
    path,
    headers: { Cookie: person.cookieHeader(path), Accept: 'application/json', 'Content-Type': 'application/json' },
  };
  const bare: Load = { port: floor.port, path: floor.path };
  const processor: Pairs = { floor: [], ours: [] };
  const measured = async (which: 'floor' | 'ours', load: Load): Promise<number> => {
    const of = which === 'ours' ? server.pid() : floor.pid;
    const before = await processorSeconds(of);
    const start = performance.now();
    const rate = await requestsPerSecond(load);
    const requests = (rate * (performance.now() - start)) / 1_000;
    processor[which].push(requests / ((await processorSeconds(of)) - before));
    return rate;
  };
  await requestsPerSecond(ours, WARM);
  await requestsPerSecond(bare, WARM);
  const wall = await alternate(
    5,
    () => measured('floor', bare),
    () => measured('ours', ours),
  );
  return { wall, processor: { floor: processor.floor.slice(1), ours: processor.ours.slice(1) } };
}

/** Who hold the streams, and in how many sessions each. */
const PEOPLE = [demo.reader, demo.writer, demo.otherWriter, demo.writerWithoutRoles, demo.administrator];
const SESSIONS_A_PERSON = 10;

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** Measurements of fan-out: milliseconds from the first stream that has the event to the last, and bytes of memory a stream. */
export type FanOut = { spread: Pairs; memory: { floor: number; ours: number } | null };

/** Where the floor's streams are, and its process where its memory counts. */
export type StreamFloor = { port: number; pid: number | null };

/**
 * One submission to many streams of its template, against one event to as many streams of a floor.
 * @param count streams
 * @param submitOnce to the first template of the command pair
 */
export async function fanOut(
  server: TestServer,
  floor: StreamFloor,
  count: number,
  submitOnce: () => Promise<unknown>,
): Promise<FanOut> {
  const memoryOf = async () => ({
    floor: floor.pid === null ? 0 : await residentBytes(floor.pid),
    ours: await residentBytes(server.pid()),
  });
  const cookies: string[] = [];
  for (const name of PEOPLE) {
    for (let session = 0; session < SESSIONS_A_PERSON; session += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sign-ins are bounded on purpose
      cookies.push((await signedIn(server.origin, name)).cookieHeader('/events'));
    }
  }
  const before = await memoryOf();
  const open = (port: number, path: string, more: (at: number) => string = () => ''): Promise<Streams> => {
    const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n`;
    return openStreams(
      port,
      Array.from({ length: count }, (_, at) => `${head}${more(at)}\r\n`),
    );
  };
  const cookie = (at: number): string => `Cookie: ${cookies[at % cookies.length] ?? ''}\r\n`;
  const ours = await open(portOf(server.origin), `/events/wips/${COMMAND_TEMPLATE_LEFT}`, cookie);
  const bare = await open(floor.port, '/stream');
  const after = await memoryOf();
  const publish = () =>
    fetch(`http://127.0.0.1:${floor.port}/publish`, {
      method: 'POST',
      body: '{"type":"submission_complete","archive_uuid":"0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01"}',
    });
  const spreadOver = (streams: Streams, send: () => Promise<unknown>) => async (): Promise<number> => {
    const all = streams.spread('submission_complete');
    await send();
    return all;
  };
  const spread = await alternate(7, spreadOver(bare, publish), spreadOver(ours, submitOnce));
  bare.close();
  ours.close();
  const perStream = (which: 'floor' | 'ours'): number => (after[which] - before[which]) / count;
  return { spread, memory: floor.pid === null ? null : { floor: perStream('floor'), ours: perStream('ours') } };
}

/** Milliseconds until `node -e 0` has ended, and until the server has answered over the data that are there. */
export async function startTimes(dataDir: string): Promise<Pairs> {
  const bare = async (): Promise<number> => {
    const start = performance.now();
    await promisify(execFile)(process.execPath, ['-e', '0']);
    return performance.now() - start;
  };
  const ours = async (): Promise<number> => {
    const start = performance.now();
    const server = await startServer({ dataDir, env: { LOG_LEVEL: 'silent' } });
    await fetch(`${server.origin}/health`);
    const time = performance.now() - start;
    await server.stop();
    return time;
  };
  return alternate(5, bare, ours);
}
