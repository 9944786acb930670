import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../tools/run/free-port.ts';

/** A server between a browser and a server, which forwards their messages. */
export type Relay = {
  /** The server's address for the browser. */
  readonly origin: string;
  /** A free port of this machine, for the server at the other end. */
  readonly port: string;
  close(): Promise<void>;
};

/**
 * @param answer forwards a reply, or changes it; it sets the status and headers itself
 * @param passed returns the headers of the forwarded request
 */
export async function openRelay(
  answer: (reply: IncomingMessage, response: ServerResponse, incoming: IncomingMessage) => void,
  passed: (headers: IncomingHttpHeaders) => IncomingHttpHeaders = (headers) => headers,
): Promise<Relay> {
  const port = String(await freePort());
  const relay = createServer((incoming, response) => {
    const { url, method, headers } = incoming;
    const outgoing = request(`http://127.0.0.1:${port}${url}`, { method, headers: passed(headers) }, (reply) =>
      answer(reply, response, incoming),
    );
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    port,
    close: () =>
      new Promise((done) => {
        relay.close(() => done());
        relay.closeAllConnections();
      }),
  };
}
