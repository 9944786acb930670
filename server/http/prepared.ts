import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Note } from './log.ts';

/** A whole reply, ready to be written. */
export type Prepared = {
  /** Names and values in turn, as they go out. */
  headers: readonly string[];
  body: Buffer | string;
  /** Of the route that would answer otherwise, for the metrics. */
  route: string;
  /** The address without its query, for the log. */
  path: string;
  /** The uuid of who asked, for the log. */
  user: string | undefined;
};

/** Finds a reply that is ready; null when the framework has to answer. */
export type Finder = (request: IncomingMessage) => Prepared | null;

/** Below this many characters a text and its headers go out as one string, which costs less than two buffers. */
const ONE_STRING = 16_384;
// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\0-\x7f]*$/;

/** A body in the form that is written fastest. */
export function fastBody(body: Buffer | string): Buffer | string {
  return typeof body === 'string' && (body.length > ONE_STRING || !ASCII.test(body)) ? Buffer.from(body) : body;
}

/** @returns names and values in turn, with the body's length */
export function flatHeaders(
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
  body: Buffer | string,
): string[] {
  const flat: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'content-length') continue;
    for (const one of [value ?? []].flat()) flat.push(name, String(one));
  }
  return [...flat, 'Content-Length', String(Buffer.byteLength(body))];
}

/**
 * Writes a reply before the framework is asked, whose routing, hooks and reply cost more than everything else about a small one
 * (docs/adr/0014-server-speed.md).
 * @param nextId the request's id in the log
 */
export function sendPrepared(
  response: ServerResponse,
  { headers, body, route, path, user }: Prepared,
  nextId: () => string,
  note: Note,
): void {
  const start = performance.now();
  response.on('finish', () =>
    note({
      id: nextId(),
      method: 'GET',
      route,
      path,
      status: 200,
      milliseconds: performance.now() - start,
      user,
    }),
  );
  // Its types lack the flat form, which spares the making and the taking apart of an object.
  response.writeHead(200, headers as string[]);
  response.end(body, 'latin1');
}
