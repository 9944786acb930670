import { contentHash } from '#server/storage/archive-record.ts';
import type { Archives } from '#server/domain/archives.ts';
import type { DocumentReplies } from '../document-reply.ts';
import { addRoute, type Api } from '../route.ts';

/** One submission (`s7.archive`). */
export function archiveRoutes(
  api: Api,
  { archives, documents }: { archives: Archives; documents: DocumentReplies },
): void {
  addRoute(api, {
    route: 'GET /v1/archives/:uuid',
    async handle(call) {
      const { uuid, submitted_by: submitter } = await archives.open(call.actor, call.id('uuid', 'archive'));
      const make = async () => {
        const { wip, name, file_name, format, submitted_on, submitted_by, content, line_breaks } = await archives.read(
          call.actor,
          uuid,
        );
        const head = { uuid, name, file_name, format, submitted_on, submitted_by, wip_uuid: wip };
        return { success: true, result: { ...head, content, line_breaks } };
      };
      // Of all that it says, the name of who submitted it may change.
      return documents.send(call, `archive-${uuid}-${contentHash(submitter ?? '').slice(0, 8)}`, make, true);
    },
  });
}
