import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { accepts, pack } from './encodings.ts';
import { JSON_TYPE } from './route.ts';

const CACHE_BYTES = 64_000_000;
const COMPRESSED_FROM = 4_000;
/** Of brotli: beyond it the bytes take longer to make than they save, though they are made once a version only. */
const QUALITY = 4;

/** The bytes of one version of a document. */
type DocumentBytes = { json: Buffer; brotli: Buffer | null };
type Make = () => Promise<object>;

/**
 * Documents as they go out. Each version is made once for all who ask, also for those who ask while it is made: at the moment of a submission that is
 * every wall.
 */
export type DocumentReplies = {
  /**
   * Answers with a document.
   * @param key names the document and its version
   * @param make reads it; by then it may be a later version
   * @param revalidate whether the browser may keep it and ask whether it still holds (archives, which never change)
   */
  send(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    key: string,
    make: Make,
    revalidate?: boolean,
  ): Promise<FastifyReply>;
};

/** One for a server. The documents that were sent least lately go when there is no more room. */
export function createDocumentReplies(): DocumentReplies {
  const replies = new LRUCache<string, DocumentBytes, Make>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 4,
    sizeCalculation: ({ json, brotli }) => json.length + (brotli?.length ?? 0),
    async fetchMethod(_key, _stale, { context: make }) {
      const json = Buffer.from(JSON.stringify(await make()));
      return { json, brotli: json.length < COMPRESSED_FROM ? null : await pack(json, 'br', QUALITY) };
    },
  });

  return {
    async send({ request, reply }, key, make, revalidate = false) {
      if (revalidate) {
        const tag = `W/"${key}"`;
        reply
          .header('Cache-Control', 'private, no-cache')
          .header('ETag', tag)
          .header('Vary', [reply.getHeader('Vary') ?? [], 'Accept-Encoding, Cookie'].flat().join(', '));
        if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      }
      const { json, brotli } = await replies.forceFetch(key, { context: make });
      reply.type(JSON_TYPE);
      if (!brotli || !accepts(request.headers['accept-encoding'], 'br')) return reply.send(json);
      return reply.header('Content-Encoding', 'br').send(brotli);
    },
  };
}
