import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { mime } from '@fastify/send';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  DEMO_META,
  type DemoSignIn,
  FIRST_RUN_META,
  FRAME_URL_META,
  MORE_PAGES_META,
  PROVIDER_META,
} from '#common/config/env.ts';
import { NO_SESSION_META } from '#common/config/constants.ts';
import { addressPattern, paths, patternsOf, screens } from '#common/config/paths.ts';
import {
  appPageHeaders,
  configureFrameHtml,
  frameHeaders,
  type FrameHeaderOptions,
} from '#common/config/frame-headers.ts';
import { FRAME_PAGE, PAGE, SIGN_IN_PAGE, lackOf } from '#server/built.ts';
import { StartError } from '#server/start-error.ts';
import { encode } from '../encodings.ts';
import type { FirstRun } from '#server/domain/session/first-run.ts';
import type { Cookies } from '../cookies.ts';
import type { Origins } from '../origins.ts';

/** Placeholder that Vite writes for the nonce of a response (`html.cspNonce`). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const FRAME = `/${FRAME_PAGE}`;
const HTML = 'text/html; charset=utf-8';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A file whose name contains a hash of its content, as it is on the disk: perhaps packed. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/;

const SIGN_IN = new RegExp(addressPattern(paths.login()));
const appRoutes = Object.values(screens)
  .flatMap(patternsOf)
  .map((pattern) => new RegExp(addressPattern(pattern)));

/** The built application. */
export type Spa = ReturnType<typeof readSpa>;

/**
 * Reads the two pages of the built application and the names of its files. A new build requires a restart.
 * @param dist its folder; a `.br` or `.gz` beside a file is that file packed
 * @param frame the operator's options for what documents may load
 * @throws {StartError} when it was not built, or is not complete
 */
export function readSpa(dist: string, frame: FrameHeaderOptions) {
  const lack = lackOf(dist);
  if (lack !== null) throw new StartError(`The application ${lack}`);
  const addresses = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(dist, join(parentPath, name)).split(sep).join('/')}`);
  const index = readFileSync(join(dist, PAGE), 'utf8');
  const parts = index.split(NONCE_PLACEHOLDER);
  const signIn = join(dist, SIGN_IN_PAGE);
  const signInParts = existsSync(signIn) ? readFileSync(signIn, 'utf8').split(NONCE_PLACEHOLDER) : parts;
  const more = new RegExp(`<meta name="${MORE_PAGES_META}" content="([^"]*)"`).exec(index)?.[1] ?? '';
  const morePages = new Set(more.split(' ').filter((address) => address !== ''));
  const files = new Set(
    addresses.filter((address) => !/^\/(index|login|frame|verify)\.html$|\.(br|gz|map)$|\/\./.test(address)),
  );
  const isPage = (path: string): boolean =>
    path === `/${PAGE}` || morePages.has(path) || appRoutes.some((route) => route.test(path));
  return {
    /** Its folder. */
    dist,
    /** The addresses of its files, such as `/assets/index-4f2a.js`, without the two pages. */
    files,
    /**
     * The sign-in's page or that of all other addresses, with this response's nonce, and with more tags, which the page's first
     * script reads.
     */
    page: (isSignIn: boolean, nonce: string, tags: string): Buffer =>
      Buffer.from((isSignIn ? signInParts : parts).join(nonce).replace('<head>', (start) => start + tags)),
    /** frame.html, whose own policy is the same as its header. */
    frame: Buffer.from(configureFrameHtml(readFileSync(join(dist, FRAME), 'utf8'), frame)),
    /** True if the page shows something at a path. */
    isPage,
    /** True if a file, a page or the document frame is at a path. */
    holds: (path: string): boolean => files.has(path) || path === FRAME || isPage(path),
  };
}

/** Options of the pages. */
export type SpaOptions = {
  origins: Origins;
  frame: FrameHeaderOptions;
  /** The origin of the document frame, if that is another host. */
  frameUrl?: string | null;
  /** The demo's sign-ins, which are public, if the database contains the demo. */
  demo?: readonly DemoSignIn[];
  /** Read at each page: a page of a server without users announces that it waits for its first administrator. */
  firstRun?: Pick<FirstRun, 'isDue'>;
  /** For a page that says if its request had a session. */
  cookies?: Pick<Cookies, 'hasSession'>;
  /** The name of the identity provider by which people may sign in. */
  provider?: string | null;
};

const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">`;

/** Serves the built application: its files, the document frame, and the page at each of the application's routes. */
export function serveSpa(
  app: FastifyInstance,
  { dist, files, page, frame, isPage }: Spa,
  { origins, frame: frameOptions, frameUrl = null, demo = [], firstRun, cookies, provider = null }: SpaOptions,
): void {
  const tags =
    (frameUrl === null ? '' : meta(FRAME_URL_META, frameUrl)) +
    (demo.length === 0 ? '' : meta(DEMO_META, JSON.stringify(demo))) +
    (provider === null ? '' : meta(PROVIDER_META, provider));
  // Its default is application/javascript, which RFC 9239 calls obsolete.
  mime.define({ 'text/javascript': ['js'] }, true);
  void app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('X-Content-Type-Options', 'nosniff');
      reply.header('Cache-Control', HASHED.test(path) ? FOR_EVER : 'no-cache');
    },
  });

  const sendHtml = async ({ headers }: FastifyRequest, reply: FastifyReply, html: Buffer): Promise<FastifyReply> => {
    const { bytes, encoding } = await encode(html, headers['accept-encoding']);
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.header('Vary', 'Accept-Encoding').type(HTML).send(bytes);
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path = ''): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64');
    const origin = origins.ofHost(request.headers.host);
    reply.headers(appPageHeaders({ nonce, origin, frameUrl: frameUrl && frameUrl + FRAME }));
    // While the database is away the page is still sent.
    const waits = await firstRun?.isDue().catch(() => false);
    const more = [
      ...(waits ? [FIRST_RUN_META] : []),
      ...((cookies?.hasSession(request) ?? true) ? [] : [NO_SESSION_META]),
    ];
    // At a server without users the sign-in says so first.
    const isSignIn = !waits && SIGN_IN.test(path);
    return sendHtml(request, reply, page(isSignIn, nonce, tags + more.map((name) => meta(name, '1')).join('')));
  };
  const frameTag = `W/"${createHash('sha256').update(frame).digest('base64url').slice(0, 22)}"`;
  const sendFrame = async (request: FastifyRequest, reply: FastifyReply, query: string): Promise<FastifyReply> => {
    const print = new URLSearchParams(query).get('print') === '1';
    reply.headers({ ETag: frameTag, ...frameHeaders({ ...frameOptions, print }) });
    if (request.headers['if-none-match']?.includes(frameTag)) return reply.code(304).send();
    return sendHtml(request, reply, frame);
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      const [path = '/', query = ''] = request.url.split('?');
      // Not returned: the framework would listen for the end of the reply once more.
      if (files.has(path)) return void reply.sendFile(path);
      if (path === FRAME) return sendFrame(request, reply, query);
      if (isPage(path)) return sendPage(request, reply, path);
      if (/^\/(v1|auth|events|assets)(\/|$)/.test(path) || !isNavigation(request)) return reply.callNotFound();
      // The page itself shows "Not Found", with a link to the dashboard.
      return sendPage(request, reply.code(404));
    },
  });
}

function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate';
}
