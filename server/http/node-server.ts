import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Settings } from '#server/settings.ts';

// An import of it from a module loads Node's whole HTTP client as well, which this server never needs, and every start would wait for it.
const { createServer: createPlainServer } = process.getBuiltinModule('node:http');

/** How long a connection is waited for, in milliseconds. */
export type Patience = {
  /** For the handshake of TLS, and for the headers. */
  headers: number;
  /** For the whole of a request. */
  request: number;
  /** For the next request. */
  keepAlive: number;
  /** For any byte in either direction: also for a reader who takes nothing of an answer. A stream is exempt, its readers are dropped by the hub. */
  still: number;
  /** Between two looks at the first two: Node looks each 30 seconds by itself, and a limit of 10 would be one of 40. */
  look: number;
};

/** quality.md, "Time-outs". */
export const PATIENCE: Patience = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 10_000,
  still: 20_000,
  look: 1_000,
};

/**
 * Node's own server, which waits for slow clients no longer than it should.
 * @param tls certificate and key, or null for plain http
 * @param answer what each request is given to
 * @param patience how long it waits
 */
export function createNodeServer(
  tls: Settings['tls'],
  answer: RequestListener,
  patience: Patience = PATIENCE,
): Server | TlsServer {
  const limits: ServerOptions = {
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.keepAlive,
    connectionsCheckingInterval: patience.look,
  };
  const server = tls
    ? createTlsServer({ ...tls, ...limits, handshakeTimeout: patience.headers }, answer)
    : createPlainServer(limits, answer);
  server.timeout = patience.still;
  return server;
}
