import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressPattern, routePatterns } from '#config/paths.ts';
import { appPageHeaders, frameHeaders, type FrameHeaderOptions } from '#document/frame-headers.ts';
import { encode, type Encoded } from './encodings.ts';
import type { Origins } from './origins.ts';
import { flatHeaders, type Finder, type Prepared } from './prepared.ts';
import type { SpaFile, SpaFiles } from './spa-files.ts';

const YEAR = 31_536_000;
const FRAME = '/frame.html';

const appRoutes = Object.values(routePatterns).map((pattern) => new RegExp(addressPattern(pattern)));

const headersOf = ({ tag, isHashed }: SpaFile) => ({
  ETag: tag,
  Vary: 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': isHashed ? `public, max-age=${YEAR}, immutable` : 'no-cache',
});

/** Options of the pages. */
export type SpaOptions = { origins: Origins; frame: FrameHeaderOptions; frameUrl?: string | null };

/**
 * Serves the built application: its files, the document frame, and the page for each route of section 2 and for what else this build has.
 */
export function serveSpa(
  app: FastifyInstance,
  { files, page, morePages }: SpaFiles,
  { origins, frame, frameUrl = null }: SpaOptions,
): void {
  const isPage = (path: string): boolean =>
    path === '/index.html' || morePages.has(path) || appRoutes.some((route) => route.test(path));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64');
    const { bytes, encoding } = await encode(page(nonce), request.headers['accept-encoding']);
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply
      .headers(
        appPageHeaders({
          nonce,
          origin: origins.ofHost(request.headers.host),
          frameUrl: frameUrl && frameUrl + FRAME,
        }),
      )
      .header('Vary', 'Accept-Encoding')
      .type('text/html; charset=utf-8')
      .send(bytes);
  };

  /** @param more what stands above the file's own headers */
  const sendFile = async (
    file: SpaFile,
    { headers }: FastifyRequest,
    reply: FastifyReply,
    more: Readonly<Record<string, string>> | null,
  ): Promise<FastifyReply> => {
    reply.headers(headersOf(file));
    if (more) reply.headers(more);
    if (headers['if-none-match']?.includes(file.tag)) return reply.code(304).send();
    const encoded = file.encoded(headers['accept-encoding']);
    const { bytes, encoding } = encoded instanceof Promise ? await encoded : encoded;
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.type(file.type).send(bytes);
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      const [path = '/', query = ''] = request.url.split('?');
      const isPrint = path === FRAME && new URLSearchParams(query).get('print') === '1';
      const own = path === FRAME ? frameHeaders({ ...frame, print: isPrint }) : null;
      const file = files.get(path);
      if (file) return sendFile(file, request, reply, own);
      if (own) reply.headers(own);
      if (isApiPath(path) || path === FRAME || path.startsWith('/assets/')) return reply.callNotFound();
      if (isPage(path)) return sendPage(request, reply);
      // The page itself says "Not Found", with a way to the dashboard (decision 14).
      if (isNavigation(request)) return sendPage(request, reply.code(404));
      return reply.callNotFound();
    },
  });
}

/**
 * Finds the reply for a file of the built application that its asker does not have yet. What else an address may be, and the document frame with
 * its policy, is left to the route.
 */
export function findFiles({ files }: SpaFiles, origins: Origins): Finder {
  const known = new Map<Encoded, Prepared>();
  return ({ method, url = '', headers }) => {
    const file = method === 'GET' && url !== FRAME ? files.get(url) : undefined;
    if (!file || headers['if-none-match'] !== undefined || origins.ofHost(headers.host) === null) return null;
    const encoded = file.encoded(headers['accept-encoding']);
    if (encoded instanceof Promise) return null;
    const { bytes, encoding } = encoded;
    const prepared = known.get(encoded) ?? {
      headers: flatHeaders(
        { ...headersOf(file), ...(encoding && { 'Content-Encoding': encoding }), 'Content-Type': file.type },
        bytes,
      ),
      body: bytes,
      route: '/*',
      path: url,
      user: undefined,
    };
    known.set(encoded, prepared);
    return prepared;
  };
}

/** Whether an address is one of section 7's, which never answer with a page. */
function isApiPath(path: string): boolean {
  return /^\/(v1|auth|events)(\/|$)/.test(path);
}

function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
}
