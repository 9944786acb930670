import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bare `node:http` server, in a process of its own as the product is: streams at `/stream`, and an event to all of
 * them by POST /publish.
 */
const streams = new Set<ServerResponse>();

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
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
