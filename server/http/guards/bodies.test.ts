import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { Refusal } from '#server/domain/refusal.ts';
import { limitTime } from '../waiting.ts';
import { createBodyRoom } from './bodies.ts';

/** More than half of the maximum of one user. */
const LENGTH = 9_000_000;
const REFUSED = 409;
const LATE = 503;
const OWN = 'Your last saves are still being taken in. Please try again in a moment.';

it.each(['has come to its end', 'is cut off'])(
  'keeps the room of a body after a time-out until the body %s',
  async (end) => {
    const bodies = createBodyRoom();
    const app = fastify({ bodyLimit: LENGTH });
    limitTime(app, 50);
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof Refusal && error.message === OWN ? REFUSED : LATE).send(),
    );
    app.post('/', { onRequest: async (call, reply) => bodies.take(call, reply, 'dana') }, async () => 'done');
    await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    const begin = () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': LENGTH };
      const call = request({ port, host: '127.0.0.1', method: 'POST', headers });
      call.write('"');
      return { call, answer: once(call, 'response') as Promise<[IncomingMessage]> };
    };
    const statusOf = async ({ answer }: ReturnType<typeof begin>): Promise<number | undefined> => {
      const [response] = await answer;
      response.resume();
      return response.statusCode;
    };
    const text = `${'x'.repeat(LENGTH - 2)}"`;

    const slow = begin();
    expect(await statusOf(slow)).toBe(LATE);
    const meanwhile = begin();
    expect(await statusOf(meanwhile)).toBe(REFUSED);
    meanwhile.call.end(text);
    if (end === 'is cut off') slow.call.destroy();
    else slow.call.end(text);
    await expect
      .poll(() => {
        const next = begin();
        next.call.end(text);
        return statusOf(next);
      })
      .toBe(200);
  },
);
