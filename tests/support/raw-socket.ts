import { connect } from 'node:net';

/** The lines of a request's head, and its body. */
export function rawRequest(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Sends bytes unchanged, in one write, and reads until the server closes the connection: for requests that no HTTP client would send. @param origin
 * the server's address @param text requests; the last one should contain `Connection: close` @returns everything received
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

/** The statuses of the answers in the received text, in order. */
export function statusesIn(came: string): number[] {
  return [...came.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
