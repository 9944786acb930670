import type { Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

/** The open connections of a server. */
export type Connections = {
  /** From now on closes each connection as soon as it answers nothing. */
  drain(): void;
};

/**
 * Follows connections, so that a shutdown waits for running calls and for nothing else: Node itself also waits for connections on which
 * nothing was asked yet, and browsers open such ahead of need.
 */
export function followConnections(server: Server | TlsServer): Connections {
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
  // One for all: a closure for each request would cost more than the rest.
  function answered(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = open.get(socket);
    if (!connection) return;
    connection.running -= 1;
    closeIfIdle(socket);
  }
  if (server instanceof TlsServer) {
    // Under TLS a request belongs to the secure socket; the one below it is known to nobody until they have shaken hands, and Node waits for it too.
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
    drain() {
      isDraining = true;
      for (const socket of shaking.values()) socket.destroy();
      for (const socket of open.keys()) closeIfIdle(socket);
    },
  };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
