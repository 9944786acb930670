import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Known } from './facts.ts';

/** A floor's process, and the port of its server. */
export type Floor = AsyncDisposable & { port: number; pid: number };

async function start(
  file: string,
  place: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; floor: Floor }> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...place } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const floor = {
    port,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
  return { child, floor };
}

/** Starts bare `node:http` in a process of its own. */
export const startFloor = async (): Promise<Floor> => (await start('floor.ts')).floor;

/** Starts bare fastify over the database of an installation. @param known the document that it serves */
export async function startFacts(place: Readonly<Record<string, string>>, known: Known): Promise<Floor> {
  const { child, floor } = await start('facts.ts', place);
  child.send(known);
  await once(child, 'message');
  return floor;
}
