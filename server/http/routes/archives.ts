import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentHash } from '#server/storage/archive-record.ts';
import type { Reader } from '#server/domain/access.ts';
import type { Archives } from '#server/domain/archives.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { addRoute, type Api } from '../route.ts';

/** What sends a submission. */
export type ArchiveParts = { archives: Archives; documents: DocumentReplies };

/** Answers with one submission (`s7.archive`). */
export async function sendArchive(
  { archives, documents }: ArchiveParts,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  reader: Reader,
  archive: string,
): Promise<FastifyReply> {
  const { uuid, submitted_by: submitter } = await archives.open(reader, archive);
  const make = async () => {
    const read = await archives.read(reader, uuid);
    const { wip, name, file_name, format, submitted_on, submitted_by, content, line_breaks } = read;
    const head = { uuid, name, file_name, format, submitted_on, submitted_by, wip_uuid: wip };
    return { success: true, result: { ...head, content, line_breaks } };
  };
  // Of all that it says, the name of who submitted it may change.
  return documents.send(exchange, `archive-${uuid}-${contentHash(submitter ?? '').slice(0, 8)}`, make, true);
}

/** One submission (`s7.archive`). */
export function archiveRoutes(api: Api, parts: ArchiveParts): void {
  addRoute(api, {
    route: 'GET /v1/archives/:uuid',
    handle: async (call) => sendArchive(parts, call, call.actor, call.id('uuid', 'archive')),
  });
}
