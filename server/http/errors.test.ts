import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { handleErrors } from './errors.ts';
import { limitTime } from './waiting.ts';

it('answers in the place of a call that never ends, leaves streams and quick calls alone, and lives when the late answer comes', async () => {
  const app = fastify();
  limitTime(app, 100);
  handleErrors(app);
  let finish: (value: object) => void = () => undefined;
  app.get('/slow', () => new Promise<object>((done) => (finish = done)));
  app.get('/quick', () => ({ quick: true }));
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('a stream');
    return reply;
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await fetch(`${origin}/stream`);
  const reader = stream.body?.getReader();
  const slow = await fetch(`${origin}/slow`);
  expect([slow.status, await slow.json()]).toEqual([503, { message: 'The server took too long. Please try again.' }]);
  finish({ late: true });
  expect(await (await fetch(`${origin}/quick`)).json()).toEqual({ quick: true });
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  // A client that has closed its connection gets no answer.
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.end('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.destroy();
  await app.close();
});
