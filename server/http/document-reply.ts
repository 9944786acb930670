import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { accepts, pack } from './encodings.ts';
import { JSON_TYPE } from './serve.ts';

const CACHE_BYTES = 64_000_000;
const COMPRESSED_FROM = 4_000;
/**
 * Quality of brotli: beyond it packing takes longer than the smaller size saves, though each version is packed only
 * once.
 */
const QUALITY = 4;

/** The bytes of one version of a document. */
type DocumentBytes = { json: Buffer; brotli: Buffer | null };
type Make = () => Promise<object>;

/**
 * Sends documents. Each version is made once for all calls, also for calls that come meanwhile: at the moment of a
 * submission all walls call.
 */
export type DocumentReplies = ReturnType<typeof createDocumentReplies>;

/** Creates those of a server. The documents that were sent least recently are removed when there is no more room. */
export function createDocumentReplies() {
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
    /**
     * Answers with a document.
     * @param key names the document and its version
     * @param make reads it; by then it may be a later version
     * @param revalidate true if the browser may cache it and ask if it is still valid (archives, which never change)
     */
    async send(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      key: string,
      make: Make,
      revalidate = false,
    ): Promise<FastifyReply> {
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
