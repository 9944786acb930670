import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import fastify from 'fastify';
import { createOrigins } from '#server/http/origins.ts';
import { readSpa, serveSpa } from '#server/http/ops/spa.ts';
import { type OpenStreams, WALK_HEADER } from '#tests/paths/drivers/chromium-streams.ts';

/** Serves the built application with the product's own headers, and no host but for event streams: its walk answers each call. */
export type BuiltApp = { origin: string; streams: OpenStreams; close(): Promise<void> };

/** @returns the application on a free port of this machine; close it when done */
export async function serveBuiltApp(): Promise<BuiltApp> {
  const dist = process.env['READY_DIST'] ?? resolve(import.meta.dirname, '..', '..', 'dist');
  const app = fastify({ forceCloseConnections: true });
  const port = (): number => (app.server.address() as AddressInfo).port;
  const streams: OpenStreams = new Map();
  app.get('/events/*', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    // The browser reopens a broken stream at once: its own retry runs in real time, while the page's clock is stopped.
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('retry: 1\n\n');
    streams.set(String(request.headers[WALK_HEADER]), raw);
  });
  const own = { publicUrl: null, host: '127.0.0.1', tls: null, appOrigins: [], devOrigins: [] };
  serveSpa(app, readSpa(dist, {}), { origins: createOrigins(own, port), frame: {} });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { origin, streams, close: () => app.close() };
}
