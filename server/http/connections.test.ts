import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionOptions, PATIENCE } from './connections.ts';

const patience = { headers: 200, request: 300, keepAlive: 200, still: 500, look: 50 };
// More than the buffers between two programs contain.
const large = Buffer.alloc(32_000_000);
const answers: ServerResponse[] = [];
const app = fastify({ ...connectionOptions(null, patience), forceCloseConnections: true });
app.get('/large', (_request, reply) => {
  answers.push(reply.raw);
  return reply.send(large);
});
app.post('/', () => 'done');
const open = (): Socket => connect((app.server.address() as AddressInfo).port, '127.0.0.1');
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

// `once` of events would reject at the reset that may come first.
const closed = (socket: Socket): Promise<unknown> => new Promise((done) => socket.once('close', done));

/** The answer before the server closes the connection of a client that sends a text, and then one byte at a time. */
async function answerTo(text: string, drip: string): Promise<string> {
  const socket = open();
  let answer = '';
  socket.setEncoding('utf8').on('data', (more: string) => (answer += more));
  socket.on('error', () => undefined);
  socket.write(text);
  const dripping = setInterval(() => socket.writable && socket.write(drip), 20);
  await closed(socket);
  clearInterval(dripping);
  return answer.split('\r\n')[0] ?? '';
}

it('hangs up on who sends headers or a body by the byte, however busily', async () => {
  const headers = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\nX-Slow: ';
  for (const answer of await Promise.all([answerTo(headers, 'x'), answerTo(`${headers}x\r\n\r\n`, 'x')])) {
    // If a byte arrives while the answer is sent, the system discards the answer.
    expect(['HTTP/1.1 408 Request Timeout', '']).toContain(answer);
  }
});

it('hangs up on who never takes an answer', async () => {
  const connection = once(app.server, 'connection') as Promise<[Socket]>;
  const reader = open();
  const [socket] = await connection;
  reader.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await closed(socket);
  expect(answers.map((answer) => answer.writableFinished)).toEqual([false]);
  reader.destroy();
});

it('looks often enough for its limits to be what they say', () => {
  expect(PATIENCE.look).toBeLessThanOrEqual(PATIENCE.headers / 10);
});
