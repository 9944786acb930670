import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../tools/run/free-port.ts';

/** A wire between a browser and a server, which can be cut without notice to either end. */
export type Wire = {
  /** The server's address for the browser. */
  origin: string;
  /** A free port of this machine, for the server at the other end. */
  port: string;
  /** From now on no byte passes, in either direction; neither end closes the connection. */
  cut(): void;
  /** Data sent from now on passes; data under way is lost with its connection. */
  mend(): void;
  /** From now on no data of an event stream passes, and only the head of a new one, as behind a proxy that holds events back. */
  swallowEvents(): void;
  close(): Promise<void>;
};

type Line = { near: Socket; far: Socket };
const STREAM = /^GET \/events\//;

/** @returns start a server on `port`, with `origin` as its public address */
export async function openWire(): Promise<Wire> {
  const port = await freePort();
  let isCut = false;
  let isSwallowing = false;
  const lines = new Set<Line>();
  const end = ({ near, far }: Line): void => {
    near.destroy();
    far.destroy();
  };
  const server = createServer((near) => {
    const line: Line = { near, far: connect(port, '127.0.0.1') };
    const { far } = line;
    lines.add(line);
    let isStream = false;
    let hasHead = false;
    near.on('data', (bytes) => {
      if (STREAM.test(bytes.toString('latin1'))) [isStream, hasHead] = [true, false];
      if (!isCut) far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isCut || (isSwallowing && isStream && hasHead)) return;
      const head = isStream && !hasHead ? bytes.indexOf('\r\n\r\n') : -1;
      near.write(isSwallowing && head >= 0 ? bytes.subarray(0, head + 4) : bytes);
      hasHead ||= head >= 0;
    });
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        // Behind a cut wire neither end learns that the other is gone.
        if (isCut) return;
        lines.delete(line);
        end(line);
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: String(port),
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      isSwallowing = false;
      for (const line of lines) end(line);
      lines.clear();
    },
    swallowEvents: () => {
      isSwallowing = true;
    },
    close: () =>
      new Promise((done) => {
        for (const line of lines) end(line);
        server.close(() => done());
      }),
  };
}
