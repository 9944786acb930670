import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentHash } from '#server/storage/archive-record.ts';
import { putBackRequest } from '#api/contract/requests.ts';
import type { Reader } from '#server/domain/access.ts';
import { requireContent, type Archives } from '#server/domain/archives.ts';
import { readBody } from '#server/domain/read-body.ts';
import type { PutBack } from '#server/domain/submissions.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { addRoute, type Api } from '../route.ts';
import { archiveEntry } from './wips.ts';

/** What sends a submission. */
export type ArchiveParts = { archives: Archives; documents: DocumentReplies };

/** Answers with one submission (`s7.archive`). */
export async function sendArchive(
  { archives, documents }: ArchiveParts,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  reader: Reader,
  archive: string,
): Promise<FastifyReply> {
  const head = await archives.open(reader, archive);
  const { uuid, submitted_by: submitter } = head;
  // Also where it is at hand, here or in the browser.
  requireContent(head, uuid);
  const make = async () => {
    const read = await archives.read(reader, uuid);
    const { wip, name, file_name, format, submitted_on, submitted_by, content, line_breaks } = read;
    const told = { uuid, name, file_name, format, submitted_on, submitted_by, wip_uuid: wip };
    return { success: true, result: { ...told, content, line_breaks } };
  };
  // Of all that it says, the name of who submitted it may change.
  return documents.send(exchange, `archive-${uuid}-${contentHash(submitter ?? '').slice(0, 8)}`, make, true);
}

/** One submission (`s7.archive`), and what it holds once more (`archives.putBack` in `capabilities`). */
export function archiveRoutes(api: Api, parts: ArchiveParts & { putBack: PutBack }): void {
  addRoute(api, {
    route: 'GET /v1/archives/:uuid',
    handle: async (call) => sendArchive(parts, call, call.actor, call.id('uuid', 'archive')),
  });
  addRoute(api, {
    route: 'POST /v1/archives/:uuid/submit',
    async handle({ actor, id, request, reply }) {
      const { instead_of } = readBody(putBackRequest, request.body);
      const archive = await parts.putBack.again(actor, id('uuid', 'archive'), instead_of);
      if (archive)
        return { success: true, message: 'Submitted.', result: archiveEntry({ ...archive, submitted_by: actor.name }) };
      reply.code(409);
      return { message: 'This submission is not the newest one any more. Nothing was submitted.' };
    },
  });
}
