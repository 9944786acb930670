import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

/**
 * Two servers with nothing around them, in a process of their own as the product is. Bare fastify gives the same bytes at `/bytes/<name>`; its parent sends
 * them: `{ name, headers, body }`, the body in base64. Bare `node:http` has streams at `/stream`, and an event to all of them by POST /publish.
 */
const kept = new Map<string, { headers: Record<string, string>; body: Buffer }>();
const streams = new Set<ServerResponse>();

process.on('message', ({ name, headers, body }: { name: string; headers: Record<string, string>; body: string }) => {
  kept.set(name, { headers, body: Buffer.from(body, 'base64') });
  process.send?.('kept');
});

const replies = fastify();
replies.get<{ Params: { name: string } }>('/bytes/:name', async ({ params: { name } }, reply) => {
  const { headers, body } = kept.get(name) ?? { headers: {}, body: null };
  return body ? reply.headers(headers).send(body) : reply.callNotFound();
});
await replies.listen({ port: 0, host: '127.0.0.1' });

const portOf = (of: { address(): unknown }): number => (of.address() as AddressInfo).port;
const server = createServer((request, response) => {
  const { url = '/', method } = request;
  if (url === '/stream') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(':\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
    return;
  }
  if (method === 'POST') {
    let text = '';
    request.setEncoding('utf8').on('data', (more: string) => (text += more));
    request.on('end', () => {
      const bytes = Buffer.from(`event: submission\ndata: ${text}\n\n`);
      for (const stream of streams) stream.write(bytes);
      response.writeHead(200, { 'Content-Length': 0 }).end();
    });
    return;
  }
  response.writeHead(404, { 'Content-Length': 0 }).end();
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server), bytesPort: portOf(replies.server) }));
process.on('disconnect', () => process.exit());
