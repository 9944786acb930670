import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { FRAME_URL_META, MORE_PAGES_META } from '#config/env.ts';
import { configureFrameHtml, type FrameHeaderOptions } from '#document/frame-headers.ts';
import { StartError } from '#server/start-error.ts';
import { type Encoded, pack, preferred } from './encodings.ts';

/** What Vite writes where the nonce of a response goes (`html.cspNonce`). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = /^(text\/|application\/|image\/svg)/;

/** One file of the built application, in memory. */
export type SpaFile = {
  type: string;
  tag: string;
  /** Whether its name holds a hash of its content. */
  isHashed: boolean;
  /** Its bytes in the best encoding that the client takes; the same object each time, and a promise only while they are made. */
  encoded(acceptEncoding: string | undefined): Encoded | Promise<Encoded>;
};

/** The built application. */
export type SpaFiles = {
  /** By its address, such as `/assets/index-4f2a.js`; without index.html. */
  files: ReadonlyMap<string, SpaFile>;
  /** index.html with this response's nonce in it. */
  page: (nonce: string) => Buffer;
  /** The addresses beside section 2's at which the page shows something. */
  morePages: ReadonlySet<string>;
};

/**
 * Reads the built application into memory.
 * @param dist its folder; a `.br` or `.gz` beside an asset is taken as that asset compressed
 * @param frame what the operator lets documents load: the frame's own policy must say the same as its header
 * @param frameUrl the origin of the document frame when that is another host; the page is told
 * @throws {StartError} when it was not built
 */
export function readSpa(dist: string, frame: FrameHeaderOptions, frameUrl: string | null = null): SpaFiles {
  if (!existsSync(join(dist, 'index.html'))) {
    throw new StartError(`The application is not built: ${join(dist, 'index.html')} is missing. Run: npm run build`);
  }
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, SpaFile>();
  for (const path of paths) {
    const address = `/${relative(dist, path).split(sep).join('/')}`;
    if (address === '/index.html' || /\.(br|gz|map)$/.test(address) || /\/\./.test(address)) continue;
    const bytes = readFileSync(path);
    const isFrame = address === '/frame.html';
    const content = isFrame ? Buffer.from(configureFrameHtml(bytes.toString(), frame)) : bytes;
    files.set(address, spaFile(content, path, address));
  }
  const told = frameUrl === null ? '' : `<meta name="${FRAME_URL_META}" content="${frameUrl}">`;
  const index = readFileSync(join(dist, 'index.html'), 'utf8').replace('</title>', (end) => end + told);
  const parts = index.split(NONCE_PLACEHOLDER);
  const more = new RegExp(`<meta name="${MORE_PAGES_META}" content="([^"]*)"`).exec(index)?.[1] ?? '';
  return {
    files,
    page: (nonce) => Buffer.from(parts.join(nonce)),
    morePages: new Set(more.split(' ').filter((address) => address !== '')),
  };
}

function spaFile(raw: Buffer, path: string, address: string): SpaFile {
  const type = types[extname(path)] ?? 'application/octet-stream';
  const beside = (extension: string, encoding: 'br' | 'gzip'): Encoded | null =>
    address.startsWith('/assets/') && existsSync(path + extension)
      ? { bytes: readFileSync(path + extension), encoding }
      : null;
  const plain: Encoded = { bytes: raw, encoding: null };
  const packed: Record<'br' | 'gzip', Encoded | Promise<Encoded> | null> = {
    br: beside('.br', 'br'),
    gzip: beside('.gz', 'gzip'),
  };
  const packedBy = async (encoding: 'br' | 'gzip'): Promise<Encoded> => {
    const made = { bytes: await pack(raw, encoding), encoding };
    packed[encoding] = made;
    return made;
  };
  return {
    type,
    tag: `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`,
    isHashed: /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(address),
    encoded(acceptEncoding) {
      const encoding = compressible.test(type) ? preferred(acceptEncoding) : null;
      return encoding === null ? plain : (packed[encoding] ??= packedBy(encoding));
    },
  };
}
