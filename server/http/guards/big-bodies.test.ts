import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { Refusal } from '#server/domain/refusal.ts';
import { BIG_BODY, createBodyPlaces } from './big-bodies.ts';

const REFUSED = 409;
const LATE = 503;

it('keeps a place after a time-out until the body has come to its end', async () => {
  const bodies = createBodyPlaces();
  const app = fastify({ handlerTimeout: 50, bodyLimit: 2 * BIG_BODY });
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? REFUSED : LATE).send());
  app.post('/', { onRequest: async (call, reply) => bodies.take(call, reply, 'dana') }, async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const length = BIG_BODY + 2;
  const begin = () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': length };
    const call = request({ port, host: '127.0.0.1', method: 'POST', headers });
    call.write('"');
    return { call, answer: once(call, 'response') as Promise<[IncomingMessage]> };
  };
  const statusOf = async ({ answer }: ReturnType<typeof begin>): Promise<number | undefined> => {
    const [response] = await answer;
    response.resume();
    return response.statusCode;
  };
  const text = `${'x'.repeat(BIG_BODY)}"`;

  const slow = begin();
  expect(await statusOf(slow)).toBe(LATE);
  const meanwhile = begin();
  expect(await statusOf(meanwhile)).toBe(REFUSED);
  for (const { call } of [slow, meanwhile]) call.end(text);
  await expect
    .poll(() => {
      const next = begin();
      next.call.end(text);
      return statusOf(next);
    })
    .toBe(200);
});
