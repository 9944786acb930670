import { connect, type Socket } from 'node:net';

const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Opens one keep-alive connection that sends the next request as soon as the whole reply has arrived; cheap, so that
 * the server is measured and not the client.
 * @param requests sent in turn, as bytes
 * @param onReply called with each reply's status
 */
function ask(
  port: number,
  requests: readonly Buffer[],
  isOver: () => boolean,
  onReply: (status: number) => void,
): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    let status = 0;
    let next = 0;
    const write = (): void => {
      socket.write(requests[next % requests.length] ?? Buffer.alloc(0));
      next += 1;
    };
    const take = (chunk: Buffer): void => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEADERS_END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        const [, length] = /content-length: (\d+)/i.exec(text) ?? [];
        if (length === undefined) return void socket.destroy(new Error(`A reply without Content-Length: ${text}`));
        status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
        missing = Number(length) - (head.length - end - HEADERS_END.length);
        head = Buffer.alloc(0);
      } else missing -= chunk.length;
      if (missing > 0) return;
      missing = -1;
      onReply(status);
      if (isOver()) socket.end();
      else write();
    };
    socket.setNoDelay(true);
    socket.on('data', take);
    socket.on('error', fail);
    socket.on('close', () => (isOver() ? done() : fail(new Error('The server closed a connection.'))));
    socket.on('connect', write);
  });
}

/** The bytes of a GET. */
export function getRequest(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/**
 * Requests a second over some connections.
 * @param connections for each one its requests, which it sends in turn
 * @param milliseconds duration
 * @throws when a reply is not a 200
 */
export async function requestsPerSecond(
  port: number,
  connections: readonly (readonly Buffer[])[],
  milliseconds = 1_500,
): Promise<number> {
  let replies = 0;
  let other = 0;
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > milliseconds;
  const onReply = (status: number): void => {
    if (status === 200) replies += 1;
    else other = status;
  };
  await Promise.all(connections.map((requests) => ask(port, requests, isOver, onReply)));
  if (other > 0) throw new Error(`A read was answered ${other}.`);
  return replies / ((performance.now() - start) / 1_000);
}

/** Sends all requests once, at the same time. @returns number of those without a reply, or with another than a 200 */
export async function askOnce(port: number, requests: readonly Buffer[]): Promise<number> {
  let answered = 0;
  const onReply = (status: number): void => void (answered += status === 200 ? 1 : 0);
  const isOver = (): boolean => true;
  await Promise.allSettled(requests.map((request) => ask(port, [request], isOver, onReply)));
  return requests.length - answered;
}

/** Open streams, and the arrivals on them. */
export type Streams = {
  /**
   * Times at which a text arrives on the first and on the last of the streams, by `performance.now()`. Called before it
   * is sent.
   */
  arrivals(text: string): Promise<{ first: number; last: number }>;
  close(): void;
};

/**
 * Opens event streams over raw sockets.
 * @param port the server's
 * @param requests one for each stream, as bytes
 * @throws when one is refused
 */
export async function openStreams(port: number, requests: readonly string[]): Promise<Streams> {
  const sockets: Socket[] = [];
  let onChunk: (chunk: Buffer) => void = () => {};
  const open = (request: string): Promise<void> =>
    new Promise((opened, fail) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      sockets.push(socket);
      socket.on('error', fail);
      socket.once('data', (head) => {
        if (!head.toString('latin1').startsWith('HTTP/1.1 200')) fail(new Error(head.toString('latin1', 0, 80)));
        else opened();
      });
      socket.on('data', (chunk) => onChunk(chunk));
    });
  const AT_ONCE = 50;
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- the queue of a listening socket has an end
    await Promise.all(requests.slice(from, from + AT_ONCE).map(open));
  }
  return {
    arrivals: (text) =>
      new Promise((done) => {
        let waiting = sockets.length;
        let first = 0;
        onChunk = (chunk) => {
          if (!chunk.includes(text)) return;
          if (waiting === sockets.length) first = performance.now();
          waiting -= 1;
          if (waiting === 0) done({ first, last: performance.now() });
        };
      }),
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
