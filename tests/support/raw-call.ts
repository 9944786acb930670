import { request, type IncomingHttpHeaders } from 'node:http';

/** A reply as it came. */
export type RawReply = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown };

/**
 * One call with exactly these headers: `fetch` sets Host and the Sec-Fetch headers by itself.
 * @param origin the server's address
 */
export function rawCall(
  origin: string,
  {
    method = 'GET',
    path,
    headers = {},
    body,
  }: { method?: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, fail) => {
    // The path is sent unchanged, with its dots.
    const call = request({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.on('error', fail).on('end', () => {
        let json: unknown;
        try {
          json = JSON.parse(text);
        } catch {
          json = undefined;
        }
        done({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    call.on('error', fail).end(body);
  });
}
