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
      const { uuid } = await archives.open(call.actor, call.id('uuid', 'archive'));
      const make = async () => {
        const { content, line_breaks, name, file_name, format, submitted_on } = await archives.read(call.actor, uuid);
        return { success: true, result: { uuid, name, file_name, format, submitted_on, content, line_breaks } };
      };
      return documents.send(call, `archive-${uuid}`, make, true);
    },
  });
}
