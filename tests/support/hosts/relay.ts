import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../tools/run/free-port.ts';

/** What stands between a browser and a server, and passes on what they say. */
export type Relay = {
  /** What the browser is told to be the server. */
  readonly origin: string;
  /** A free port of this machine, for the server at the other end. */
  readonly port: string;
  close(): Promise<void>;
};

/**
 * @param answer passes a reply on, or makes something else of it; its status and headers are its own matter
 * @param passed the headers that a request is passed on with
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
