import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts, pack } from './encodings.ts';
import { JSON_TYPE } from './route.ts';

const CACHE_BYTES = 64_000_000;
const COMPRESSED_FROM = 4_000;
/** Of brotli: beyond it the bytes take longer to make than they save, though they are made once a version only. */
const QUALITY = 4;

/** The bytes of one version of a document. */
type DocumentBytes = { key: string; json: Buffer; brotli: Buffer | null };

/** Documents as they go out, kept by version: writing 200 kB of JSON for each reader costs ten times what sending it does. */
export type DocumentReplies = {
  /**
   * Answers with a document.
   * @param key names the document and its version
   * @param make reads it; the key that it gives back may name a later version
   * @param revalidate whether the browser may keep it and ask whether it still holds (archives, which never change)
   */
  send(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    key: string,
    make: () => Promise<{ key: string; body: object }>,
    revalidate?: boolean,
  ): Promise<FastifyReply>;
};

/** One for a server. The documents that were sent least lately go when there is no more room. */
export function createDocumentReplies(): DocumentReplies {
  const kept = new Map<string, DocumentBytes>();
  let size = 0;

  const weight = ({ json, brotli }: DocumentBytes): number => json.length + (brotli?.length ?? 0);
  const keep = (bytes: DocumentBytes): void => {
    if (weight(bytes) > CACHE_BYTES / 4 || kept.has(bytes.key)) return;
    kept.set(bytes.key, bytes);
    size += weight(bytes);
    for (const oldest of kept.values()) {
      if (size <= CACHE_BYTES) break;
      kept.delete(oldest.key);
      size -= weight(oldest);
    }
  };
  const known = (key: string): DocumentBytes | undefined => {
    const bytes = kept.get(key);
    // The document that was sent last stands last, so the first is the next to go.
    if (bytes) {
      kept.delete(key);
      kept.set(key, bytes);
    }
    return bytes;
  };
  const produce = async (make: () => Promise<{ key: string; body: object }>): Promise<DocumentBytes> => {
    const { key, body } = await make();
    const json = Buffer.from(JSON.stringify(body));
    const brotli = json.length < COMPRESSED_FROM ? null : await pack(json, 'br', QUALITY);
    const bytes = { key, json, brotli };
    keep(bytes);
    return bytes;
  };

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
      const bytes = known(key) ?? (await produce(make));
      reply.type(JSON_TYPE);
      if (!bytes.brotli || !accepts(request.headers['accept-encoding'], 'br')) return reply.send(bytes.json);
      return reply.header('Content-Encoding', 'br').send(bytes.brotli);
    },
  };
}
