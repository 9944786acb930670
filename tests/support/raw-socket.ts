import { connect } from 'node:net';

/** The lines of a request's head, and what follows it. */
export function rawRequest(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Sends bytes as they are, in one write, and reads until the server closes the connection: for what no HTTP client would send.
 * @param origin the server's address
 * @param text requests; the last one should ask for `Connection: close`
 * @returns everything that came back
 */
export function exchange(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, fail) => {
    let came = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (more: string) => (came += more));
    socket.on('error', fail).on('close', () => done(came));
  });
}

/** The statuses of the answers in what came back, in their order. */
export function statusesIn(came: string): number[] {
  return [...came.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
