import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openRelay, type Relay } from './hosts/relay.ts';

/** Header that selects the cut of the requested page: the name of a place, and the milliseconds between the pieces. */
export const CUT_HEADER = 'x-test-cut';

/** Places at which a page can be cut in two. */
export const cuts = {
  'before the title': (html: string) => html.indexOf('<title>'),
  'in the head': (html: string) => html.indexOf('</style>') - 4_000,
  'before the body': (html: string) => html.indexOf('<body'),
  'before the root element': (html: string) => html.indexOf('<div id="root"'),
  'within the root element': (html: string) => html.indexOf('<main'),
} as const;
export type Cut = keyof typeof cuts;

/** A line between a browser and a server. */
export type Line = Relay & {
  /** Number of pages sent in pieces so far. */
  cuts(): number;
};

const isCut = (name: string | undefined): name is Cut => name !== undefined && name in cuts;

async function sendInPieces(reply: IncomingMessage, response: ServerResponse, cut: Cut, gap: number): Promise<void> {
  const html = Buffer.concat(await reply.toArray()).toString();
  const at = cuts[cut](html);
  if (at < 1) throw new Error(`The page cannot be cut ${cut}.`);
  response.write(html.slice(0, at));
  await wait(gap);
  response.end(html.slice(at));
}

/** The cut of the requested page, if any. */
function cutOf(headers: IncomingHttpHeaders): { cut: Cut; gap: number } | null {
  const [cut, gap] = String(headers[CUT_HEADER] ?? '').split('/');
  return headers['sec-fetch-dest'] === 'document' && isCut(cut) ? { cut, gap: Number(gap) } : null;
}

/**
 * A line that can send a page in two pieces, as when a packet is lost. All else passes unchanged.
 * @returns start a server on `port`, with `origin` as its public address
 */
export async function openLine(): Promise<Line> {
  let cutPages = 0;
  const relay = await openRelay(
    (reply, response, { headers }) => {
      const asked = cutOf(headers);
      const headersOut = { ...reply.headers };
      if (asked) delete headersOut['content-length'];
      response.writeHead(reply.statusCode ?? 502, headersOut);
      if (!asked) return void reply.pipe(response);
      cutPages += 1;
      return void sendInPieces(reply, response, asked.cut, asked.gap);
    },
    // A compressed page could not be cut at a place of its text.
    (headers) => (cutOf(headers) ? { ...headers, 'accept-encoding': 'identity' } : headers),
  );
  return { ...relay, cuts: () => cutPages };
}
