import { connect, type Socket } from 'node:net';

const HEADERS_END = Buffer.from('\r\n\r\n');

/** One keep-alive connection that asks again as soon as the whole reply is there; cheap, so that the server is measured and not the client. */
function ask(port: number, request: Buffer, isOver: () => boolean, onReply: () => void): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    const take = (chunk: Buffer): void => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEADERS_END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        if (!text.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(text.split('\r\n')[0]));
        const [, length] = /content-length: (\d+)/i.exec(text) ?? [];
        if (length === undefined) return void socket.destroy(new Error('A reply without Content-Length.'));
        missing = Number(length) - (head.length - end - HEADERS_END.length);
        head = Buffer.alloc(0);
      } else missing -= chunk.length;
      if (missing > 0) return;
      missing = -1;
      onReply();
      if (isOver()) socket.end();
      else socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on('data', take);
    socket.on('error', fail);
    socket.on('close', () => done());
    socket.on('connect', () => socket.write(request));
  });
}

export type Load = { port: number; path: string; headers?: Readonly<Record<string, string>> };

/**
 * Requests a second over some connections.
 * @param load what is asked
 * @param milliseconds how long
 * @throws when a reply is not a 200
 */
export async function requestsPerSecond({ port, path, headers = {} }: Load, milliseconds = 1_500): Promise<number> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  let replies = 0;
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > milliseconds;
  await Promise.all(Array.from({ length: 16 }, () => ask(port, request, isOver, () => (replies += 1))));
  return replies / ((performance.now() - start) / 1000);
}

/** Streams that stay open, and what arrives on them. */
export type Streams = {
  /** Milliseconds from the first stream on which a text arrives to the last. Called before it is sent. */
  spread(text: string): Promise<number>;
  close(): void;
};

/**
 * Opens event streams over raw sockets.
 * @param port the server's
 * @param requests one for each stream, as it goes out
 * @throws when one is refused
 */
export async function openStreams(port: number, requests: readonly string[]): Promise<Streams> {
  const sockets: Socket[] = [];
  let hear: (chunk: Buffer) => void = () => {};
  const open = (request: string): Promise<void> =>
    new Promise((opened, fail) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      sockets.push(socket);
      socket.on('error', fail);
      socket.once('data', (head) => {
        if (!head.toString('latin1').startsWith('HTTP/1.1 200')) fail(new Error(head.toString('latin1', 0, 80)));
        else opened();
      });
      socket.on('data', (chunk) => hear(chunk));
    });
  const AT_ONCE = 50;
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- the queue of a listening socket has an end
    await Promise.all(requests.slice(from, from + AT_ONCE).map(open));
  }
  return {
    spread: (text) =>
      new Promise((done) => {
        let waiting = sockets.length;
        let first = 0;
        hear = (chunk) => {
          if (!chunk.includes(text)) return;
          if (waiting === sockets.length) first = performance.now();
          waiting -= 1;
          if (waiting === 0) done(performance.now() - first);
        };
      }),
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
