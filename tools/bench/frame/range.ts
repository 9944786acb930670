import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

import { appPageHeaders, frameHeaders } from '#common/config/frame-headers.ts';

import { buildScript } from '../../build/build-script.ts';

/** A server for the bench: the page under the application's policy, the built `frame.html`, and each document as a page in the same frame. */
export type Range = {
  readonly origin: string;
  /** The documents by name; more may be added at any time. */
  readonly documents: Map<string, string>;
  close(): Promise<void>;
};

/** Starts it on a free port of 127.0.0.1. @throws when the product is not built */
export async function openRange(): Promise<Range> {
  const [frame, script] = await Promise.all([
    readFile(resolve(import.meta.dirname, '../../../dist/frame.html'), 'utf8'),
    buildScript(resolve(import.meta.dirname, 'page.ts')),
  ]);
  const documents = new Map<string, string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, kind, name = ''] = decodeURIComponent(url.pathname).split('/');
    const send = (type: string, body: string, headers: Record<string, string> = {}): void => {
      response.writeHead(200, { ...headers, 'Content-Type': `${type}; charset=utf-8` });
      response.end(body);
    };
    if (kind === 'frame.html') {
      const floor = url.searchParams.get('floor');
      return send('text/html', floor === null ? frame : (documents.get(floor) ?? ''), frameHeaders({}));
    }
    if (kind === 'page.js') return send('text/javascript', script);
    if (kind === 'documents') return send('text/plain', documents.get(name) ?? '');
    if (kind === 'archives') return send('application/json', JSON.stringify({ content: documents.get(name) }));
    const body =
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title></head><body><script src="/page.js"></script></body></html>';
    return send('text/html', body, appPageHeaders({ nonce: 'bench', origin }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    documents,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
