import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The floor's process, the ports of its two servers, and a way to give it the bytes that it sends. */
export type Floor = AsyncDisposable & {
  port: number;
  bytesPort: number;
  pid: number;
  keep(name: string, reply: Response): Promise<void>;
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
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
