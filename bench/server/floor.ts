import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What `node:http` does with nothing around it: the same bytes at `/bytes/<name>`, streams at `/stream`, an event to all of them by POST /publish.
 * A process of its own, as the product is. Its parent tells the bytes: `{ name, type, body }`, the body in base64.
 */
const kept = new Map<string, { headers: Record<string, string | number>; body: Buffer }>();
const streams = new Set<ServerResponse>();

process.on('message', ({ name, headers, body }: { name: string; headers: Record<string, string>; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  kept.set(`/bytes/${name}`, { headers: { ...headers, 'Content-Length': bytes.length }, body: bytes });
  process.send?.('kept');
});

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
  const found = kept.get(url);
  if (found) response.writeHead(200, found.headers).end(found.body);
  else response.writeHead(404, { 'Content-Length': 0 }).end();
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
