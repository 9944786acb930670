import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { appPageHeaders, frameHeaders } from '#common/config/frame-headers.ts';
import type { Answer, Seen } from './fake-answers.ts';
import { type HostStream, PlainHost } from './plain-host.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** A plain host on a port of its own. */
export type ServedHost = { host: PlainHost; close: () => Promise<void> };

/**
 * Starts a plain host for a browser, on a free port of 127.0.0.1.
 * @param dist the folder of the built application, which is served from the same origin under the policies of the reference server
 */
export async function serveHost(dist: string): Promise<ServedHost> {
  const server = createServer((request, response) => {
    handle(host, dist, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = new PlainHost(`http://127.0.0.1:${port}`);
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { host, close };
}

async function handle(
  host: PlainHost,
  dist: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const seen = await read(request);
  if (seen.method === 'GET' && !/^\/(v1|auth|events)\//.test(seen.path)) return page(host, dist, seen, response);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const answer = await host.take(seen, gone.signal);
  return answer.kind === 'stream' ? stream(host, seen, response) : send(answer, response);
}

async function read(request: IncomingMessage): Promise<Seen> {
  const { pathname: path, search: query } = new URL(request.url ?? '/', 'http://host');
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { method: request.method ?? '', path, query, headers: request.headers, text, body };
}

function send(answer: Answer, response: ServerResponse): void {
  if (answer.kind === 'reply') response.writeHead(answer.status, answer.headers).end(answer.body);
  else if (answer.kind === 'drop' && answer.when === 'mid body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"result":', () => response.destroy());
  } else response.destroy();
}

function stream(host: PlainHost, { path }: Seen, response: ServerResponse): void {
  const open: HostStream = {
    id: decodeURIComponent(path.replace(/^.*\//, '')),
    push: (event, data) => response.write(`event: ${event}\ndata: ${data}\n\n`),
    end: () => response.end(),
  };
  host.opened(open);
  response.once('close', () => host.ended(open));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': here\n\n');
}

async function page({ origin }: PlainHost, dist: string, seen: Seen, response: ServerResponse): Promise<void> {
  const path = normalize(seen.path).replace(/^(\.\.[/\\])+/, '');
  const file = await readFile(join(dist, path)).catch(() => null);
  if (file !== null) {
    const headers = path === '/frame.html' ? frameHeaders({ print: seen.query.includes('print=1') }) : {};
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...headers });
    response.end(file);
    return;
  }
  const nonce = crypto.randomUUID();
  const html = (await readFile(join(dist, 'index.html'), 'utf8')).replaceAll('__CSP_NONCE__', nonce);
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...appPageHeaders({ nonce, origin }) })
    .end(html);
}
