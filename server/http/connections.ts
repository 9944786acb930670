import type { Server } from 'node:http';
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
  const running = new Map<Socket, number>();
  let isDraining = false;

  const closeIfIdle = (socket: Socket): void => {
    if (isDraining && running.get(socket) === 0) socket.destroySoon();
  };
  const follow = (socket: Socket): void => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  };
  // Under TLS a request belongs to the secure socket, not to the one below it.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', follow);
  server.prependListener('request', (request, reply) => {
    const { socket } = request;
    running.set(socket, (running.get(socket) ?? 0) + 1);
    reply.once('close', () => {
      if (!running.has(socket)) return;
      running.set(socket, (running.get(socket) ?? 1) - 1);
      closeIfIdle(socket);
    });
  });
  return {
    drain() {
      isDraining = true;
      for (const socket of running.keys()) closeIfIdle(socket);
    },
  };
}
