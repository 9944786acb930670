import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

import { appPageHeaders, configureFrameHtml, frameHeaders } from '#common/config/frame-headers.ts';
import type { FrameHeaderOptions } from '#common/config/frame-headers.ts';

import { buildScript } from '../../../tools/build/build-script.ts';
import { buildFrameHtml } from '../../../tools/build/frame-plugin.ts';

const hostPage = resolve(import.meta.dirname, '../host-page.ts');

type Listener = { server: Server; origin: string };

function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listener> {
  const server = createServer(handler);
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      done({ server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    });
  });
}

/** A canary for what is no HTTP request: a port that counts connections. */
export type Port = { readonly port: number; isHit: boolean; close(): Promise<void> };

/** @param kind what is listened for: a TCP connection, or a UDP packet */
export function openPort(kind: 'tcp' | 'udp'): Promise<Port> {
  return new Promise((done) => {
    if (kind === 'udp') {
      const socket = createSocket('udp4', () => (own.isHit = true));
      const own: Port = {
        get port() {
          return socket.address().port;
        },
        isHit: false,
        close: () => new Promise((end) => void socket.close(() => end())),
      };
      socket.bind(0, '127.0.0.1', () => done(own));
      return;
    }
    const server = createTcpServer((socket) => {
      own.isHit = true;
      socket.on('error', () => undefined);
      socket.destroy();
    });
    const own: Port = {
      get port() {
        return (server.address() as AddressInfo).port;
      },
      isHit: false,
      close: () => new Promise((end) => void server.close(() => end())),
    };
    server.listen(0, '127.0.0.1', () => done(own));
  });
}

/** Requests that the canary listener received. */
type Canary = { readonly origin: string; readonly hits: string[] };

/** The built frame with its headers, a bare host page with the application's headers, and the canaries. */
export type Range = {
  readonly origin: string;
  /** The same pages with the frame on this other host (`FRAME_URL`): `localhost` beside `127.0.0.1`. */
  readonly frameHost: string;
  readonly canary: Canary;
  /** Requests to the host's own API, with the cookies that they carried. */
  readonly apiHits: string[];
  /** Sources that documents may load, as an operator sets them; for the pages that are opened from now on. */
  widening: FrameHeaderOptions;
  /** A script in the place of the bridge that has its port, as no document can: shows how the page treats any message. */
  rogue: string | null;
  close: () => Promise<void>;
};

/** A frame that shakes hands like the bridge, says that it is ready, and then does what it likes with `post`. */
const rogueFrame = (script: string): string =>
  `<!doctype html><script>onmessage=async({ports:[port]})=>{if(!port)return;onmessage=null;const post=(m)=>port.postMessage(m);
  post({type:'hello',v:1});post({type:'ready',title:'',values:[['out','first']]});${script}};
  parent.postMessage({type:'ready:frame-loaded',v:1},'*')</script>`;

const page = (more = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>${more}</head><body><input id="own"><script src="/host.js"></script></body></html>`;
const cookie = { 'Set-Cookie': 'secret=word; Path=/' };

/** The built frame, and the script of the host page. */
export type RangeFiles = { readonly frame: string; readonly script: string };

export async function buildRange(): Promise<RangeFiles> {
  const [frame, script] = await Promise.all([buildFrameHtml(), buildScript(hostPage, { minify: false })]);
  return { frame, script };
}

/** Starts the servers, on free ports of 127.0.0.1. */
export async function openRange({ frame, script }: RangeFiles): Promise<Range> {
  const hits: string[] = [];
  const apiHits: string[] = [];
  const canary = await listen((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('ok');
  });
  const own = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string, headers: Record<string, string> = {}): void => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.end(body);
    };
    // A static host sends the file and none of the headers; the file's own policy is all there is.
    if (url.pathname === '/static/frame.html') return send('text/html', configureFrameHtml(frame, range.widening));
    if (url.pathname === '/frame.html') {
      const isOther = request.headers.host?.startsWith('localhost') ?? false;
      const options = { ...range.widening, ...(isOther ? { appOrigin: own.origin } : {}) };
      const headers = frameHeaders({ ...options, print: url.searchParams.get('print') === '1' });
      return send(
        'text/html',
        range.rogue === null ? configureFrameHtml(frame, options) : rogueFrame(range.rogue),
        headers,
      );
    }
    if (url.pathname === '/host.js') return send('text/javascript', script);
    if (url.pathname.startsWith('/v1/')) {
      apiHits.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`);
      return send('application/json', '{}');
    }
    // The control: a page without a policy, in which an attack is shown to work.
    if (url.pathname === '/control')
      return send('text/html', '<!doctype html><title>Control</title><body></body>', cookie);
    if (url.pathname === '/static/') return send('text/html', page(), cookie);
    const frameUrl = url.pathname === '/other-host' ? { frameUrl: `${range.frameHost}/frame.html` } : {};
    return send('text/html', page(), {
      ...appPageHeaders({ nonce: 'test', origin: own.origin, ...frameUrl }),
      ...cookie,
    });
  });
  const range: Range = {
    origin: own.origin,
    frameHost: own.origin.replace('127.0.0.1', 'localhost'),
    canary: { origin: canary.origin, hits },
    apiHits,
    widening: {},
    rogue: null,
    async close() {
      for (const { server } of [own, canary]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
  return range;
}
