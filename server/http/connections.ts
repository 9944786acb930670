import type { Server, ServerOptions, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsFiles } from '#server/tls-files.ts';

/** Milliseconds to wait for a connection. */
export type Patience = {
  /** For the handshake of TLS, and for the headers. */
  headers: number;
  /** For the whole of a request. */
  request: number;
  /** For the next request. */
  keepAlive: number;
  /**
   * For any byte in either direction: also for a reader who accepts nothing of an answer. An event stream is exempt:
   * the hub drops its slow readers. A file of records has a longer time (`routes/record-exports.ts`).
   */
  still: number;
  /**
   * Between two checks of the first two: Node's default is 30 seconds, which would turn a limit of 10 into one of 40.
   */
  look: number;
};

/** The limits of the server's own connections. */
export const PATIENCE: Patience = {
  headers: 10_000,
  request: 15_000,
  keepAlive: 10_000,
  still: 20_000,
  look: 1_000,
};

/**
 * Options of fastify that limit the time for slow clients.
 * @param tls certificate and key, or null for plain http
 * @param patience limits of time
 */
export function connectionOptions(tls: TlsFiles | null, patience: Patience = PATIENCE) {
  const http: ServerOptions = { headersTimeout: patience.headers, connectionsCheckingInterval: patience.look };
  return {
    connectionTimeout: patience.still,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.keepAlive,
    http,
    ...(tls && { https: { cert: tls.cert, key: tls.key, ...http, handshakeTimeout: patience.headers } }),
  };
}

/** Changes the certificate of new connections; open ones stay as they are. */
export function replaceCertificate(server: Server | TlsServer, { cert, key }: TlsFiles): void {
  if (server instanceof TlsServer) server.setSecureContext({ cert, key });
}

/**
 * Follows connections, so that a shutdown waits for running calls and for nothing else. Node by itself also waits for connections without
 * any request yet, which browsers open ahead of need.
 */
export function followConnections(server: Server | TlsServer) {
  const open = new Map<Socket, { running: number }>();
  const shaking = new Map<string, Socket>();
  let isDraining = false;

  const closeIfIdle = (socket: Socket): void => {
    if (isDraining && open.get(socket)?.running === 0) socket.destroySoon();
  };
  const follow = (socket: Socket): void => {
    open.set(socket, { running: 0 });
    socket.once('close', () => open.delete(socket));
  };
  function answered(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = open.get(socket);
    if (!connection) return;
    connection.running -= 1;
    closeIfIdle(socket);
  }
  if (server instanceof TlsServer) {
    // Under TLS requests come by the secure socket. The plain one below it has no secure one until the handshake ends, and Node waits for it too.
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      shaking.set(peer, socket);
      socket.once('close', () => shaking.delete(peer));
    });
    server.on('secureConnection', (socket) => {
      shaking.delete(peerOf(socket));
      follow(socket);
    });
  } else {
    server.on('connection', follow);
  }
  server.prependListener('request', ({ socket }, reply) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.running += 1;
    reply.on('close', answered);
  });
  return {
    /** Closes each connection from now on as soon as it has no running call. */
    drain(): void {
      isDraining = true;
      for (const socket of shaking.values()) socket.destroy();
      for (const socket of open.keys()) closeIfIdle(socket);
    },
  };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
