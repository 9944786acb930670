import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestServer } from '#tests/support/server.ts';
import { signedIn, type Person } from '#tests/support/person.ts';
import { alternate, type Pairs } from '../core.ts';
import { openStreams, requestsPerSecond, type Load } from './load.ts';

const root = resolve(import.meta.dirname, '../..');

/** The floor's process, and how it is told what to send. */
export type Floor = { port: number; pid: number; keep(name: string, reply: Response): Promise<void>; stop(): void };

/** Starts bare `node:http` in a process of its own. */
export async function startFloor(): Promise<Floor> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'floor.ts'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
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

/** What throughput takes: requests a second, and requests for a second of the server's own processor time. */
export type Throughput = { wall: Pairs; processor: Pairs };

const TICKS = 100;

/** Seconds of processor time that a process has had. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Ours is warm after some seconds of requests: what is compiled, and what is remembered. */
const WARM = 2_000;

/**
 * Requests of one address, against the same bytes from a floor.
 * @param floor where the bytes are, and whose process it is; 0 when that is not one
 * @param pid ours
 */
export async function throughput(
  server: TestServer,
  person: Person,
  path: string,
  { pid, floor }: { pid: number; floor: { port: number; pid: number; path: string } },
): Promise<Throughput> {
  const ours: Load = {
    port: portOf(server.origin),
    path,
    headers: { Cookie: person.cookieHeader(path), Accept: 'application/json', 'Content-Type': 'application/json' },
  };
  const bare: Load = { port: floor.port, path: floor.path };
  const processor: Pairs = { floor: [], ours: [] };
  const measured = async (which: 'floor' | 'ours', load: Load): Promise<number> => {
    const of = which === 'ours' ? pid : floor.pid;
    const before = of === 0 ? 0 : await processorSeconds(of);
    const start = performance.now();
    const rate = await requestsPerSecond(load);
    const requests = (rate * (performance.now() - start)) / 1_000;
    if (of !== 0) processor[which].push(requests / ((await processorSeconds(of)) - before));
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

const SESSIONS_A_PERSON = 10;

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** What fan-out takes: milliseconds from the first stream that has the event to the last, and bytes of memory a stream. */
export type FanOut = { spread: Pairs; memory: { floor: number; ours: number } | null };

/** Where the floor's streams are, and its process where its memory counts. */
export type StreamFloor = { port: number; pid: number | null };

/**
 * One submission to many streams of one template, against one event to as many streams of a floor.
 * @param people who hold the streams, in ten sessions each
 * @param count streams
 * @param submit submits once
 */
export async function fanOut(
  server: TestServer,
  floor: StreamFloor,
  {
    people,
    template,
    submit,
    pid,
    count,
  }: { people: readonly string[]; template: string; submit: () => Promise<void>; pid: number; count: number },
): Promise<FanOut> {
  const memoryOf = async () => ({
    floor: floor.pid === null ? 0 : await residentBytes(floor.pid),
    ours: await residentBytes(pid),
  });
  const cookies: string[] = [];
  for (const name of people) {
    for (let session = 0; session < SESSIONS_A_PERSON; session += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sign-ins are bounded on purpose
      cookies.push((await signedIn(server.origin, name)).cookieHeader('/events'));
    }
  }
  const before = await memoryOf();
  const request = (path: string, port: number, more: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n${more}\r\n`;
  const cookieOf = (at: number): string => `Cookie: ${cookies[at % cookies.length] ?? ''}\r\n`;
  const [ours, bare] = [
    await openStreams(
      portOf(server.origin),
      Array.from({ length: count }, (_, at) =>
        request(`/events/wips/${template}`, portOf(server.origin), cookieOf(at)),
      ),
    ),
    await openStreams(
      floor.port,
      Array.from({ length: count }, () => request('/stream', floor.port, '')),
    ),
  ];
  const after = await memoryOf();
  const publish = () =>
    fetch(`http://127.0.0.1:${floor.port}/publish`, {
      method: 'POST',
      body: '{"type":"submission_complete","archive_uuid":"0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01"}',
    });
  const spread = await alternate(
    7,
    async () => {
      const all = bare.spread('submission_complete');
      await publish();
      return all;
    },
    async () => {
      const all = ours.spread('submission_complete');
      await submit();
      return all;
    },
  );
  bare.close();
  ours.close();
  const perStream = (which: 'floor' | 'ours'): number => (after[which] - before[which]) / count;
  return { spread, memory: floor.pid === null ? null : { floor: perStream('floor'), ours: perStream('ours') } };
}

/** Milliseconds until `node -e 0` has ended, and until the server has answered over the data that are there. */
export async function startTimes(dataDir: string): Promise<Pairs> {
  const run = async (args: readonly string[], until: RegExp | null): Promise<number> => {
    const start = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', READY_DATA: dataDir, LOG_LEVEL: 'silent' },
    });
    const ended = once(child, 'exit');
    if (until === null) await ended;
    else {
      let text = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) {
        text += String(chunk);
        const [, address] = until.exec(text) ?? [];
        if (address === undefined) continue;
        await fetch(`${address}/health`);
        break;
      }
    }
    const time = performance.now() - start;
    child.kill('SIGTERM');
    if (until !== null) await ended;
    return time;
  };
  await run(['server/main.ts'], /running at (\S+)/);
  return alternate(
    5,
    () => run(['-e', '0'], null),
    () => run(['server/main.ts'], /running at (\S+)/),
  );
}

/** The address of the application's largest file. */
export async function largestAsset(): Promise<string> {
  const folder = join(root, 'dist', 'assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, size: (await readFile(join(folder, name))).length })),
  );
  return `/assets/${sizes.toSorted((a, b) => b.size - a.size)[0]?.name ?? ''}`;
}
