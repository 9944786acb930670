import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';

/** Tells the line how to cut the page that is asked for: the name of a place, and the milliseconds between the pieces. */
export const CUT_HEADER = 'x-test-cut';

/** Where a page can be cut in two. */
export const cuts = {
  'before the title': (html: string) => html.indexOf('<title>'),
  'in the head': (html: string) => html.indexOf('</style>') - 4_000,
  'before the body': (html: string) => html.indexOf('<body'),
  'before the root element': (html: string) => html.indexOf('<div id="root"'),
  'within the root element': (html: string) => html.indexOf('<main'),
} as const;
export type Cut = keyof typeof cuts;

/** A line between a browser and a server. */
export type Line = {
  /** What the browser is told to be the server. */
  origin: string;
  /** A free port of this machine, for the server at the other end. */
  port: string;
  /** How many pages have come in pieces so far. */
  cuts(): number;
  close(): Promise<void>;
};

const isCut = (name: string | undefined): name is Cut => name !== undefined && name in cuts;

async function sendInPieces(reply: IncomingMessage, response: ServerResponse, cut: Cut, gap: number): Promise<void> {
  const html = Buffer.concat(await reply.toArray()).toString();
  const at = cuts[cut](html);
  if (at < 1) throw new Error(`The page cannot be cut ${cut}.`);
  response.write(html.slice(0, at));
  await wait(gap);
  response.end(html.slice(at));
}

/**
 * A line on which a page can come in two pieces, as it does when a packet is lost. All else passes as it is.
 * @returns start a server on `port`, with `origin` as its public address
 */
export async function openLine(): Promise<Line> {
  const port = String(await freePort());
  let cutPages = 0;
  const server = createServer((incoming, response) => {
    const { url, method, headers } = incoming;
    const [cut, gap] = String(headers[CUT_HEADER] ?? '').split('/');
    const isPage = headers['sec-fetch-dest'] === 'document' && isCut(cut);
    // Packed, it could not be cut at a place of its text.
    const passed = isPage ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const outgoing = request(`http://127.0.0.1:${port}${url}`, { method, headers: passed }, (reply) => {
      const headersOut = { ...reply.headers };
      if (isPage) delete headersOut['content-length'];
      response.writeHead(reply.statusCode ?? 502, headersOut);
      if (!isPage) return void reply.pipe(response);
      cutPages += 1;
      return void sendInPieces(reply, response, cut, Number(gap));
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port,
    cuts: () => cutPages,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
