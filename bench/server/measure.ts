import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestServer } from '#tests/support/server.ts';
import { Person, signedIn } from '#tests/support/person.ts';
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

/** Requests a second of one address, against the same bytes from bare `node:http`. */
export async function throughput(server: TestServer, floor: Floor, person: Person, path: string): Promise<Pairs> {
  const name = String(path.length);
  await floor.keep(name, await person.fetch('GET', path));
  const ours: Load = {
    port: portOf(server.origin),
    path,
    headers: { Cookie: person.cookieHeader(path), Accept: 'application/json', 'Content-Type': 'application/json' },
  };
  return alternate(
    5,
    () => requestsPerSecond({ port: floor.port, path: `/bytes/${name}` }),
    () => requestsPerSecond(ours),
  );
}

const SESSIONS_A_PERSON = 10;
const STREAMS_A_SESSION = 20;

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** What fan-out takes: milliseconds from the first stream that has the event to the last, and bytes of memory a stream. */
export type FanOut = { spread: Pairs; memory: { floor: number; ours: number } };

/**
 * One submission to 1,000 streams of one template, against one event to as many streams of bare `node:http`.
 * @param people who hold the streams: 200 each
 * @param submit submits once
 */
export async function fanOut(
  server: TestServer,
  floor: Floor,
  {
    people,
    template,
    submit,
    pid,
  }: { people: readonly string[]; template: string; submit: () => Promise<void>; pid: number },
): Promise<FanOut> {
  const before = { floor: await residentBytes(floor.pid), ours: await residentBytes(pid) };
  const cookies: string[] = [];
  for (const name of people) {
    for (let session = 0; session < SESSIONS_A_PERSON; session += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sign-ins are bounded on purpose
      cookies.push((await signedIn(server.origin, name)).cookieHeader('/events'));
    }
  }
  const path = `/events/wips/${template}`;
  const ours = await openStreams(
    portOf(server.origin),
    cookies.flatMap((cookie) =>
      Array.from(
        { length: STREAMS_A_SESSION },
        () =>
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${portOf(server.origin)}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
      ),
    ),
  );
  const bare = await openStreams(
    floor.port,
    cookies.flatMap(() =>
      Array.from({ length: STREAMS_A_SESSION }, () => `GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
    ),
  );
  const count = cookies.length * STREAMS_A_SESSION;
  const after = { floor: await residentBytes(floor.pid), ours: await residentBytes(pid) };
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
  return { spread, memory: { floor: perStream('floor'), ours: perStream('ours') } };
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
