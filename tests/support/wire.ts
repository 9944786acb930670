import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../tools/run/free-port.ts';

/** A wire between a browser and a server, which can be cut without either end being told. */
export type Wire = {
  /** What the browser is told to be the server. */
  origin: string;
  /** A free port of this machine, for the server at the other end. */
  port: string;
  /** From now on no byte passes, in no direction; nobody hangs up. */
  cut(): void;
  /** Everything that is sent from now on passes; what was on its way is lost with its connection. */
  mend(): void;
  /** From now on nothing passes of an event stream, and of a new one its head only, as behind a proxy that keeps events to itself. */
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
        // Behind a wire that is cut nobody hears that the other end is gone.
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
